// Every promise on two nodes of the client of ethereumjs.
import { startEthereumjs } from '../networks/ethereumjs.ts'
import { promises } from '../promises/promises.ts'
import { testPromises } from './testPromises.ts'

testPromises(startEthereumjs, promises)
