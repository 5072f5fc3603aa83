import { dappControllerAbi, privilegeManagerAbi, privileges, tenantAbi } from '@connex/contracts'
import { awaitReceipt, delegate } from '@connex/contracts/deploy'
import { batchDigest, HexData, randomBytes32, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, TxHash, WorkflowBatch } from '@connex/protocol'
import { call, rejectWorkflowOnLedger } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { bytesToHex, encodeFunctionData, zeroAddress } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { startFourEyesFixture } from '../../../../testkit/src/fixtures/fourEyes.ts'
import type { FourEyesFixture } from '../../../../testkit/src/fixtures/fourEyes.ts'
import { sendableBatch, signBatch } from '../../../../testkit/src/servers/batches.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { openTestStream } from '../../../../testkit/src/streams/testStream.ts'
import { nowSeconds } from '../../storage/engine/database.ts'

let fixture: FourEyesFixture
let world: BankFixture
let admin: Client
let user: Client
let controllerAddr: Address
let clientOf: (who: TestUser) => Client
beforeAll(async () => {
  fixture = await startFourEyesFixture()
  ;({ world, admin, user, controllerAddr } = fixture)
  clientOf = (who) => (who === world.bank.admin ? admin : user)
})
afterAll(() => world.stop())

const isUsed = async ({ nonce }: WorkflowBatch) => {
  const { ledger, bank } = world
  const address = bank.access.tenant
  const args = [BigInt(nonce)] as const
  return ledger.ledger.client.readContract({ address, abi: tenantAbi, functionName: 'isNonceUsed', args })
}
const batchOf = (lei: string, more: Partial<WorkflowBatch> = {}): WorkflowBatch => ({
  controllerAddr,
  calls: [{ target: world.bank.address, data: HexData.parse(fixture.setLei(lei).data) }],
  nonce: randomBytes32(),
  deadline: nowSeconds() + 3600,
  sender: null,
  ...more,
})
const start = async (batch: WorkflowBatch, who = world.bank.admin, by = who) =>
  call(clientOf(by), 'createWorkflow', {
    body: {
      entity: 'delivery',
      entityId: 'lei',
      action: 'batchTransaction',
      batch,
      signature: await signBatch(who, batch),
    },
  })
const confirm = async (who: TestUser, workflowId: string, batch: WorkflowBatch) =>
  call(clientOf(who), 'confirmWorkflow', { body: { workflowId, signature: await signBatch(who, batch) } })
const publish = (workflowId: string, rawTransaction: HexData) =>
  call(admin, 'confirmWorkflow', { body: { workflowId, rawTransaction } })
const find = async (workflowId: string) =>
  (await call(user, 'workflows', { query: { workflowIds: [workflowId] } })).items[0]
const lei = () => fixture.readLei()
/** Until a transaction is in a block, and the index has read it. */
const untilMined = async (hash: string | null) => {
  await awaitReceipt(world.ledger.ledger, hash as Hex)
  await untilIndexed(world.ledger, world.node)
}
/** Both have confirmed. */
const confirmed = async (value: string) => {
  const batch = batchOf(value)
  const { workflowId } = await start(batch)
  const { state, confirmations } = await confirm(world.bank.user, workflowId, batch)
  expect(state).toBe('CONFIRMED')
  const given = confirmations.find(({ userAddr }) => userAddr === world.bank.user.address)
  return { batch, workflowId, signature: given?.signature as HexData }
}

test.each(['null', 'a user'])(
  'the digest that is checked is the one that the controller checks: %s',
  async (of) => {
    const batch = batchOf('X', { sender: of === 'null' ? null : world.bank.user.address })
    const onLedger = await world.ledger.ledger.client.readContract({
      address: controllerAddr as Hex,
      abi: dappControllerAbi,
      functionName: 'hashBatch',
      args: [
        batch.calls as never,
        {
          nonce: BigInt(batch.nonce),
          deadline: BigInt(batch.deadline),
          sender: (batch.sender ?? ZERO_ADDRESS) as Hex,
        },
      ],
    })
    expect(bytesToHex(batchDigest(31337, batch))).toBe(onLedger)
  },
)

describe('a signature is refused', () => {
  test('that is another user’s', async () => {
    const batch = batchOf('X')
    await expect(start(batch, world.bank.admin, world.bank.user)).rejects.toMatchObject({
      status: 400,
      code: 'signatureNotOfBatch',
    })
  })

  test('over a batch that names a sender who could not send it', async () => {
    const batch = batchOf('X', { sender: world.stranger.user.address })
    await expect(start(batch)).rejects.toMatchObject({ status: 403, code: 'notEntitledToSign' })
  })

  test('over a call that the controller has no rule for', async () => {
    const { calls, ...rest } = batchOf('X')
    const batch = { ...rest, calls: [{ target: calls[0]!.target, data: HexData.parse('0x11223344') }] }
    await expect(start(batch)).rejects.toMatchObject({ status: 400, code: 'badRequest' })
  })

  test('over another chain, other calls or other terms than the workflow’s', async () => {
    const batch = batchOf('X')
    const { workflowId } = await start(batch)
    const others = [
      await signBatch(world.bank.user, batch, 1),
      await signBatch(world.bank.user, { ...batch, deadline: batch.deadline + 1 }),
      await signBatch(world.bank.user, { ...batch, nonce: randomBytes32() }),
      await signBatch(world.bank.user, { ...batch, sender: world.bank.user.address }),
      await signBatch(world.bank.user, { ...batch, calls: [...batch.calls, ...batch.calls] }),
      await signBatch(world.bank.admin, batch),
    ]
    for (const signature of others)
      await expect(call(user, 'confirmWorkflow', { body: { workflowId, signature } })).rejects.toMatchObject({
        status: 400,
        code: 'signatureNotOfBatch',
      })
    expect(await find(workflowId)).toMatchObject({ state: 'PENDING' })
  })
})

test('nobody sees a signature before there are enough', async () => {
  const batch = batchOf('X')
  const { workflowId } = await start(batch)
  expect((await find(workflowId))?.confirmations).toMatchObject([
    { userAddr: world.bank.admin.address, signature: null },
  ])
  await confirm(world.bank.user, workflowId, batch)
  const given = (await find(workflowId))?.confirmations.map(({ userAddr, signature }) => [
    userAddr,
    signature,
  ])
  const { admin: first, user: other } = world.bank
  const signed = [
    [first.address, await signBatch(first, batch)],
    [other.address, await signBatch(other, batch)],
  ]
  expect(given).toEqual(signed.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))
})

test('a transaction that carries anything else than the workflow’s batch is not published', async () => {
  const { batch, workflowId, signature } = await confirmed('A'.repeat(20))
  const { ledger, bank } = world
  const other = batchOf('B'.repeat(20), { deadline: batch.deadline })
  const wrong = [
    await sendableBatch(ledger, bank.admin, other, [signature]),
    await sendableBatch(ledger, bank.admin, { ...batch, deadline: batch.deadline + 1 }, [signature]),
    await sendableBatch(ledger, bank.admin, { ...batch, nonce: randomBytes32() }, [signature]),
    await sendableBatch(ledger, bank.admin, { ...batch, sender: bank.admin.address }, [signature]),
    await sendableBatch(ledger, bank.admin, batch, []),
    await sendableBatch(ledger, bank.admin, batch, [await signBatch(bank.user, other)]),
    await sendableBatch(ledger, bank.user, batch, [signature]),
  ]
  for (const raw of wrong)
    await expect(publish(workflowId, raw)).rejects.toMatchObject({ code: 'transactionOtherBatch' })
  expect(await find(workflowId)).toMatchObject({ state: 'CONFIRMED', txHash: null })
})

describe('a revoked signature', () => {
  test('cannot be published by the workflow or besides it, and counts again once given again', async () => {
    const { batch, workflowId, signature } = await confirmed('C'.repeat(20))
    const { ledger, bank } = world
    const raw = await sendableBatch(ledger, bank.admin, batch, [signature])
    const before = await lei()
    expect(await call(user, 'revokeWorkflow', { body: { workflowId } })).toMatchObject({ state: 'PENDING' })
    await expect(publish(workflowId, raw)).rejects.toMatchObject({ code: 'workflowNotConfirmed' })
    const direct = call(admin, 'publishRawTx', { body: { rawTransaction: raw } })
    await expect(direct).rejects.toMatchObject({ status: 409, code: 'signatureRevoked' })
    expect([await lei(), await isUsed(batch)]).toEqual([before, false])
    expect(await confirm(bank.user, workflowId, batch)).toMatchObject({ state: 'CONFIRMED' })
  })

  test('nor one of a workflow that was rejected', async () => {
    const { batch, workflowId, signature } = await confirmed('D'.repeat(20))
    const { ledger, bank } = world
    await call(user, 'rejectWorkflow', { body: { workflowId } })
    const raw = await sendableBatch(ledger, bank.admin, batch, [signature])
    await expect(publish(workflowId, raw)).rejects.toMatchObject({ code: 'workflowEnded' })
    const direct = call(admin, 'publishRawTx', { body: { rawTransaction: raw } })
    await expect(direct).rejects.toMatchObject({ code: 'signatureRevoked' })
  })
})

test('only the user whom the batch names publishes it', async () => {
  const { ledger, bank } = world
  const batch = batchOf('N'.repeat(20), { sender: bank.user.address })
  const { workflowId } = await start(batch)
  await confirm(bank.user, workflowId, batch)
  const [byAdmin, byUser] = [await signBatch(bank.admin, batch), await signBatch(bank.user, batch)]
  await expect(
    publish(workflowId, await sendableBatch(ledger, bank.admin, batch, [byUser])),
  ).rejects.toMatchObject({ code: 'transactionOtherBatch' })
  const rawTransaction = await sendableBatch(ledger, bank.user, batch, [byAdmin])
  const { txHash } = await call(user, 'confirmWorkflow', { body: { workflowId, rawTransaction } })
  await untilMined(txHash)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED' })
})

test('of two users who publish at the same time, one does: the other is refused, and pays for nothing', async () => {
  const { ledger, bank } = world
  const batch = batchOf('P'.repeat(20))
  const { workflowId } = await start(batch)
  await confirm(bank.user, workflowId, batch)
  const raws = await Promise.all([
    sendableBatch(ledger, bank.admin, batch, [await signBatch(bank.user, batch)]),
    sendableBatch(ledger, bank.user, batch, [await signBatch(bank.admin, batch)]),
  ])
  const counts = () =>
    Promise.all(
      [bank.admin, bank.user].map(({ address }) =>
        ledger.ledger.client.getTransactionCount({ address: address as Hex }),
      ),
    )
  const before = await counts()
  const answers = await Promise.allSettled([
    call(admin, 'confirmWorkflow', { body: { workflowId, rawTransaction: raws[0] } }),
    call(user, 'confirmWorkflow', { body: { workflowId, rawTransaction: raws[1] } }),
  ])
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toMatchObject([{ status: 409, code: 'workflowPublished' }])
  await untilMined((await find(workflowId))?.txHash ?? null)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED' })
  const after = await counts()
  expect(
    after.map((count, index) => count - (before[index] ?? 0)).toSorted((left, right) => left - right),
  ).toEqual([0, 1])
})

test('what the ledger refuses has no claim: another transaction of the same workflow is published', async () => {
  const { ledger, bank } = world
  const { batch, workflowId, signature } = await confirmed('Q'.repeat(20))
  const used = await sendableBatch(ledger, bank.admin, batch, [signature], { nonce: 0 })
  await expect(publish(workflowId, used)).rejects.toMatchObject({ code: 'nonceUsed' })
  expect(await find(workflowId)).toMatchObject({ state: 'CONFIRMED', txHash: null })
  const { txHash } = await publish(workflowId, await sendableBatch(ledger, bank.admin, batch, [signature]))
  await untilMined(txHash)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED' })
})

test('a transaction that the ledger does not know after a minute is replaced by another', async () => {
  const { ledger, bank, node } = world
  const { batch, workflowId, signature } = await confirmed('R'.repeat(20))
  const lost = `0x${'ab'.repeat(32)}` as TxHash
  const claimedAgo = (seconds: number) =>
    node.database.kysely
      .updateTable('workflows')
      .set({ tx_hash: lost, updated_at: nowSeconds() - seconds })
      .where('id', '=', workflowId)
      .execute()
  const raw = await sendableBatch(ledger, bank.admin, batch, [signature])
  await claimedAgo(30)
  await expect(publish(workflowId, raw)).rejects.toMatchObject({ code: 'workflowPublished' })
  await claimedAgo(90)
  await untilMined((await publish(workflowId, raw)).txHash)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED' })
})

test('the last confirmation’s transaction makes it EXECUTED once the index has seen it; others of that nonce are ABORTED', async () => {
  const { batch, workflowId, signature } = await confirmed('E'.repeat(20))
  const { ledger, bank } = world
  const rival = await start(batchOf('F'.repeat(20), { nonce: batch.nonce }))
  const { txHash } = await publish(workflowId, await sendableBatch(ledger, bank.admin, batch, [signature]))
  await untilMined(txHash)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED', confirmations: [{}, {}] })
  expect(await lei()).toBe('E'.repeat(20))
  expect(await find(rival.workflowId)).toMatchObject({ state: 'ABORTED', txHash: null })
  const { items } = await call(admin, 'audit', { query: { type: 'confirmation-workflows' } })
  const acts = items
    .filter(({ entityId }) => entityId === workflowId)
    .map(({ action, source }) => [action, source])
  expect(acts).toContainEqual(['WORKFLOW_EXECUTE', 'ON-CHAIN'])
  for (const decide of ['rejectWorkflow', 'revokeWorkflow'] as const)
    for (const id of [workflowId, rival.workflowId])
      await expect(call(user, decide, { body: { workflowId: id } })).rejects.toMatchObject({
        status: 409,
        code: 'workflowEnded',
      })
  await expect(confirm(bank.user, rival.workflowId, rival.batch)).rejects.toMatchObject({
    code: 'workflowEnded',
  })
  const again = start(batchOf('F'.repeat(20), { nonce: batch.nonce }))
  await expect(again).rejects.toMatchObject({ status: 409, code: 'batchNonceUsed' })
})

test('what was published beside the workflow is EXECUTED as well', async () => {
  const { batch, workflowId, signature } = await confirmed('G'.repeat(20))
  const { ledger, bank } = world
  const rawTransaction = await sendableBatch(ledger, bank.admin, batch, [signature])
  const { transactionHash } = await call(admin, 'publishRawTx', { body: { rawTransaction } })
  await untilMined(transactionHash)
  expect(await find(workflowId)).toMatchObject({ state: 'EXECUTED', txHash: transactionHash })
})

test('the streams report that it is EXECUTED, and others ABORTED, without a request', async () => {
  const { ledger, bank, node } = world
  const { batch, workflowId, signature } = await confirmed('I'.repeat(20))
  const rival = await start(batchOf('J'.repeat(20), { nonce: batch.nonce }))
  const stream = await openTestStream(node.url, bank.user)
  const rawTransaction = await sendableBatch(ledger, bank.admin, batch, [signature])
  await call(admin, 'publishRawTx', { body: { rawTransaction } })
  for (const id of [workflowId, rival.workflowId])
    await stream.find(`the end of ${id}`, ({ topic, keys }) => topic === 'details' && keys.includes(id))
  const rows = await node.database.kysely
    .selectFrom('workflows')
    .select('state')
    .where('id', 'in', [workflowId, rival.workflowId])
    .execute()
  expect(rows.map(({ state }) => state).sort()).toEqual(['ABORTED', 'EXECUTED'])
  stream.close()
})

test('what a chain reorg removes is open again, and ends again', async () => {
  const { ledger, bank, node } = world
  const { batch, workflowId, signature } = await confirmed('K'.repeat(20))
  const rival = await start(batchOf('L'.repeat(20), { nonce: batch.nonce }))
  const before = (await ledger.rpc('evm_snapshot')) as Hex
  const raw = await sendableBatch(ledger, bank.admin, batch, [signature])
  const { txHash } = await publish(workflowId, raw)
  await untilMined(txHash)
  const states = async () => [(await find(workflowId))?.state, (await find(rival.workflowId))?.state]
  const acts = async () =>
    (await call(admin, 'audit', { query: { type: 'confirmation-workflows' } })).items
      .filter(({ entityId }) => entityId === workflowId || entityId === rival.workflowId)
      .map(({ action }) => action)
  expect(await states()).toEqual(['EXECUTED', 'ABORTED'])
  expect(await acts()).toEqual(expect.arrayContaining(['WORKFLOW_EXECUTE', 'WORKFLOW_ABORT']))
  await ledger.rpc('evm_revert', before)
  await ledger.rpc('anvil_mine', '0x3')
  await untilIndexed(ledger, node)
  expect(await states()).toEqual(['CONFIRMED', 'PENDING'])
  expect(await acts()).not.toContain('WORKFLOW_EXECUTE')
  expect(await acts()).not.toContain('WORKFLOW_ABORT')
  const again = await call(admin, 'publishRawTx', { body: { rawTransaction: raw } })
  await untilMined(again.transactionHash)
  expect(await states()).toEqual(['EXECUTED', 'ABORTED'])
})

test('a rejection on the ledger that a chain reorg removes leaves the workflow open', async () => {
  const { ledger, node } = world
  const { workflowId } = await confirmed('M'.repeat(20))
  const before = (await ledger.rpc('evm_snapshot')) as Hex
  await rejectWorkflowOnLedger(user, { workflowId })
  expect(await find(workflowId)).toMatchObject({ state: 'REJECTED', rejectedBy: world.bank.user.address })
  await ledger.rpc('evm_revert', before)
  await ledger.rpc('anvil_mine', '0x3')
  await untilIndexed(ledger, node)
  expect(await find(workflowId)).toMatchObject({ state: 'CONFIRMED', rejectedBy: null })
})

test('a user who lost the privilege has no confirmation any more', async () => {
  const { batch, workflowId, signature } = await confirmed('H'.repeat(20))
  const { ledger, bank, node } = world
  const data = encodeFunctionData({
    abi: privilegeManagerAbi,
    functionName: 'revoke',
    args: [bank.user.account.address, privileges['user.TENANT_ADMIN'], zeroAddress],
  })
  const calls = [{ target: bank.access.privilegeManager, data }]
  await delegate(ledger.ledger, bank.admin.account, 'revoke', controllerAddr as Hex, calls)
  await untilIndexed(ledger, node)
  const raw = await sendableBatch(ledger, bank.admin, batch, [signature])
  await expect(publish(workflowId, raw)).rejects.toMatchObject({ code: 'workflowNotConfirmed' })
  await expect(confirm(bank.user, workflowId, batch)).rejects.toMatchObject({
    status: 403,
    code: 'notEntitledToSign',
  })
  await expect(start(batchOf('X'), bank.user)).rejects.toMatchObject({ code: 'notEntitledToSign' })
})
