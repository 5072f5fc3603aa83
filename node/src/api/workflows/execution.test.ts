import { dappControllerAbi, privilegeManagerAbi, privileges, tenantAbi } from '@connex/contracts'
import { awaitReceipt, controllerFor, delegate, grantUserPrivileges } from '@connex/contracts/deploy'
import { Address, batchDigest, HexData, Quantity } from '@connex/protocol'
import type { WorkflowBatch } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { bytesToHex, encodeFunctionData, stringToHex, toFunctionSelector, zeroAddress } from 'viem'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { sendableBatch, signBatch } from '../../../../testkit/src/servers/batches.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { openTestStream } from '../../../../testkit/src/streams/testStream.ts'
import { nowSeconds } from '../../storage/engine/database.ts'

let world: BankFixture
let admin: Client
let user: Client
let controllerAddr: Address
let clientOf: (who: TestUser) => Client
beforeAll(async () => {
  world = await startBankFixture()
  const { ledger, bank, node } = world
  const { PlatformManager } = ledger.deployment.contracts
  await grantUserPrivileges(ledger.ledger, bank.admin.account, bank.access, PlatformManager, [
    { user: bank.admin.account.address, privileges: ['delivery.BACKOFFICE'] },
    { user: bank.user.account.address, privileges: ['user.TENANT_ADMIN'] },
  ])
  const controller = controllerFor(bank.access.controllers, PlatformManager)
  controllerAddr = Address.parse(controller)
  await requireTwo(controller)
  await untilIndexed(ledger, node)
  admin = await testClient(node.url, bank.admin)
  user = await testClient(node.url, bank.user)
  clientOf = (who) => (who === bank.admin ? admin : user)
})
afterAll(() => world.stop())

/** From now on two users change the tenant's strings. */
async function requireTwo(controller: Hex): Promise<void> {
  const { ledger, bank } = world
  const [setString] = tenantAbi.filter((item) => item.type === 'function' && item.name === 'setString')
  const functionSelector = toFunctionSelector(setString as never)
  const entry = { functionSelector, privilege: privileges['user.TENANT_ADMIN'], signaturesRequired: 2 }
  const data = encodeFunctionData({ abi: dappControllerAbi, functionName: 'updateConfig', args: [[entry]] })
  await delegate(ledger.ledger, bank.admin.account, 'ask for two', controller, [{ target: controller, data }])
}

const tenantNonce = async () => {
  const { ledger, bank } = world
  const address = bank.access.tenant
  return ledger.ledger.client.readContract({ address, abi: tenantAbi, functionName: 'nonce' })
}
const batchOf = async (lei: string, more: Partial<WorkflowBatch> = {}): Promise<WorkflowBatch> => ({
  controllerAddr,
  calls: [
    {
      target: world.bank.address,
      data: HexData.parse(
        encodeFunctionData({
          abi: tenantAbi,
          functionName: 'setString',
          args: [stringToHex('lei', { size: 32 }), lei],
        }),
      ),
    },
  ],
  tenantNonce: Quantity.parse(String(await tenantNonce())),
  deadline: nowSeconds() + 3600,
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
const lei = () =>
  world.ledger.ledger.client.readContract({
    address: world.bank.access.tenant,
    abi: tenantAbi,
    functionName: 'lei',
  })
/** Until a transaction is in a block, and the index has read it. */
const untilMined = async (hash: string | null) => {
  await awaitReceipt(world.ledger.ledger, hash as Hex)
  await untilIndexed(world.ledger, world.node)
}
/** Both have confirmed. */
const confirmed = async (value: string) => {
  const batch = await batchOf(value)
  const { workflowId } = await start(batch)
  const { state, confirmations } = await confirm(world.bank.user, workflowId, batch)
  expect(state).toBe('CONFIRMED')
  const given = confirmations.find(({ userAddr }) => userAddr === world.bank.user.address)
  return { batch, workflowId, signature: given?.signature as HexData }
}

test('the digest that is checked is the one that the controller checks', async () => {
  const batch = await batchOf('X')
  const onLedger = await world.ledger.ledger.client.readContract({
    address: controllerAddr as Hex,
    abi: dappControllerAbi,
    functionName: 'hashBatch',
    args: [batch.calls as never, BigInt(batch.tenantNonce), BigInt(batch.deadline)],
  })
  expect(bytesToHex(batchDigest(31337, batch))).toBe(onLedger)
})

describe('a signature is refused', () => {
  test('that is another user’s', async () => {
    const batch = await batchOf('X')
    await expect(start(batch, world.bank.admin, world.bank.user)).rejects.toMatchObject({
      status: 400,
      code: 'signatureNotOfBatch',
    })
  })

  test('over a nonce that is not the tenant’s', async () => {
    const batch = await batchOf('X', { tenantNonce: Quantity.parse('77') })
    await expect(start(batch)).rejects.toMatchObject({ status: 409, code: 'batchOutdated' })
  })

  test('over a call that the controller has no rule for', async () => {
    const { calls, ...rest } = await batchOf('X')
    const batch = { ...rest, calls: [{ target: calls[0]!.target, data: HexData.parse('0x11223344') }] }
    await expect(start(batch)).rejects.toMatchObject({ status: 400, code: 'badRequest' })
  })

  test('over another chain, other calls or another deadline than the workflow’s', async () => {
    const batch = await batchOf('X')
    const { workflowId } = await start(batch)
    const others = [
      await signBatch(world.bank.user, batch, 1),
      await signBatch(world.bank.user, { ...batch, deadline: batch.deadline + 1 }),
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
  const batch = await batchOf('X')
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
  const other = await batchOf('B'.repeat(20), { deadline: batch.deadline })
  const wrong = [
    await sendableBatch(ledger, bank.admin, other, [signature]),
    await sendableBatch(ledger, bank.admin, { ...batch, deadline: batch.deadline + 1 }, [signature]),
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
    expect([await lei(), await tenantNonce()]).toEqual([before, BigInt(batch.tenantNonce)])
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

test('the last confirmation’s transaction makes it EXECUTED once the index has seen it; others of that nonce are ABORTED', async () => {
  const { batch, workflowId, signature } = await confirmed('E'.repeat(20))
  const { ledger, bank } = world
  const rival = await start(await batchOf('F'.repeat(20)))
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
  const rival = await start(await batchOf('J'.repeat(20)))
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
  const rival = await start(await batchOf('L'.repeat(20)))
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
  await expect(start(await batchOf('X'), bank.user)).rejects.toMatchObject({ code: 'notEntitledToSign' })
})
