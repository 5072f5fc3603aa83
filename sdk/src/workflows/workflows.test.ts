// Proposals that wait for signatures at the same time, on the real server and the real ledger.
import type { Workflow } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFourEyesFixture } from '../../../testkit/src/fixtures/fourEyes.ts'
import type { FourEyesFixture } from '../../../testkit/src/fixtures/fourEyes.ts'
import type { Client } from '../client/client.ts'
import { getWorkflow, listWorkflows } from './queries.ts'
import {
  confirmWorkflow,
  executeWorkflow,
  rejectWorkflow,
  rejectWorkflowOnLedger,
  startWorkflow,
} from './workflows.ts'

let fixture: FourEyesFixture
let admin: Client
let user: Client
beforeAll(async () => {
  fixture = await startFourEyesFixture()
  ;({ admin, user } = fixture)
})
afterAll(() => fixture.world.stop())

const lei = (index: number) => String(index).padStart(20, '0')

const propose = (index: number, sender?: Workflow['initiatorAddr']) =>
  startWorkflow(admin, {
    entity: 'delivery',
    entityId: lei(index),
    action: 'batchTransaction',
    calls: [fixture.setLei(lei(index))],
    sender,
  })

/** Both have signed. */
async function confirmed(index: number, sender?: Workflow['initiatorAddr']): Promise<string> {
  const { workflowId } = await propose(index, sender)
  await confirmWorkflow(user, { workflowId })
  return workflowId
}

/** A fixed shuffle, by whom and when each is executed. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item, index) => ({ item, rank: ((index + 1) * 7919) % 53 }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item)

describe('what is refused', () => {
  test('by the ledger, once a user has rejected it there', async () => {
    const workflowId = await confirmed(1)
    const before = await fixture.readLei()
    await rejectWorkflowOnLedger(user, { workflowId })
    expect(await getWorkflow(admin, workflowId)).toMatchObject({
      state: 'REJECTED',
      rejectedBy: fixture.world.bank.user.address,
    })
    await expect(executeWorkflow(admin, { workflowId })).rejects.toMatchObject({
      code: 'workflowNotConfirmed',
    })
    await expect(rejectWorkflowOnLedger(admin, { workflowId })).rejects.toMatchObject({
      code: 'TenantNonceUsed',
    })
    expect(await fixture.readLei()).toBe(before)
  })

  test('by the ledger, of a workflow that the server alone had rejected', async () => {
    const workflowId = await confirmed(2)
    await rejectWorkflow(user, { workflowId })
    await rejectWorkflowOnLedger(admin, { workflowId })
    expect(await getWorkflow(admin, workflowId)).toMatchObject({ state: 'REJECTED' })
    await expect(rejectWorkflowOnLedger(user, { workflowId })).rejects.toMatchObject({
      code: 'TenantNonceUsed',
    })
  })

  test('by anybody but the user whom it names', async () => {
    const workflowId = await confirmed(3, fixture.world.bank.user.address)
    await expect(executeWorkflow(admin, { workflowId })).rejects.toMatchObject({
      code: 'BatchSenderRequired',
    })
    await executeWorkflow(user, { workflowId })
    expect(await fixture.readLei()).toBe(lei(3))
  })
})

test(
  'of 50 pending proposals executed in random order, all 50 are EXECUTED',
  { timeout: 240_000 },
  async () => {
    const ids: string[] = []
    for (let index = 100; index < 150; index++) ids.push(await confirmed(index))
    for (const [turn, workflowId] of shuffled(ids).entries())
      await executeWorkflow(turn % 2 === 0 ? admin : user, { workflowId }, { until: 'mined' })
    const last = shuffled(ids).at(-1)
    expect(await fixture.readLei()).toBe(lei(100 + ids.indexOf(last ?? '')))
    await expect
      .poll(
        async () => {
          const { items } = await listWorkflows(admin, { workflowIds: ids, itemsPerPage: 50 })
          return items.filter(({ state }) => state === 'EXECUTED').length
        },
        { timeout: 20_000 },
      )
      .toBe(50)
  },
)
