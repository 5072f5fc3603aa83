// The three kinds of transfer, from the first signature to the last.
import assert from 'node:assert/strict'
import { repurchasePrice } from '@connex/protocol'
import type { DeliveryId, RepoTerms } from '@connex/protocol'
import { cancelTransfer } from '../../sdk/src/transfers/cancelTransfer.ts'
import { confirmAsRegistrar, confirmTransfer } from '../../sdk/src/transfers/confirmTransfer.ts'
import type { ConfirmAccounts } from '../../sdk/src/transfers/confirmTransfer.ts'
import { createReturn } from '../../sdk/src/transfers/createReturn.ts'
import {
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
} from '../../sdk/src/transfers/createTransfer.ts'
import { getTransfer } from '../../sdk/src/transfers/queries.ts'
import type { Promised } from './promise.ts'
import { WAIT_MS, assertState, deliver, held, openedIn } from './world.ts'
import type { World } from './world.ts'

const PATIENTLY = { waitMs: WAIT_MS }

const TERMS: RepoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}

export const stories: readonly Promised[] = [
  {
    name: 'a transfer free of payment is created, confirmed and settled',
    async prove(world) {
      const [before] = await held(world, 'baltic')
      const { deliveryId } = await deliver(world, 100n)
      await assertState(world, 'baltic', deliveryId, 'PENDING')
      await confirm(world, 'baltic', deliveryId, { receive: openedIn(world).bond.baltic })
      await confirmLast(world, deliveryId)
      await assertState(world, 'alpen', deliveryId, 'SETTLED')
      assert.deepEqual(await held(world, 'baltic'), [before + 100, 0])
    },
  },
  {
    name: 'a transfer is canceled, and its earmark is gone in the same block',
    async prove(world) {
      const before = await held(world, 'alpen')
      const { deliveryId } = await deliver(world, 40n)
      assert.deepEqual(await held(world, 'alpen'), [before[0], 40])
      await cancelTransfer(
        openedIn(world).platform.clients.baltic,
        { deliveryId, reason: 'Not agreed' },
        PATIENTLY,
      )
      await assertState(world, 'alpen', deliveryId, 'CANCELED')
      assert.deepEqual(await held(world, 'alpen'), before)
    },
  },
  {
    name: 'a repo is opened against a documented payment, and returned for its repurchase price',
    prove: repo,
  },
  { name: 'securities are lent against collateral, delivered together, and returned', prove: lend },
]

const confirm = (
  world: World,
  by: 'alpen' | 'baltic',
  deliveryId: DeliveryId,
  accounts: ConfirmAccounts = {},
) => confirmTransfer(openedIn(world).platform.clients[by], { deliveryId, accounts }, PATIENTLY)

/** The registrar confirms last, which settles the delivery. */
const confirmLast = (world: World, deliveryId: DeliveryId) =>
  confirmAsRegistrar(openedIn(world).platform.clients.registrar, deliveryId, PATIENTLY)

async function repo(world: World): Promise<void> {
  const { bond, platform } = openedIn(world)
  const { alpen, baltic } = platform.clients
  const before = await held(world, 'alpen')
  const { deliveryId } = await createRepoTransfer(
    alpen,
    {
      ...bond.asset(bond.alpen, 50n),
      direction: 'DELIVER',
      counterpartyAddr: platform.tenants.baltic,
      description: 'One week',
      terms: TERMS,
    },
    PATIENTLY,
  )
  // Receives and pays in one.
  await confirm(world, 'baltic', deliveryId, { receive: bond.baltic })
  await confirm(world, 'alpen', deliveryId)
  await confirmLast(world, deliveryId)
  await assertState(world, 'alpen', deliveryId, 'SETTLED')
  assert.deepEqual(await held(world, 'alpen'), [before[0] - 50, 0])
  const { deliveryId: closing } = await createReturn(baltic, { deliveryId }, PATIENTLY)
  assert.equal((await getTransfer(alpen, closing)).cashQuantity, repurchasePrice(TERMS))
  await confirm(world, 'alpen', closing, { receive: bond.alpen })
  await confirm(world, 'baltic', closing)
  await confirmLast(world, closing)
  await assertState(world, 'baltic', closing, 'SETTLED')
  assert.deepEqual(await held(world, 'alpen'), before)
}

async function lend(world: World): Promise<void> {
  const { bond, loan, platform } = openedIn(world)
  const { alpen, baltic } = platform.clients
  const { deliveryId: funding } = await createFopTransfer(
    alpen,
    {
      ...loan.asset(loan.alpen, 200n),
      direction: 'DELIVER',
      counterpartyAddr: platform.tenants.baltic,
      description: 'Collateral for Baltic',
    },
    PATIENTLY,
  )
  await confirm(world, 'baltic', funding, { receive: loan.baltic })
  await confirmLast(world, funding)
  const before = await Promise.all([held(world, 'alpen'), held(world, 'baltic', 'loan')])
  const { deliveryId } = await createSecLendTransfer(
    alpen,
    {
      counterpartyAddr: platform.tenants.baltic,
      direction: 'DELIVER',
      deliver: bond.asset(bond.alpen, 20n),
      receive: loan.asset(loan.alpen, 30n),
      description: 'Loan against collateral',
    },
    PATIENTLY,
  )
  await confirm(world, 'baltic', deliveryId, { receive: bond.baltic, deliver: loan.baltic })
  await confirmLast(world, deliveryId)
  assert.deepEqual(await held(world, 'alpen'), [before[0][0] - 20, 0])
  assert.deepEqual(await held(world, 'baltic', 'loan'), [before[1][0] - 30, 0])
  const { deliveryId: closing } = await createReturn(baltic, { deliveryId }, PATIENTLY)
  await confirm(world, 'alpen', closing, { receive: bond.alpen, deliver: loan.alpen })
  await confirmLast(world, closing)
  await assertState(world, 'baltic', closing, 'SETTLED')
  assert.deepEqual(await Promise.all([held(world, 'alpen'), held(world, 'baltic', 'loan')]), before)
}
