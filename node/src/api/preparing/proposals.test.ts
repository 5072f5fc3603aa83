// A desk that signs together, by HTTP alone: proposed, approved and published with bare keys.
import { DeliveryId } from '@connex/protocol'
import type { Address, CallBody, HexData, PreparedProposal, Workflow } from '@connex/protocol'
import { call, getTransfer, getWorkflow } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApprovalsFixture } from '../../../../testkit/src/fixtures/approvals.ts'
import type { ApprovalsFixture } from '../../../../testkit/src/fixtures/approvals.ts'
import { until } from '../../../../testkit/src/machine.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'

let desk: ApprovalsFixture
let [first, second]: [Client, Client] = [] as never
let [proposer, approver]: [TestUser, TestUser] = [] as never
beforeAll(async () => {
  desk = await startApprovalsFixture()
  ;({ first, second, colleague: approver } = desk)
  proposer = desk.market.alpenbank.user
  await desk.require(2, 'createDelivery', 'cancelDelivery')
})
afterAll(() => desk.market.stop())

type Proposed = CallBody<'prepareProposal'>

const fop = (given: object = {}): Proposed => {
  const { registryManagerAddr, registrarAddr, registryId } = desk.registry
  const { direction, account, quantity, counterpartyAddr, description } = desk.delivery()
  const transfer = {
    transferType: 'FOP',
    registryManagerAddr,
    registrarAddr,
    registryId,
    account,
    direction,
    counterpartyAddr,
    description,
    quantity: String(quantity),
    ...given,
  }
  return { transfer } as unknown as Proposed
}
/** Baltic wants as much from the other side, alone. */
const receipt = (counterpartyAddr: Address) => {
  const { transfer } = fop({ account: '22', direction: 'RECEIVE', counterpartyAddr }) as {
    transfer: CallBody<'prepareTransfer'>
  }
  return transfer
}
const prepare = (body: Proposed, client = first) => call(client, 'prepareProposal', { body })
/** As an HSM returns it: r and s alone. */
const signed = async (user: TestUser, hash: string) =>
  (await user.account.sign!({ hash: hash as `0x${string}` })).slice(0, 130) as HexData

/** With the signature of the proposer's bare key. */
async function propose(body: Proposed): Promise<{ prepared: PreparedProposal; workflow: Workflow }> {
  const prepared = await prepare(body)
  const signature = await signed(proposer, prepared.signingHash)
  const workflow = await call(first, 'createWorkflow', { body: { ...prepared.workflow, signature } })
  return { prepared, workflow }
}

async function approve(workflowId: string): Promise<void> {
  const { signingHash } = await call(second, 'prepareApproval', { body: { workflowId } })
  const signature = await signed(approver, signingHash)
  const { state } = await call(second, 'confirmWorkflow', { body: { workflowId, signature } })
  expect(state).toBe('CONFIRMED')
}

async function execute(workflowId: string): Promise<void> {
  const { unsignedTransaction, signingHash } = await call(second, 'prepareExecution', {
    body: { workflowId },
  })
  const body = { unsignedTransaction, signature: await signed(approver, signingHash), workflowId }
  await call(second, 'publishSignature', { body })
  await until('the execution', async () => (await getWorkflow(first, workflowId)).state === 'EXECUTED')
}

describe('refuses', () => {
  test('what the ledger would refuse, and stores nothing of it', async () => {
    await expect(prepare(fop({ quantity: '99999999' }))).rejects.toMatchObject({
      status: 409,
      code: 'contractRefused',
    })
    await expect(prepare(fop({ counterpartyAddr: desk.market.alpenbank.address }))).rejects.toMatchObject({
      code: 'badRequest',
    })
    await expect(prepare({} as Proposed)).rejects.toMatchObject({ code: 'badRequest' })
    await expect(prepare(fop(), desk.market.issuer.client)).rejects.toMatchObject({ code: 'forbidden' })
    const { items } = await call(first, 'workflows')
    expect(items).toEqual([])
  })

  test('the proposer as approver, too few signatures, a publisher without the privilege, and a workflow that has ended', async () => {
    const { workflow } = await propose(fop())
    const body = { workflowId: workflow.workflowId }
    await expect(call(first, 'prepareApproval', { body })).rejects.toMatchObject({
      code: 'actionRefused',
      problem: { reason: 'ownConfirmation' },
    })
    await expect(call(second, 'prepareExecution', { body })).rejects.toMatchObject({
      code: 'workflowNotConfirmed',
    })
    await call(second, 'rejectWorkflow', { body })
    await expect(call(second, 'prepareApproval', { body })).rejects.toMatchObject({
      code: 'actionRefused',
      problem: { reason: 'workflowEnded' },
    })
    const admin = await desk.admin()
    const { baltic, alpenbank } = desk.market
    const ofAnother = await call(baltic.client, 'prepareTransfer', {
      body: receipt(alpenbank.address),
    })
    const signature = await signed(alpenbank.admin, ofAnother.signingHash)
    const publication = { unsignedTransaction: ofAnother.unsignedTransaction, signature, ...body }
    await expect(call(admin, 'publishSignature', { body: publication })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const unknown = { body: { workflowId: 'none' } }
    await expect(call(second, 'prepareApproval', unknown)).rejects.toMatchObject({
      code: 'actionRefused',
      problem: { reason: 'notFound' },
    })
  })
})

test('a transfer is proposed, approved by a colleague who reads the same, and published once', async () => {
  const deadline = Math.floor(Date.now() / 1000) + 3600
  const { prepared, workflow } = await propose(fop({ deadline }))
  const { workflowId } = workflow
  expect(workflow).toMatchObject({ state: 'PENDING', action: 'batchTransaction', batch: { deadline } })
  expect(prepared.consequences).toEqual([
    'You create a delivery; what you deliver is earmarked now. It settles once all parties have confirmed.',
    'Alpenbank delivers 1.00 DE000CNX0025 from account 11 to Baltic Trust Bank, with Meridian Registrars as registrar.',
  ])
  expect(prepared).toMatchObject({ detailsStatus: 'PENDING', details: { description: 'Rebalancing' } })

  const approval = await call(second, 'prepareApproval', { body: { workflowId } })
  expect(approval).toMatchObject({ consequences: prepared.consequences, changes: [] })
  expect(approval.signingHash).toBe(prepared.signingHash)
  expect(approval.batch).toEqual(prepared.workflow.batch)
  const foreign = await signed(proposer, approval.signingHash)
  await expect(
    call(second, 'confirmWorkflow', { body: { workflowId, signature: foreign } }),
  ).rejects.toMatchObject({ code: 'signatureNotOfBatch' })

  await approve(workflowId)
  await expect(call(second, 'prepareApproval', { body: { workflowId } })).rejects.toMatchObject({
    code: 'workflowConfirmed',
  })
  await execute(workflowId)
  const deliveryId = DeliveryId.parse(prepared.deliveryId)
  expect(await getTransfer(first, deliveryId)).toMatchObject({ deliver: { quantity: '100' } })
  await expect(call(second, 'prepareExecution', { body: { workflowId } })).rejects.toMatchObject({
    code: 'actionRefused',
    problem: { reason: 'workflowEnded' },
  })

  // What it created is canceled by two users, too.
  const cancel = await prepare({ cancel: { deliveryId, reason: 'Wrong quantity' } })
  const { comment } = cancel
  if (comment === null) throw new Error('no comment')
  await call(first, 'putDeliveryComment', { body: { deliveryId, comment, untilOnLedger: true } })
  const signature = await signed(proposer, cancel.signingHash)
  const canceling = await call(first, 'createWorkflow', { body: { ...cancel.workflow, signature } })
  const { consequences } = await call(second, 'prepareApproval', {
    body: { workflowId: canceling.workflowId },
  })
  expect(consequences[0]).toBe('You cancel the delivery: it ends, and nothing stays earmarked.')
  await approve(canceling.workflowId)
  await execute(canceling.workflowId)
  expect((await getTransfer(first, deliveryId)).deliveryState).toBe('CANCELED')
})

test('a workflow is rejected on the ledger, by a transaction of the wallet itself, and nobody can publish it', async () => {
  const { workflow } = await propose(fop())
  const { workflowId } = workflow
  const unknown = { body: { workflowId: 'none' } }
  await expect(call(first, 'prepareRejection', unknown)).rejects.toMatchObject({
    code: 'actionRefused',
    problem: { reason: 'notFound' },
  })
  await approve(workflowId)
  const rejection = await call(first, 'prepareRejection', { body: { workflowId } })
  expect(rejection.consequences).toEqual([
    'You reject the workflow on the ledger, which is final: no signature under it is valid anymore.',
  ])
  expect(rejection.transaction.to).toBe(workflow.batch.controllerAddr)
  const { unsignedTransaction, signingHash } = rejection
  const signature = await signed(proposer, signingHash)
  await call(first, 'publishSignature', { body: { unsignedTransaction, signature } })
  await until('the rejection', async () => (await getWorkflow(second, workflowId)).state === 'REJECTED')
  await expect(call(second, 'prepareExecution', { body: { workflowId } })).rejects.toMatchObject({
    code: 'actionRefused',
    problem: { reason: 'workflowEnded' },
  })
})
