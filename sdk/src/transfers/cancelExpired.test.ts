// The operator's way out, on the real server and the real ledger, once a delivery has expired.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry, startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TestRegistry } from '../../../testkit/src/fixtures/platform.ts'
import { blacklistAccounts } from '../platform/operator.ts'
import { listPositions } from '../registries/queries.ts'
import { cancelExpired, cancelTransfer } from './cancelTransfer.ts'
import { confirmTransfer } from './confirmTransfer.ts'
import { createRepoTransfer } from './createTransfer.ts'
import { getTransfer } from './queries.ts'

let world: PlatformFixture
let bond: TestRegistry
beforeAll(async () => {
  world = await startPlatformFixture()
  bond = await openRegistry(world, 'DE0001102580', 1000n)
})
afterAll(() => world?.close())

const NINETY_DAYS = 90 * 86_400

test('M-4: after a reported payment, the operator cancels an expired delivery whose registrar is gone', async () => {
  const { alpen, baltic } = world.clients
  const { deliveryId } = await createRepoTransfer(alpen, {
    ...bond.asset(bond.alpen, 100n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'Overnight',
    terms: { purchaseDate: '2026-11-23', purchasePrice: '98000.00', rate: '2.14', dayCount: 'ACT/360' },
  })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  const delivery = await getTransfer(alpen, deliveryId)
  const asOperator = () => cancelExpired(world.operator, { delivery, reason: 'In liquidation' })

  await expect(asOperator()).rejects.toMatchObject({ code: 'DeliveryNotExpired' })
  await world.rpc('evm_increaseTime', NINETY_DAYS)
  await world.rpc('anvil_mine', '0x1')
  await expect(asOperator()).rejects.toMatchObject({ code: 'DeliveryRegistrarInGoodStanding' })
  await expect(cancelTransfer(alpen, { deliveryId, reason: 'Denied' })).resolves.toMatchObject({
    kind: 'requestCancel',
  })
  await blacklistAccounts(world.operator, { accounts: [world.tenants.registrar], isBlacklisted: true })

  const { reason } = await asOperator()
  expect(await getTransfer(alpen, deliveryId)).toMatchObject({
    state: 'CANCELED',
    canceledBy: world.operatorTenant.toLowerCase(),
    cancelReasonFp: reason.fingerprint,
    wasRefused: true,
  })
  const { items } = await listPositions(alpen, { registryId: bond.registryId, account: bond.alpen })
  expect(items).toMatchObject([{ quantity: '1000', earmarked: '0' }])
})
