import {
  Address,
  Bytes32,
  DeliveryId,
  TransferState,
  TxHash,
  isCancelRequested,
  isWaitingFor,
} from '@connex/protocol'
import { expect, test } from 'vitest'
import { SEEDED, seedDelivery, seedTenants } from '../../../../testkit/src/database/ledgerRows.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import type { Queryable } from '../engine/database.ts'
import { listTransfers } from './transfers.ts'

const word = (digits: string) => Bytes32.parse(`0x${digits.padStart(64, '0')}`)
const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [viewer, counterparty, registrar] = [address('1'), address('2'), address('3')]
const VOTERS: readonly (readonly Address[])[] = [[], [viewer], [counterparty], [viewer, counterparty]]

/** The seeded transfer again, in a state and with requests to cancel it. */
async function seedTransfer(
  db: Queryable,
  id: DeliveryId,
  state: TransferState,
  voters: readonly Address[],
): Promise<void> {
  const delivery = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('delivery_id', '=', SEEDED.deliveryId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deliveries')
    .values({ ...delivery, delivery_id: id })
    .execute()
  const cancelVotes = voters.map((tenant) => ({ tenant }))
  const view = await db
    .selectFrom('transfer_views')
    .selectAll()
    .where('delivery_id', '=', SEEDED.deliveryId)
    .where('viewer', '=', viewer)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfer_views')
    .values({
      ...view,
      delivery_id: id,
      state,
      is_cancel_requested: isCancelRequested({ state, cancelVotes }, viewer),
    })
    .execute()
  for (const [index, tenant] of voters.entries())
    await db
      .insertInto('cancel_votes')
      .values({
        delivery_id: id,
        tenant,
        reason_fp: word('0'),
        at: 1,
        from_block: 1,
        log_index: index,
        tx_hash: TxHash.parse(word('9')),
      })
      .execute()
}

test('the filter `waiting` finds what protocol says waits for the viewer, in every state and with every vote', async () => {
  const { kysely, close } = await openTestDatabase()
  try {
    await seedTenants(kysely, [
      { address: viewer, name: 'Alpenbank', apiUrl: '' },
      { address: counterparty, name: 'Baltic Trust Bank', apiUrl: '' },
    ])
    await seedDelivery(kysely, { sender: viewer, receiver: counterparty, registrar, issuer: viewer })
    for (const [row, state] of TransferState.options.entries())
      for (const [column, voters] of VOTERS.entries())
        await seedTransfer(kysely, DeliveryId.parse(word(`e${row}${column}`)), state, voters)
    const listed = async (filters: { waiting?: boolean }) =>
      (await listTransfers(kysely, viewer, filters, { itemsPerPage: 100 })).items
    const idsOf = (transfers: { deliveryId: DeliveryId }[]) =>
      transfers.map(({ deliveryId }) => deliveryId).toSorted()
    const all = await listed({})
    expect(all).toHaveLength(TransferState.options.length * VOTERS.length + 1)
    const waiting = all.filter((transfer) => isWaitingFor(transfer, viewer))
    expect(waiting.length).toBeGreaterThan(VOTERS.length)
    expect(idsOf(await listed({ waiting: true }))).toEqual(idsOf(waiting))
    expect(idsOf(await listed({ waiting: false }))).toEqual(
      idsOf(all.filter((transfer) => !isWaitingFor(transfer, viewer))),
    )
  } finally {
    await close()
  }
})
