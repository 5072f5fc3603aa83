// The deadlines of approvals among what falls due: by the last day on which a colleague can still approve.
import { randomBytes32, TxHash } from '@connex/protocol'
import type { Address, DueEvent, WorkflowState } from '@connex/protocol'
import { expect, test } from 'vitest'
import {
  baltic,
  dayAfter,
  deskOf,
  drawn,
  leg,
  today,
  viewer,
} from '../../../../testkit/src/database/handPortfolios.ts'
import { withPortfolios } from '../../../../testkit/src/database/portfolioRows.ts'
import type { Queryable } from '../engine/database.ts'
import { insertWorkflow } from '../queries/workflows.ts'
import { readDeskSummary } from './deskSummary.ts'
import { listDueEvents } from './dueEvents.ts'

const DAY_S = 86_400
/** The midnight that ends a day, so many days from today. */
const endOf = (days: number): number => today + (days + 1) * DAY_S
const RANGE = { from: dayAfter(0), to: dayAfter(7), overdue: true, open: true }

const propose = (db: Queryable, workflowId: string, deadline: number, by: Address = viewer) =>
  insertWorkflow(db, by, {
    workflowId,
    entity: 'delivery',
    entityId: 'anything',
    action: 'batchTransaction',
    initiatorAddr: by,
    signaturesRequired: 2,
    batch: { controllerAddr: by, calls: [], nonce: randomBytes32(), deadline, sender: null },
  })

const dueIn = async (
  db: Queryable,
  range: Parameters<typeof listDueEvents>[2] = RANGE,
): Promise<DueEvent[]> => (await listDueEvents(db, viewer, { ...range, itemsPerPage: 500 })).items

const withDesk = (check: (db: Queryable) => Promise<void>) => withPortfolios([deskOf()], today, check)

test('a proposal that has ended, that is on its way to the ledger, or of another tenant has no deadline', () =>
  withDesk(async (db) => {
    const ended: WorkflowState[] = ['EXECUTED', 'REJECTED', 'ABORTED']
    for (const state of ended) {
      await propose(db, state, endOf(1))
      await db.updateTable('workflows').set({ state }).where('id', '=', state).execute()
    }
    await propose(db, 'published', endOf(1))
    const tx_hash = TxHash.parse(randomBytes32())
    await db
      .updateTable('workflows')
      .set({ state: 'CONFIRMED', tx_hash })
      .where('id', '=', 'published')
      .execute()
    await propose(db, 'of others', endOf(1), baltic)
    expect(await dueIn(db)).toEqual([])
  }))

test('a proposal is due on the last day on which it can be approved: until midnight is that day, and not the next', () =>
  withDesk(async (db) => {
    await propose(db, 'in a week', today + 7 * DAY_S + 3_600)
    await propose(db, 'today', endOf(0))
    await propose(db, 'tomorrow', endOf(1))
    await db.updateTable('workflows').set({ state: 'CONFIRMED' }).where('id', '=', 'tomorrow').execute()
    const due = await dueIn(db)
    expect(due.map(({ kind, date, workflowId, isOverdue }) => [kind, date, workflowId, isOverdue])).toEqual([
      ['EXPIRY', dayAfter(0), 'today', false],
      ['EXPIRY', dayAfter(1), 'tomorrow', false],
      ['EXPIRY', dayAfter(7), 'in a week', false],
    ])
    expect(due[0]).toMatchObject({ deliveryId: null, counterpartyAddr: null, transferType: null })
    const tomorrow = { from: dayAfter(1), to: dayAfter(1) }
    expect((await dueIn(db, tomorrow)).map(({ workflowId }) => workflowId)).toEqual(['tomorrow'])
  }))

test('Today counts it on that day, beside what else is due', () =>
  withPortfolios([deskOf(drawn(1, { legs: [leg(-10)], end: 1 }))], today, async (db) => {
    await propose(db, 'tomorrow', endOf(1))
    const { due } = await readDeskSummary(db, viewer, { from: dayAfter(0), to: dayAfter(7) })
    expect(due.map(({ date, count }) => [date, count])).toEqual([[dayAfter(1), 2]])
  }))
