// Every promise on anvil as strict as a network, the deployment included.
import { startStrictAnvil } from '../networks/anvil.ts'
import { promises } from '../promises/promises.ts'
import { testPromises } from './testPromises.ts'

testPromises(startStrictAnvil, promises)
