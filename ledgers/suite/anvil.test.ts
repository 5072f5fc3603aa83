// The promises for which blocks of two seconds and 30,000,000 gas matter most. The deep tests try all of them.
import { startStrictAnvil } from '../networks/anvil.ts'
import { promises, setUp } from '../promises/promises.ts'
import { sending } from '../promises/sending.ts'
import { stored } from '../promises/stored.ts'
import { testPromises } from './testPromises.ts'

const reorg = promises.filter(({ name }) => name.includes('chain reorg of 3'))

testPromises(() => startStrictAnvil({ isQuick: true }), [...setUp, ...sending, ...stored, ...reorg])
