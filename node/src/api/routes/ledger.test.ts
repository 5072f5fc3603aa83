import { platformManagerAbi } from '@connex/contracts'
import { awaitReceipt } from '@connex/contracts/deploy'
import { LEDGER_METHODS } from '@connex/protocol'
import { encodeFunctionData, keccak256, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { fuzzReads } from '../../../../testkit/src/fuzz/ledgerReads.ts'
import { startLedgerProxy } from '../../../../testkit/src/ledger/ledgerProxy.ts'
import type { Answer, Interceptor } from '../../../../testkit/src/ledger/ledgerProxy.ts'
import { addToken, tokenAbi } from '../../../../testkit/src/ledger/tokens.ts'
import { createRandom } from '../../../../testkit/src/random.ts'
import { rawRequest, sendSigned, signRequest } from '../../../../testkit/src/servers/requests.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'

const CALLS = 100
const NAME = encodeFunctionData({ abi: platformManagerAbi, functionName: 'name' })

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

const ask = async (target: string, body?: unknown) => {
  const method = body === undefined ? 'GET' : 'POST'
  const wanted = { method, target: `/api/v6${target}`, ...(body === undefined ? {} : { body }) }
  const { status, text, problem } = await sendSigned(world.node.url, world.bank.user, wanted)
  return { status, problem, answer: JSON.parse(text) as Record<string, unknown> }
}
const rpc = (method: string, params: unknown[] = []) => ask('/dlt/eth/rpc', { method, params })
const publish = (rawTransaction: string) => ask('/dlt/eth/publish-raw-tx', { rawTransaction })

const nextNonce = () =>
  world.ledger.ledger.client.getTransactionCount({ address: world.bank.user.account.address })
const sign = async (change: Record<string, unknown> = {}) =>
  world.bank.user.account.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce: await nextNonce(),
    gas: 100_000n,
    gasPrice: 0n,
    to: world.ledger.deployment.contracts.PlatformManager,
    data: NAME,
    ...change,
  })

describe('account', () => {
  test('is the user’s own, or that of the requested address', async () => {
    const { client } = world.ledger.ledger
    const own = await ask('/dlt/eth/account')
    const { address } = world.bank.user.account
    expect(own.answer).toEqual({
      balance: String(await client.getBalance({ address })),
      nonce: await nextNonce(),
      latestNonce: await client.getTransactionCount({ address }),
    })
    const other = await ask(`/dlt/eth/account?address=0x${'77'.repeat(20)}`)
    expect(other.answer).toEqual({ balance: '0', nonce: 0, latestNonce: 0 })
    expect((await ask('/dlt/eth/account?address=me')).status).toBe(400)
  })
})

describe('publishing', () => {
  test.each([
    ['0x', 'transactionMalformed', 'The raw transaction is not well formed.'],
    ['0xdeadbeef', 'transactionMalformed', 'The raw transaction is not well formed.'],
  ])('%s is refused before it reaches the ledger', async (raw, code, detail) => {
    expect(await publish(raw)).toMatchObject({ status: 400, problem: { code, detail } })
  })

  test('a transaction must be hex', async () => {
    expect(await publish('hello')).toMatchObject({ status: 400, problem: { code: 'badRequest' } })
  })

  test('SRV-16 another chain, and too much gas', async () => {
    expect(await publish(await sign({ chainId: 1 }))).toMatchObject({
      status: 400,
      problem: { code: 'transactionForeignChain' },
    })
    expect(await publish(await sign({ gas: 16_000_001n }))).toMatchObject({
      status: 400,
      problem: { code: 'transactionTooMuchGas' },
    })
  })

  test('SRV-16 a contract that is not registered, an account, and a contract yet to be made', async () => {
    const { to: _to, ...making } = { to: undefined, data: '0x600a600c' as const }
    const stranger = '0x00000000000000000000000000000000000c0de5'
    const before = await nextNonce()
    for (const raw of [
      await sign({ to: stranger }),
      await sign({ to: world.bank.admin.account.address, data: '0x', value: 1n }),
      await sign({ ...making, to: null }),
    ]) {
      const { status, problem } = await publish(raw)
      expect(status).toBe(400)
      expect(problem).toMatchObject({ code: 'transactionUnknownContract', title: 'Bad Request' })
    }
    expect(await nextNonce()).toBe(before)
  })

  test('SRV-16 a transaction that somebody else has signed, and one of nobody who is logged in', async () => {
    const { account } = world.bank.admin
    const foreign = await account.signTransaction({
      type: 'legacy',
      chainId: 31337,
      nonce: 0,
      gas: 100_000n,
      gasPrice: 0n,
      to: world.ledger.deployment.contracts.PlatformManager,
    })
    expect(await publish(foreign)).toMatchObject({
      status: 403,
      problem: { code: 'transactionForeignSender', title: 'User Authorization Failure' },
    })
    const unsigned = await rawRequest(world.node.url, {
      method: 'POST',
      target: '/api/v6/dlt/eth/publish-raw-tx',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rawTransaction: await sign() }),
    })
    expect(unsigned).toMatchObject({ status: 401, problem: { title: 'User Authentication Failure' } })
  })

  test('every contract that the platform knows is taken, a tenant’s controller among them', async () => {
    const [controller] = world.bank.access.controllers
    const nonce = await nextNonce()
    const raw = await sign({ to: controller?.address, gas: 15_000_000n, data: '0x' })
    expect(await publish(raw)).toMatchObject({ status: 200 })
    // The block may come later than the answer.
    await expect.poll(nextNonce).toBe(nonce + 1)
  })

  test('SRV-15 L2: a nonce that is used is a conflict; one too high waits at the ledger', async () => {
    expect(await publish(await sign({ nonce: (await nextNonce()) - 1, gas: 99_999n }))).toMatchObject({
      status: 409,
      problem: { code: 'nonceUsed', title: 'Conflict' },
    })
    expect(await publish(await sign({ nonce: (await nextNonce()) + 5 }))).toMatchObject({ status: 200 })
    const { answer } = await ask('/dlt/eth/account')
    expect(answer['nonce']).toBe(await nextNonce())
  })

  test.each<[string, Record<string, unknown>, number, string]>([
    ['value that the account does not have', { value: parseEther('1000000') }, 409, 'balanceTooLow'],
    ['a fee that the account cannot pay', { gasPrice: 2n ** 100n }, 409, 'balanceTooLow'],
    ['a fee that no account can pay', { gasPrice: 2n ** 200n }, 409, 'balanceTooLow'],
    ['more data than its gas pays for', { data: `0x${'ff'.repeat(400_000)}` }, 400, 'gasTooLow'],
    ['too little gas', { gas: 20_000n }, 400, 'gasTooLow'],
  ])("L2: a transaction with %s is its signer's fault", async (_, change, status, code) => {
    expect(await publish(await sign(change))).toMatchObject({ status, problem: { code } })
  })

  test('SRV-14 the same transaction ten times at once is one, and all get its hash', async () => {
    const raw = await sign()
    const before = await nextNonce()
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(raw)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ answer }) => answer['transactionHash']))).toEqual(new Set([keccak256(raw)]))
    expect(await nextNonce()).toBe(before + 1)
    expect(await publish(raw)).toMatchObject({ status: 200, answer: { transactionHash: keccak256(raw) } })
  })

  test('SRV-17 of refunds of one user at the same time one is paid, and at the threshold none', async () => {
    const { ledger, deployment, rpc } = world.ledger
    const { PlatformManager: address } = deployment.contracts
    const { address: user } = world.bank.user.account
    const read = { address, abi: platformManagerAbi } as const
    const { refundThreshold, refundLimit } = await ledger.client.readContract({
      ...read,
      functionName: 'refundSettings',
    })
    const data = encodeFunctionData({
      abi: platformManagerAbi,
      functionName: 'refund',
      args: [world.bank.access.tenant, user],
    })
    const signRefund = async (ahead = 0) => sign({ data, gas: 500_000n, nonce: (await nextNonce()) + ahead })
    const balance = () => ledger.client.getBalance({ address: user })
    await rpc('anvil_setBalance', user, toHex(refundThreshold))
    await publish(await signRefund())
    expect(await balance()).toBe(refundThreshold)
    await rpc('anvil_setBalance', user, toHex(refundThreshold - 1n))
    const raws = await Promise.all([0, 1, 2].map(signRefund))
    await Promise.all(raws.map(publish))
    const receipts = await Promise.all(raws.map((raw) => awaitReceipt(ledger, keccak256(raw))))
    expect(receipts.map(({ status }) => status).toSorted()).toEqual(['reverted', 'reverted', 'success'])
    expect(await balance()).toBeLessThanOrEqual(refundLimit)
  })
})

describe('reading contract state', () => {
  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_accounts',
    'eth_sign',
    'personal_sign',
    'anvil_setBalance',
    'evm_mine',
    'debug_traceTransaction',
    'eth_newFilter',
    'ETH_CALL',
    '',
  ])('%s is not offered', async (method) => {
    expect(await rpc(method)).toMatchObject({ status: 400, problem: { code: 'methodNotAllowedOnLedger' } })
  })

  test('every method on the list reads', async () => {
    const { address } = world.bank.user.account
    const { PlatformManager: to } = world.ledger.deployment.contracts
    const data = NAME
    const parameters: Record<string, unknown[]> = {
      eth_call: [{ to, data }, 'latest'],
      eth_estimateGas: [{ to, data }],
      eth_getBalance: [address, 'latest'],
      eth_getBlockByNumber: ['latest', false],
      eth_getCode: [to, 'latest'],
      eth_getTransactionByHash: [`0x${'11'.repeat(32)}`],
      eth_getTransactionCount: [address, 'pending'],
      eth_getTransactionReceipt: [`0x${'11'.repeat(32)}`],
    }
    for (const method of LEDGER_METHODS) {
      const { status, answer } = await rpc(method, parameters[method])
      expect([method, status, Object.keys(answer)]).toEqual([method, 200, ['result']])
    }
  })

  describe.each(['eth_call', 'eth_estimateGas'])(
    'H1: %s is refused before it reaches the ledger',
    (method) => {
      const to = () => world.ledger.deployment.contracts.PlatformManager
      const endless = '0x5b600056'
      test.each<[string, () => unknown[], string]>([
        ['the caller’s own code, to no contract', () => [{ data: endless }], 'contractUnknown'],
        ['the caller’s own code, to null', () => [{ to: null, data: endless }], 'contractUnknown'],
        ['an account', () => [{ to: world.bank.user.address }], 'contractUnknown'],
        ['a precompiled contract', () => [{ to: `0x${'5'.padStart(40, '0')}` }], 'contractUnknown'],
        ['more gas than a transaction may have', () => [{ to: to(), gas: '0xf42401' }], 'badRequest'],
        ['gas without end', () => [{ to: to(), gas: '0xffffffffff' }], 'badRequest'],
        ['gas that is not in hex', () => [{ to: to(), gas: 16_000_000 }], 'badRequest'],
        ['M5: another state', () => [{ to: to() }, 'latest', { [to()]: { code: endless } }], 'badRequest'],
        ['M5: another block', () => [{ to: to() }, 'latest', {}, { number: '0x1' }], 'badRequest'],
        ['M5: no state, but its place', () => [{ to: to() }, 'latest', null], 'badRequest'],
        ['fields of other transactions', () => [{ to: to(), authorizationList: [] }], 'badRequest'],
        ['no object', () => [endless], 'badRequest'],
        ['no parameters', () => [], 'badRequest'],
      ])('%s', async (_, params, code) => {
        expect(await rpc(method, params())).toMatchObject({ status: 400, problem: { code } })
      })
    },
  )

  test('H1: a token that the platform has registered is read like any other contract', async () => {
    const token = await addToken(world.ledger, [])
    await untilIndexed(world.ledger, world.node)
    const data = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [world.bank.user.account.address],
    })
    expect(await rpc('eth_call', [{ to: token, data }, 'latest'])).toMatchObject({
      status: 200,
      answer: { result: `0x${'0'.repeat(64)}` },
    })
  })

  test(`H1: ${CALLS} calls at once, bent in every way, are answered, and meanwhile another user is served`, async () => {
    const { wrong, statuses, slowestMs } = await fuzzReads(world, createRandom(1), CALLS)
    expect(wrong).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(0)
    expect(statuses.get(400)).toBeGreaterThan(CALLS / 10)
    expect(slowestMs).toBeLessThan(5_000)
  })

  test('D26: a contract that refuses is a conflict, with the revert for the client to decode', async () => {
    const { PlatformManager: to } = world.ledger.deployment.contracts
    const data = encodeFunctionData({
      abi: platformManagerAbi,
      functionName: 'blacklist',
      args: [[world.bank.user.account.address]],
    })
    const { status, problem } = await rpc('eth_call', [{ to, data }, 'latest'])
    expect(status).toBe(409)
    expect(problem).toMatchObject({ code: 'contractRefused', title: 'Conflict' })
    expect(problem.revertData).toMatch(/^0x[0-9a-f]{8}/)
  })

  test.each<[string, Record<string, unknown>, number, string]>([
    ['a function that the contract does not have', { data: '0x00000000' }, 409, 'contractRefused'],
    ['value that nobody has', { value: `0x${'f'.repeat(30)}` }, 409, 'balanceTooLow'],
    ['less gas than the call costs', { gas: '0x10' }, 400, 'gasTooLow'],
    ['gas that ends on the way', { data: NAME, gas: '0x5300' }, 409, 'ledgerRefused'],
  ])("L2: %s is the caller's fault", async (_, change, status, code) => {
    const to = world.ledger.deployment.contracts.PlatformManager
    expect(await rpc('eth_call', [{ to, ...change }, 'latest'])).toMatchObject({ status, problem: { code } })
  })

  test("L2: a block that the ledger does not have is the caller's fault", async () => {
    const call = { to: world.ledger.deployment.contracts.PlatformManager, data: NAME }
    for (const block of ['0xffffff', 'best', { blockHash: `0x${'11'.repeat(32)}` }])
      expect(await rpc('eth_call', [call, block])).toMatchObject({
        status: 400,
        problem: { code: 'badRequest' },
      })
  })

  test('parameters that the ledger cannot read are the caller’s fault', async () => {
    expect(await rpc('eth_getBalance', ['me'])).toMatchObject({
      status: 400,
      problem: { code: 'badRequest' },
    })
  })
})

test('the status shows how far the ledger is indexed', async () => {
  const { answer } = await ask('/dlt/eth/sync-status?eventType=DeliveryCreated')
  expect(answer['indexedBlock']).toBeTypeOf('number')
  expect(answer['eventTypes']).toEqual([
    { eventType: 'DeliveryCreated', indexedBlock: answer['indexedBlock'] },
  ])
  expect(answer['pastBlocks']).toBe(0)
  const { answer: all } = await ask('/dlt/eth/sync-status')
  expect(all['eventTypes']).toContainEqual({ eventType: 'AccountChanged', indexedBlock: all['indexedBlock'] })
  for (const unknown of ['Nothing', 'deliverycreated', '%'])
    expect(await ask(`/dlt/eth/sync-status?eventType=${encodeURIComponent(unknown)}`)).toMatchObject({
      status: 400,
    })
  expect(answer['ledgerBlock']).toBe(
    Number(await world.ledger.ledger.client.getBlockNumber({ cacheTime: 0 })),
  )
})

test('SRV-15 a ledger that refuses the pending block, or whose pool is behind, names the nonce of its blocks', async () => {
  const latestNonce = await nextNonce()
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  try {
    await world.restart({ ledgerRpcUrls: [proxy.url] })
    const refused = { error: { code: -32602, message: '"pending" is not supported' } }
    for (const answer of [refused, { result: '0x0' }]) {
      proxy.intercept = ({ method, params }, forward) =>
        method === 'eth_getTransactionCount' && params[1] === 'pending' ? answer : forward()
      expect((await ask('/dlt/eth/account')).answer).toMatchObject({ nonce: latestNonce, latestNonce })
    }
  } finally {
    await proxy.close()
    await world.restart()
  }
})

test('a node that says that the block gas limit is below what its own block takes has failed, not refused', async () => {
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  try {
    await world.restart({ ledgerRpcUrls: [proxy.url] })
    // The EVM of Cosmos before its first block after a restart.
    proxy.intercept = restarted
    expect(await publish(await sign())).toMatchObject({ status: 500, problem: { code: 'ledgerFailed' } })
    proxy.intercept = (call, forward) =>
      call.method === 'eth_getBlockByNumber' ? withGasLimit('0xfff', forward) : restarted(call, forward)
    expect(await publish(await sign())).toMatchObject({ status: 409, problem: { code: 'ledgerRefused' } })
  } finally {
    await proxy.close()
    await world.restart()
  }
})

const restarted: Interceptor = ({ method }, forward) =>
  method === 'eth_sendRawTransaction'
    ? { error: { code: -32000, message: 'exceeds block gas limit' } }
    : forward()

async function withGasLimit(gasLimit: string, forward: () => Promise<Answer>): Promise<Answer> {
  const answer = await forward()
  return 'result' in answer ? { result: { ...(answer.result as object), gasLimit } } : answer
}

test("H1: a user's reads end when the user goes, and make room for the next one", async () => {
  const proxy = await startLedgerProxy(world.ledger.rpcUrl)
  try {
    // The last test has no ledger, so that this server serves it too.
    await world.restart({ ledgerRpcUrls: [proxy.url] })
    let numReads = 0
    // The server has reads of its own.
    proxy.intercept = ({ method, params: [read] }, forward) => {
      if (method !== 'eth_call' || (read as { data: string }).data !== NAME) return forward()
      numReads += 1
      return 'silent'
    }
    const { PlatformManager: to } = world.ledger.deployment.contracts
    const body = { method: 'eth_call', params: [{ to, data: NAME }, 'latest'] }
    const { url } = world.node
    const leaving = new AbortController()
    const left = Array.from({ length: 4 }, async () => {
      const request = { method: 'POST', target: '/api/v6/dlt/eth/rpc', body }
      const { headers, body: sent } = await signRequest(url, world.bank.user, request)
      const init = { method: 'POST', headers: headers as Record<string, string>, signal: leaving.signal }
      return fetch(`${url}${request.target}`, { ...init, body: sent as Uint8Array<ArrayBuffer> })
    })
    await expect.poll(() => numReads).toBe(4)
    const waiting = rpc('eth_chainId')
    leaving.abort()
    expect((await Promise.allSettled(left)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(await waiting).toMatchObject({ status: 200 })
  } finally {
    await proxy.close()
  }
})

test('without the ledger its calls fail as the ledger’s, and everything else is served', async () => {
  await world.ledger.stop()
  const failed = { status: 500, problem: { detail: 'Blockchain returned an error', code: 'ledgerFailed' } }
  expect(await ask('/dlt/eth/account')).toMatchObject(failed)
  expect(await rpc('eth_chainId')).toMatchObject(failed)
  expect(
    await publish(
      await world.bank.user.account.signTransaction({
        type: 'legacy',
        chainId: 31337,
        nonce: 99,
        gas: 21_000n,
        gasPrice: 0n,
        to: world.ledger.deployment.contracts.PlatformManager,
      }),
    ),
  ).toMatchObject(failed)
  expect(await ask('/instrument-manager/instruments')).toMatchObject({ status: 200 })
  expect(await ask('/dlt/eth/sync-status')).toMatchObject({
    status: 200,
    answer: { ledgerBlock: null, isSynced: false },
  })
})
