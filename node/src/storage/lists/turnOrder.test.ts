import { isWaitingFor, PENDING_STATES } from '@connex/protocol'
import type { CallQuery, Paging, Transfer } from '@connex/protocol'
import { expect, test } from 'vitest'
import { seedDesk } from '../../../../testkit/src/database/deskRows.ts'
import { DESK } from '../../../../testkit/src/database/deskTransfers.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { seeded } from '../../../../testkit/src/random.ts'
import { listTransfers } from '../queries/transfers.ts'

const { viewer } = DESK
const COUNT = 90

/** The viewer's own, those of others, those that have ended. */
const groupOf = (transfer: Transfer): number =>
  isWaitingFor(transfer, viewer) ? 0 : PENDING_STATES.includes(transfer.state) ? 1 : 2

function byTurn(one: Transfer, other: Transfer): number {
  const group = groupOf(one)
  if (group !== groupOf(other)) return group - groupOf(other)
  if (group === 2 && one.createdBlock !== other.createdBlock) return other.createdBlock - one.createdBlock
  const dateOf = ({ valueDate }: Transfer) => (valueDate === 0 ? Number.MAX_SAFE_INTEGER : valueDate)
  if (group < 2 && dateOf(one) !== dateOf(other)) return dateOf(one) - dateOf(other)
  return one.createdBlock - other.createdBlock
}

test(
  'by turn come the own turns first, then those of others, both by value date, then what has ended, the newest first',
  seeded(async (random) => {
    const { kysely, close } = await openTestDatabase()
    try {
      await seedDesk(kysely, random, COUNT)
      const list = async (query: CallQuery<'transfers'>, paging: Paging) =>
        (await listTransfers(kysely, viewer, query, { sortBy: 'turn', ...paging })).items
      const idsOf = (transfers: readonly Transfer[]) => transfers.map(({ deliveryId }) => deliveryId)
      for (const query of [
        {},
        { waiting: true },
        { direction: 'DELIVER' as const },
        { state: PENDING_STATES },
      ]) {
        const all = await list(query, { sortBy: 'createdAt', itemsPerPage: 500 })
        const expected = idsOf(all.toSorted(byTurn))
        expect(expected.length).toBeGreaterThan(0)
        expect(idsOf(await list(query, { itemsPerPage: 500 }))).toEqual(expected)
        expect(idsOf(await list(query, { itemsPerPage: 500, sortOrder: 'desc' }))).toEqual(
          expected.toReversed(),
        )
        const paged: Transfer[] = []
        for (let page = 1; paged.length < all.length; page += 1)
          paged.push(...(await list(query, { page, itemsPerPage: 7 })))
        expect(idsOf(paged)).toEqual(expected)
      }
    } finally {
      await close()
    }
  }),
)
