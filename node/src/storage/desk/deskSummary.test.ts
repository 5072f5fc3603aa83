import { Address, Bytes32, DeliveryId, isWaitingFor, TransferState } from '@connex/protocol'
import { expect, test } from 'vitest'
import { seedDelivery, seedTenants } from '../../../../testkit/src/database/ledgerRows.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { listTransfers } from '../queries/transfers.ts'
import { readDeskSummary } from './deskSummary.ts'

const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [viewer, counterparty, registrar] = [address('1'), address('2'), address('3')]
const WEEK = { from: '2026-11-23', to: '2026-11-29' }

test('each pending transfer waits for exactly one party', async () => {
  const { kysely, close } = await openTestDatabase()
  try {
    await seedTenants(kysely, [{ address: viewer, name: 'Alpenbank', apiUrl: '' }])
    await seedDelivery(kysely, { sender: viewer, receiver: counterparty, registrar, issuer: viewer })
    const [delivery, view] = await Promise.all([
      kysely.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow(),
      kysely.selectFrom('transfer_views').selectAll().executeTakeFirstOrThrow(),
    ])
    for (const [index, state] of TransferState.options.entries()) {
      const delivery_id = DeliveryId.parse(Bytes32.parse(`0x${String(index + 1).padStart(64, 'e')}`))
      await kysely
        .insertInto('deliveries')
        .values({ ...delivery, delivery_id })
        .execute()
      await kysely
        .insertInto('transfer_views')
        .values({ ...view, delivery_id, state })
        .execute()
    }
    const { waiting } = await readDeskSummary(kysely, viewer, WEEK)
    expect(waiting).toEqual([
      { party: 'YOU', tenant: null, count: 1, since: 1 },
      { party: 'COUNTERPARTY', tenant: counterparty, count: 2, since: 1 },
      { party: 'CUSTODIAN', tenant: registrar, count: 1, since: 1 },
    ])
    const { items } = await listTransfers(kysely, viewer, {}, {})
    expect(items.filter((transfer) => isWaitingFor(transfer, viewer))).toHaveLength(1)
  } finally {
    await close()
  }
})
