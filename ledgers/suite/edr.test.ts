// Every promise on Hardhat's EDR.
import { startEdr } from '../networks/edr.ts'
import { promises } from '../promises/promises.ts'
import { testPromises } from './testPromises.ts'

testPromises(startEdr, promises)
