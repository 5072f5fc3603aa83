// What a bank's users propose and approve, on real servers and the real ledger: what an approver is shown is computed from the
// calldata, and nothing else is signed.
import type { Workflow } from '@connex/protocol'
import { AccountNumber, readableText, Seconds } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApprovalsFixture } from '../../../testkit/src/fixtures/approvals.ts'
import type { ApprovalsFixture } from '../../../testkit/src/fixtures/approvals.ts'
import { until } from '../../../testkit/src/machine.ts'
import { untilIndexed } from '../../../testkit/src/servers/testNode.ts'
import type { Client } from '../client/client.ts'
import { selectorsOf } from '../ledger/contractCall.ts'
import { deliveryManagerAbi } from '@connex/contracts'
import { call } from '../http/call.ts'
import { revokePrivileges } from '../platform/privileges.ts'
import { suspendRegistry, unsuspendRegistry } from '../registries/lifecycle.ts'
import { cancelTransfer } from '../transfers/cancelTransfer.ts'
import { confirmAsRegistrar, confirmTransfer } from '../transfers/confirmTransfer.ts'
import { createFopTransfer } from '../transfers/createTransfer.ts'
import type { FopParameters } from '../transfers/createTransfer.ts'
import { getTransfer, listDeliveryComments } from '../transfers/queries.ts'
import { approveProposal } from './approve.ts'
import { findProposalChanges, proposalChangeText } from './changes.ts'
import { getWorkflow, listWorkflows } from './queries.ts'
import { readProposal } from './readProposal.ts'
import type { Proposal } from './readProposal.ts'
import { proposeAgain, sendForApproval } from './sendForApproval.ts'
import { confirmWorkflow, rejectWorkflow, startWorkflow } from './workflows.ts'

let fixture: ApprovalsFixture
let first: Client
let second: Client
let third: Client
beforeAll(async () => {
  fixture = await startApprovalsFixture()
  ;({ first, second, third } = fixture)
  await fixture.require(2, 'createDelivery', 'cancelDelivery')
})
afterAll(() => fixture.market.stop())

async function propose(more: Partial<FopParameters> = {}, by = first): Promise<Workflow> {
  const { workflow } = await sendForApproval(by, (approval) =>
    createFopTransfer(by, fixture.delivery(more), approval),
  )
  if (workflow === undefined) throw new Error('nothing was proposed')
  return workflow
}

async function approve(workflowId: string, by = second) {
  const reviewed = await readProposal(by, workflowId)
  return approveProposal(by, { workflowId, reviewed })
}

const deliveryOf = ({ entityId }: Workflow) => entityId as Parameters<typeof getTransfer>[1]
const north = () => fixture.market.north.node.database.kysely
const state = async (workflowId: string) => (await getWorkflow(first, workflowId)).state

describe('what is refused', () => {
  test('nothing is proposed that the ledger refuses now', async () => {
    const before = (await listWorkflows(first)).totalItemCount
    await expect(propose({ quantity: 10_000_000n })).rejects.toMatchObject({ name: 'LedgerError' })
    expect((await listWorkflows(first)).totalItemCount).toBe(before)
  })

  test('the own approval', async () => {
    const { workflowId } = await propose()
    const proposal = await readProposal(first, workflowId)
    expect(proposal).toMatchObject({ isApprovable: false, doubts: [{ code: 'ownConfirmation' }] })
    await expect(approveProposal(first, { workflowId, reviewed: proposal })).rejects.toMatchObject({
      code: 'ownConfirmation',
    })
  })

  test('details that the server has lost', async () => {
    const workflow = await propose()
    await north().deleteFrom('delivery_details').where('delivery_id', '=', deliveryOf(workflow)).execute()
    const proposal = await readProposal(second, workflow.workflowId)
    expect(proposal).toMatchObject({
      isApprovable: false,
      calls: [{ details: null }],
      doubts: [{ code: 'detailsMissing', deliveryId: workflow.entityId }],
    })
    await expect(approve(workflow.workflowId)).rejects.toMatchObject({ code: 'detailsMissing' })
    expect(
      await rejectWorkflow(second, { workflowId: workflow.workflowId, reason: 'No terms' }),
    ).toMatchObject({
      state: 'REJECTED',
      rejectReason: 'No terms',
    })
  })

  test('details that the server has changed', async () => {
    const workflow = await propose()
    const deliveryId = deliveryOf(workflow)
    const [stored] = await north()
      .selectFrom('delivery_details')
      .select('details')
      .where('delivery_id', '=', deliveryId)
      .execute()
    await north()
      .updateTable('delivery_details')
      .set({ details: JSON.stringify({ ...(stored?.details as object), description: 'Something else' }) })
      .where('delivery_id', '=', deliveryId)
      .execute()
    expect(await readProposal(second, workflow.workflowId)).toMatchObject({
      isApprovable: false,
      calls: [{ details: null }],
      doubts: [{ code: 'detailsDiffer', deliveryId }],
    })
    await expect(approve(workflow.workflowId)).rejects.toMatchObject({ code: 'detailsDiffer' })
    expect(await state(workflow.workflowId)).toBe('PENDING')
  })

  test('another batch than the one that was reviewed', async () => {
    const [shown, other] = [await propose(), await propose({ quantity: 200n })]
    const reviewed = await readProposal(second, shown.workflowId)
    await north()
      .updateTable('workflows')
      .set({ batch: JSON.stringify(other.batch) })
      .where('id', '=', shown.workflowId)
      .execute()
    await expect(approveProposal(second, { workflowId: shown.workflowId, reviewed })).rejects.toMatchObject({
      code: 'batchReplaced',
    })
    await rejectWorkflow(second, { workflowId: shown.workflowId })
    await rejectWorkflow(second, { workflowId: other.workflowId })
  })

  test('a function that cannot be explained, which is named by its selector', async () => {
    const { batch } = await propose()
    const [selector = '0x'] = selectorsOf(deliveryManagerAbi, 'setReceiverAccount')
    const target = batch.calls[0]!.target
    await north().updateTable('workflows').set({ state: 'REJECTED' }).where('state', '=', 'PENDING').execute()
    const { workflowId } = await startWorkflow(first, {
      entity: 'delivery',
      entityId: 'anything',
      action: 'batchTransaction',
      calls: [{ dappAddr: target, to: target, data: `${selector as '0x'}${'00'.repeat(32)}` }],
    })
    expect(await readProposal(second, workflowId)).toMatchObject({
      isApprovable: false,
      calls: [{ functionName: undefined, selector, name: 'setReceiverAccount' }],
      doubts: expect.arrayContaining([
        expect.objectContaining({ code: 'functionUnknown', selector }),
      ]) as unknown,
    })
    await expect(approve(workflowId)).rejects.toMatchObject({ code: 'functionUnknown' })
  })

  test('what is no longer available, with what was', async () => {
    const [one, other] = [await propose({ quantity: 600_000n }), await propose({ quantity: 600_000n })]
    await approve(one.workflowId)
    expect(await readProposal(second, other.workflowId)).toMatchObject({
      isApprovable: false,
      doubts: [{ code: 'lessAvailable', account: '11', needed: '600000', before: '1000000', now: '400000' }],
    })
    await expect(approve(other.workflowId)).rejects.toThrow(
      /^Too little is available now: 4,000\.00 .* in account 11 instead of 10,000\.00; it needs 6,000\.00\.$/,
    )
    const changes = await findProposalChanges(second, await readProposal(second, other.workflowId))
    expect(changes).toMatchObject([
      { kind: 'available', account: '11', needed: '600000', before: '1000000', now: '400000' },
    ])
    expect(changes.map(proposalChangeText)).toEqual([
      expect.stringMatching(
        /^Available in account 11: 10,000\.00 .* when it was proposed, 4,000\.00 now; it needs 6,000\.00\.$/,
      ),
    ])
    await sendForApproval(first, (approval) =>
      cancelTransfer(first, { deliveryId: deliveryOf(one) }, approval),
    ).then(({ workflow }) => approve(workflow?.workflowId ?? ''))
    const restored = await readProposal(second, other.workflowId)
    expect(restored).toMatchObject({ isApprovable: true, doubts: [] })
    expect(await findProposalChanges(second, restored)).toEqual([])
  })

  test('securities whose registrar has suspended their registry, which it names', async () => {
    const { market, registry } = fixture
    const { workflowId } = await propose()
    const suspension = { ...registry, reason: 'Corporate action' }
    // What earlier tests have released in the same second counts as changed, too.
    const registriesIn = async (proposal: Proposal) =>
      (await findProposalChanges(second, proposal)).filter(({ kind }) => kind === 'registry')
    await suspendRegistry(market.registrar.client, suspension)
    try {
      await untilIndexed(market.ledger, market.north.node)
      const suspended = await readProposal(second, workflowId)
      expect(suspended).toMatchObject({ isApprovable: false })
      const changes = await registriesIn(suspended)
      expect(changes).toMatchObject([{ kind: 'registry', now: 'SUSPENDED' }])
      expect(changes.map(proposalChangeText)).toEqual([
        'The registry of DE000CNX0025 is suspended now: nothing of it can be moved.',
      ])
    } finally {
      await unsuspendRegistry(market.registrar.client, suspension)
      await untilIndexed(market.ledger, market.north.node)
    }
    const reopened = await readProposal(second, workflowId)
    expect(reopened).toMatchObject({ isApprovable: true, doubts: [] })
    expect(await registriesIn(reopened)).toEqual([])
  })

  test('a user who has lost the privilege in between', async () => {
    const leaver = await fixture.addUser()
    const { workflowId } = await propose()
    const reviewed = await readProposal(leaver, workflowId)
    const admin = await fixture.admin()
    const userAddr = leaver.signer!.address
    await revokePrivileges(admin, { userAddr, privileges: ['delivery.BACKOFFICE'] })
    await untilIndexed(fixture.market.ledger, fixture.market.north.node)
    await expect(approveProposal(leaver, { workflowId, reviewed })).rejects.toMatchObject({ status: 403 })
    expect(await state(workflowId)).toBe('PENDING')
  })

  test('a proposal whose proposer has lost the privilege has one signature less', async () => {
    const leaver = await fixture.addUser()
    const { workflowId } = await propose({}, leaver)
    await revokePrivileges(await fixture.admin(), {
      userAddr: leaver.signer!.address,
      privileges: ['delivery.BACKOFFICE'],
    })
    await untilIndexed(fixture.market.ledger, fixture.market.north.node)
    expect(await approve(workflowId)).toMatchObject({ workflow: { state: 'PENDING' }, sent: undefined })
    const { sent } = await approve(workflowId, third)
    expect(sent?.block).toBeGreaterThan(0)
  })
})

test('an approver is shown what would be signed, and one step executes it', async () => {
  const day = Math.floor(Date.now() / 86_400_000) * 86_400 + 2 * 86_400
  const workflow = await propose({ valueDate: Seconds.parse(day) })
  expect(workflow).toMatchObject({ state: 'PENDING', action: 'batchTransaction', signaturesRequired: 2 })
  // Until the value date has ended, sooner than in a week.
  expect(Math.abs(workflow.batch.deadline - (day + 86_400))).toBeLessThan(5)
  const proposal = await readProposal(second, workflow.workflowId)
  expect(proposal).toMatchObject({
    isApprovable: true,
    doubts: [],
    calls: [
      {
        functionName: 'createDelivery',
        deliveryId: workflow.entityId,
        legs: [{ quantity: 100n, senderAccount: '11', receiver: fixture.market.baltic.address }],
        valueDate: day,
        details: { description: 'Rebalancing' },
      },
    ],
  })
  const { sent } = await approveProposal(second, { workflowId: workflow.workflowId, reviewed: proposal })
  expect(sent?.block).toBeGreaterThan(0)
  expect(await getWorkflow(first, workflow.workflowId)).toMatchObject({ state: 'EXECUTED' })
  expect(await getTransfer(first, deliveryOf(workflow))).toMatchObject({ detailsStatus: 'SYNCED' })
  await until('the counterparty has the details', async () => {
    const { items } = await call(fixture.market.baltic.client, 'transfers', {
      query: { transferId: [deliveryOf(workflow)] },
    })
    return items[0]?.detailsStatus === 'SYNCED'
  })
})

test('a proposal without a value date, or with one in more than a week, can be approved for a week', async () => {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  for (const more of [{}, { valueDate: Seconds.parse(midnight + 20 * 86_400) }]) {
    const { workflowId, batch } = await propose(more)
    expect(Math.abs(batch.deadline - (Date.now() / 1000 + 7 * 86_400))).toBeLessThan(30)
    await rejectWorkflow(second, { workflowId })
  }
})

test('details wait longer than a day for the approval', async () => {
  const workflow = await propose()
  await north()
    .updateTable('delivery_details')
    .set({ stored_at: Math.floor(Date.now() / 1000) - 25 * 3600 })
    .where('delivery_id', '=', deliveryOf(workflow))
    .execute()
  await fixture.sweep()
  await approve(workflow.workflowId)
  expect(await getTransfer(first, deliveryOf(workflow))).toMatchObject({ detailsStatus: 'SYNCED' })
})

test('the reason of a cancellation reaches the other side once the cancellation does', async () => {
  const created = await propose()
  await approve(created.workflowId)
  const deliveryId = deliveryOf(created)
  const { baltic } = fixture.market
  await until('the counterparty has it', async () => {
    const { totalItemCount } = await call(baltic.client, 'transfers', { query: { transferId: [deliveryId] } })
    return totalItemCount === 1
  })
  const texts = async (client: Client) =>
    (await listDeliveryComments(client, { deliveryIds: [deliveryId] })).items.map(({ text }) =>
      readableText(text ?? ''),
    )
  const { workflow, result } = await sendForApproval(first, (approval) =>
    cancelTransfer(first, { deliveryId, reason: 'Wrong quantity' }, approval),
  )
  expect(result.kind).toBe('cancel')
  expect(await readProposal(second, workflow!.workflowId)).toMatchObject({
    isApprovable: true,
    calls: [{ functionName: 'cancelDelivery' }],
  })
  expect(await texts(second)).toEqual(['Wrong quantity'])
  expect(await texts(baltic.client)).toEqual([])
  await approve(workflow!.workflowId)
  await until('the push', async () => (await texts(baltic.client)).includes('Wrong quantity'))
})

test(
  'of 50 proposals approved in random order by two users, all are EXECUTED',
  { timeout: 240_000 },
  async () => {
    const workflows: Workflow[] = []
    for (let index = 0; index < 50; index++) workflows.push(await propose({ quantity: BigInt(100 + index) }))
    const shuffled = workflows
      .map((workflow, index) => ({ workflow, rank: ((index + 1) * 7919) % 53 }))
      .toSorted((left, right) => left.rank - right.rank)
    for (const [index, { workflow }] of shuffled.entries())
      await approve(workflow.workflowId, index % 2 === 0 ? second : third)
    const workflowIds = workflows.map(({ workflowId }) => workflowId)
    const { items } = await listWorkflows(first, { workflowIds, itemsPerPage: 50 })
    expect(items.filter((one) => one.state === 'EXECUTED')).toHaveLength(50)
  },
)

test('of two approvers at the same time, one publishes, and there is one transaction', async () => {
  const { workflowId } = await propose()
  const sentBy = (client: Client) =>
    fixture.market.ledger.rpc('eth_getTransactionCount', client.signer!.address, 'latest')
  const numSent = async () => (await Promise.all([second, third].map(sentBy))).map(Number)
  const before = await numSent()
  const [ofSecond, ofThird] = await Promise.all([
    readProposal(second, workflowId),
    readProposal(third, workflowId),
  ])
  const answers = await Promise.allSettled([
    approveProposal(second, { workflowId, reviewed: ofSecond }),
    approveProposal(third, { workflowId, reviewed: ofThird }),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await state(workflowId)).toBe('EXECUTED')
  const more = (await numSent()).map((count, index) => count - (before[index] ?? 0))
  expect(more.toSorted((one, other) => one - other)).toEqual([0, 1])
  const rows = await north().selectFrom('batch_signers').select('tx_hash').execute()
  const { txHash } = await getWorkflow(first, workflowId)
  expect(rows.filter((row) => row.tx_hash === txHash).length).toBeGreaterThan(0)
})

test('what was signed and not published is published by the next approval', async () => {
  const { workflowId } = await propose()
  // As a client that is killed after its signature: the server has it, the ledger nothing.
  await confirmWorkflow(second, { workflowId })
  expect(await state(workflowId)).toBe('CONFIRMED')
  await approve(workflowId)
  expect(await state(workflowId)).toBe('EXECUTED')
})

test('what has ended is proposed again, with its details', async () => {
  const workflow = await propose()
  await rejectWorkflow(second, { workflowId: workflow.workflowId, reason: 'Not today' })
  const again = await proposeAgain(third, workflow)
  expect(again).toMatchObject({ entityId: workflow.entityId, state: 'PENDING' })
  await approve(again.workflowId)
  expect(await getTransfer(first, deliveryOf(workflow))).toMatchObject({ detailsStatus: 'SYNCED' })
})

test('a user who may by-pass sends directly, as before', async () => {
  const alone = await fixture.addUser('user.BYPASS_MULTI_SIGNATURE')
  const { deliveryId } = await createFopTransfer(alone, fixture.delivery())
  expect(await getTransfer(first, deliveryId)).toMatchObject({ state: 'PENDING_COUNTERPARTY' })
})

test('where two sign for receipts alone, everything else is sent by one', async () => {
  await fixture.require(1, 'createDelivery', 'cancelDelivery')
  await fixture.require(2, 'confirmAsReceiver')
  const { deliveryId } = await createFopTransfer(
    first,
    fixture.delivery({ counterpartyAddr: fixture.market.rhone.address }),
  )
  await confirmTransfer(fixture.market.rhone.client, {
    deliveryId,
    accounts: { receive: AccountNumber.parse('33') },
  })
  const { alpenbank, rhone, registrar } = fixture.market
  await confirmAsRegistrar(registrar.client, deliveryId)
  const back = await createFopTransfer(rhone.client, {
    ...fixture.delivery(),
    account: AccountNumber.parse('33'),
    counterpartyAddr: alpenbank.address,
  })
  const accounts = { receive: AccountNumber.parse('11') }
  const confirmation = { deliveryId: back.deliveryId, accounts }
  await expect(confirmTransfer(first, confirmation)).rejects.toMatchObject({ code: 'SignaturesTooFew' })
  const { workflow } = await sendForApproval(first, (approval) =>
    confirmTransfer(first, confirmation, approval),
  )
  expect(workflow).toMatchObject({ action: 'confirmDelivery', entityId: back.deliveryId })
  expect(await readProposal(second, workflow!.workflowId)).toMatchObject({
    isApprovable: true,
    calls: [{ functionName: 'confirmAsReceiver', accounts: ['11'], details: { description: 'Rebalancing' } }],
  })
  await approve(workflow!.workflowId)
  expect(await getTransfer(first, back.deliveryId)).toMatchObject({ state: 'PENDING_CUSTODIAN' })
  await fixture.require(1, 'confirmAsReceiver')
  await fixture.require(2, 'createDelivery', 'cancelDelivery')
})

test('the deadline counts by the ledger’s clock', async () => {
  const { workflowId, batch } = await propose()
  const { ledger } = fixture.market
  await ledger.rpc('anvil_setNextBlockTimestamp', batch.deadline + 1)
  await ledger.rpc('anvil_mine', '0x1')
  await expect(approve(workflowId)).rejects.toMatchObject({ code: 'BatchExpired' })
  expect(await state(workflowId)).toBe('CONFIRMED')
})
