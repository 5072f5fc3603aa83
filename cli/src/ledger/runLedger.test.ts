import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { getContractAddress, type Hash, type Hex, keccak256, toHex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CliError } from '../CliError.ts'
import { encodeRecord } from './JournalRecord.ts'
import {
  accountAt,
  counterCode,
  newDirectory,
  receiptOf,
  runTestLedger,
  sign,
} from '../../../testkit/src/cli/testLedger.ts'
import { unusedPort } from '../../../testkit/src/machine.ts'

type Ledger = Awaited<ReturnType<typeof runTestLedger>>
const running = new Set<Ledger>()

async function start(options: Parameters<typeof runTestLedger>[0] = {}): Promise<Ledger> {
  const ledger = await runTestLedger(options)
  running.add(ledger)
  return ledger
}

async function stop(ledger: Ledger): Promise<void> {
  if (running.delete(ledger)) await ledger.stop()
}

afterEach(async () => {
  for (const ledger of running) await stop(ledger)
})

const publish = ({ rpc }: Ledger, raw: Hex) => rpc<Hash>('eth_sendRawTransaction', raw)
const head = ({ rpc }: Ledger) =>
  rpc<{ number: Hex; hash: Hash; stateRoot: Hash; timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
const self = (index: number) => accountAt(index).address

async function publishMany(ledger: Ledger, count: number): Promise<Hash[]> {
  const raws = await Promise.all(
    Array.from({ length: count }, (_, nonce) =>
      sign(0, nonce === 0 ? { nonce, data: counterCode } : call(nonce)),
    ),
  )
  return Promise.all(raws.map((raw) => publish(ledger, raw)))
}

function call(nonce: number) {
  const to = getContractAddress({ from: self(0), nonce: 0n })
  return { nonce, to, data: `0x${nonce.toString(16).padStart(64, '0')}` as const }
}

test('a second ledger on a directory or a port is refused with one sentence', async () => {
  const { directory, port } = await start()
  await expect(start({ directory })).rejects.toThrow(CliError)
  await expect(start({ directory })).rejects.toThrow(/already in use by process/)
  await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`)
})

test('a ledger of another chain id is refused', async () => {
  const ledger = await start()
  await stop(ledger)
  await expect(start({ directory: ledger.directory, chainId: 5 })).rejects.toThrow(/chain id 31337, not 5/)
})

test('a call that would bypass the journal is refused', async () => {
  const { rpc } = await start()
  const forbidden = `anvil_setBalance anvil_mine anvil_impersonateAccount anvil_loadState anvil_dumpState
    evm_snapshot evm_revert evm_setNextBlockTimestamp evm_setAutomine hardhat_setCode debug_setHead miner_start
    eth_sendTransaction eth_sendUnsignedTransaction eth_sign eth_sendRawTransactionSync nonsense`.split(/\s+/)
  for (const method of forbidden) await expect(rpc(method)).rejects.toThrow(`${method} is not available`)
  await expect(rpc('eth_subscribe', 'newHeads')).rejects.toThrow('subscriptions need a WebSocket')
  await expect(rpc('evm_mine', 5)).rejects.toThrow('takes no parameters')
  await expect(rpc('evm_increaseTime', -1)).rejects.toThrow('forward only')
})

test('a web page cannot reach the ledger, by its origin or a rebound host name', async () => {
  const { port } = await start()
  const status = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')
    })
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ host: `evil.example:${port}` })).toBe(403)
  expect(await status({})).toBe(200)
})

test('a refused transaction reports the reason, mines no block and leaves the journal valid', async () => {
  const ledger = await start()
  await publish(ledger, await sign(0, { nonce: 0, data: counterCode }))
  const refusals: [Promise<Hex> | Hex, RegExp][] = [
    ['0x1234', /cannot be decoded/],
    ['zz' as Hex, /must be a hex string/],
    [sign(0, { nonce: 1, chainId: 5 }), /invalid chain id/],
    [sign(0, { nonce: 1, gas: 2_000_000_000n }), /exceeds block gas limit/],
    [sign(0, { nonce: 0, to: self(1) }), /nonce too low: next nonce 1, tx nonce 0/],
    [sign(0, { nonce: 7, to: self(1) }), /nonce too high: next nonce 1, tx nonce 7/],
    [sign(0, { nonce: 1, to: self(1), gas: 100n }), /intrinsic gas too low/],
    [sign(0, { nonce: 1, to: self(1), value: 10n ** 30n }), /Insufficient funds/],
  ]
  for (const [raw, reason] of refusals) await expect(publish(ledger, await raw)).rejects.toThrow(reason)
  const before = await head(ledger)
  expect(Number(before.number)).toBe(1)
  await publish(ledger, await sign(0, call(1)))
  const after = await head(ledger)
  await stop(ledger)
  const again = await start({ directory: ledger.directory })
  expect(await head(again)).toEqual(after)
})

test('a reverting transaction is mined, with a failed receipt', async () => {
  const ledger = await start()
  const hash = await publish(ledger, await sign(0, { nonce: 0, data: '0xfe' }))
  expect((await receiptOf(ledger.rpc, hash))?.status).toBe('0x0')
})

test('the same transaction published ten times at once, and later again, gives one block and one hash', async () => {
  const ledger = await start()
  const raw = await sign(0, { nonce: 0, data: counterCode })
  const hashes = await Promise.all(Array.from({ length: 10 }, () => publish(ledger, raw)))
  expect(new Set(hashes)).toEqual(new Set([keccak256(raw)]))
  expect(await publish(ledger, raw)).toBe(keccak256(raw))
  expect(Number((await head(ledger)).number)).toBe(1)
})

test('transactions that arrive out of order are mined in nonce order, one block each', async () => {
  const ledger = await start()
  const raws = await Promise.all([...Array(20).keys()].map((nonce) => sign(1, { nonce, to: self(2) })))
  await Promise.all(raws.toReversed().map((raw) => publish(ledger, raw)))
  for (const [nonce, raw] of raws.entries()) {
    expect(Number((await receiptOf(ledger.rpc, keccak256(raw)))?.blockNumber)).toBe(nonce + 1)
  }
})

test('of two transactions with the same nonce one is mined and the other refused', async () => {
  const ledger = await start()
  const raws = await Promise.all([self(2), self(3)].map((to) => sign(1, { nonce: 0, to })))
  const results = await Promise.allSettled(raws.map((raw) => publish(ledger, raw)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a batch is answered in order, with its refusals', async () => {
  const ledger = await start()
  const raw = await sign(0, { nonce: 0, to: self(1) })
  const calls = [
    { jsonrpc: '2.0', id: 'a', method: 'eth_sendRawTransaction', params: [raw] },
    { jsonrpc: '2.0', id: 'b', method: 'eth_blockNumber', params: [] },
    { jsonrpc: '2.0', id: 'c', method: 'evm_revert', params: ['0x1'] },
    7,
  ]
  const response = await fetch(`http://127.0.0.1:${ledger.port}`, {
    method: 'POST',
    body: JSON.stringify(calls),
  })
  const answers = (await response.json()) as { id: string; result?: string; error?: { code: number } }[]
  expect(answers.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual([
    ['a', keccak256(raw)],
    ['b', '0x1'],
    ['c', -32601],
    [null, -32600],
  ])
})

test('over WebSocket: heads and logs are pushed, transactions are journaled, other calls refused', async () => {
  const ledger = await start()
  const socket = new WebSocket(`ws://127.0.0.1:${ledger.port}`)
  const messages: Record<string, unknown>[] = []
  socket.on('message', (data: Buffer) =>
    messages.push(JSON.parse(data.toString()) as Record<string, unknown>),
  )
  await new Promise((resolve) => socket.once('open', resolve))
  let id = 0
  const send = async (method: string, ...params: unknown[]) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    const mine = id
    await expect.poll(() => messages.find((message) => message['id'] === mine)).toBeDefined()
    return messages.find((message) => message['id'] === mine)!
  }
  expect(await send('eth_subscribe', 'newHeads')).toHaveProperty('result')
  expect(await send('anvil_mine')).toHaveProperty('error.code', -32601)
  const raw = await sign(0, { nonce: 0, data: counterCode })
  expect(await send('eth_sendRawTransaction', raw)).toHaveProperty('result', keccak256(raw))
  await expect
    .poll(() => messages.filter((message) => message['method'] === 'eth_subscription'))
    .toHaveLength(1)
  expect(readFileSync(join(ledger.directory, 'journal'), 'utf8')).toContain(raw)
  const foreign = new WebSocket(`ws://127.0.0.1:${ledger.port}`, { origin: 'https://evil.example' })
  await expect(new Promise((_, reject) => foreign.once('error', reject))).rejects.toThrow('403')
  socket.close()
})

test('time moves forward through the journal, and two blocks of one second share their timestamp', async () => {
  const ledger = await start()
  await publishMany(ledger, 12)
  const now = Math.floor(Date.now() / 1000)
  expect(Math.abs(Number((await head(ledger)).timestamp) - now)).toBeLessThanOrEqual(1)
  expect(await ledger.rpc('evm_increaseTime', 86_400)).toBe(86_400)
  await ledger.rpc('evm_mine')
  const before = await head(ledger)
  expect(Number(before.number)).toBe(14)
  expect(Number(before.timestamp) - now).toBeGreaterThanOrEqual(86_400)
  await stop(ledger)
  const again = await start({ directory: ledger.directory })
  expect(await head(again)).toEqual(before)
  await again.rpc('evm_mine')
  expect(Number((await head(again)).timestamp)).toBeGreaterThanOrEqual(Number(before.timestamp))
})

test('blocks, receipts, logs and history are the same after a stop, and after a full replay', async () => {
  const ledger = await start()
  const hashes = await publishMany(ledger, 40)
  const filter = { fromBlock: '0x0', toBlock: 'latest' }
  const all = async ({ rpc }: Ledger) => ({
    logs: await rpc('eth_getLogs', filter),
    receipts: await Promise.all(hashes.map((hash) => receiptOf(rpc, hash))),
    blocks: await Promise.all(
      [0, 1, 17, 40].map((n) => rpc('eth_getBlockByNumber', `0x${n.toString(16)}`, true)),
    ),
  })
  const before = await all(ledger)
  await stop(ledger)
  const resumed = await start({ directory: ledger.directory })
  expect(await all(resumed)).toEqual(before)
  await stop(resumed)
  for (const name of checkpointsOf(ledger)) writeFileSync(join(ledger.directory, name), 'damaged')
  expect(await all(await start({ directory: ledger.directory }))).toEqual(before)
})

test('a damaged checkpoint is skipped for the previous one, and a torn journal line dropped', async () => {
  const ledger = await start()
  await publish(ledger, await sign(0, { nonce: 0, data: counterCode }))
  await stop(ledger)
  const second = await start({ directory: ledger.directory })
  await publish(second, await sign(0, call(1)))
  const before = await head(second)
  await stop(second)
  const [newest, older] = checkpointsOf(ledger)
  expect(older).toBeDefined()
  const file = join(ledger.directory, newest!)
  writeFileSync(file, readFileSync(file).subarray(0, -100))
  appendFileSync(join(ledger.directory, 'journal'), '12345678 {"kind":"transaction","seq":3')
  const third = await start({ directory: ledger.directory })
  expect(await head(third)).toEqual(before)
  await publish(third, await sign(0, call(2)))
})

test('when anvil alone is killed under load, no client notices', async () => {
  const ledger = await start()
  const publishing = publishMany(ledger, 120)
  for (let kill = 0; kill < 3; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    const { pid } = JSON.parse(readFileSync(join(ledger.directory, 'anvil.pid'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    await ledger.rpc('eth_blockNumber')
  }
  const hashes = await publishing
  for (const [index, hash] of hashes.entries()) {
    expect(Number((await receiptOf(ledger.rpc, hash))?.blockNumber)).toBe(index + 1)
  }
  expect(ledger.messages.filter((sentence) => sentence.includes('has stopped'))).toHaveLength(3)
}, 90_000)

test('H1: an abandoned read is not repeated on the next engine', async () => {
  const ledger = await start()
  await publish(ledger, await sign(0, { nonce: 0, data: counterCode }))
  // An endless loop, which anvil cannot stop.
  const endless = { data: '0x5b600056', gas: '0xffffffffff' }
  const leaving = new AbortController()
  const reads = [1, 2, 3].map((id) =>
    fetch(`http://127.0.0.1:${ledger.port}`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_call', params: [endless, 'latest'] }),
      signal: leaving.signal,
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  leaving.abort()
  expect((await Promise.allSettled(reads)).map(({ status }) => status)).not.toContain('fulfilled')
  const { pid } = JSON.parse(readFileSync(join(ledger.directory, 'anvil.pid'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await publish(ledger, await sign(0, call(1)))
  expect(Number((await head(ledger)).number)).toBe(2)
}, 20_000)

type FeeBlock = { number: Hex; baseFeePerGas: Hex; gasUsed: Hex; gasLimit: Hex; transactions: Hash[] }

const blockAt = ({ rpc }: Ledger, number: number | 'latest') =>
  rpc<FeeBlock>('eth_getBlockByNumber', typeof number === 'number' ? toHex(number) : number, false)

/** EIP-1559, for blocks that are less than half full. */
function nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }: FeeBlock): bigint {
  const [fee, target] = [BigInt(baseFeePerGas), BigInt(gasLimit) / 2n]
  return fee - (fee * (target - BigInt(gasUsed))) / target / 8n
}

test('senders pay a base fee that follows EIP-1559, also after a restart; less than that is refused', async () => {
  const ledger = await start()
  const tooLittle = sign(0, { nonce: 0, to: self(1), gasPrice: 1_000_000n })
  await expect(publish(ledger, await tooLittle)).rejects.toThrow(/max fee per gas less than block base fee/)
  const genesis = await blockAt(ledger, 0)
  expect(genesis).toMatchObject({ baseFeePerGas: toHex(100_000_000), gasLimit: toHex(60_000_000) })
  const balance = BigInt(await ledger.rpc<Hex>('eth_getBalance', self(0), 'latest'))
  await publishMany(ledger, 3)
  await stop(ledger)
  const again = await start({ directory: ledger.directory })
  await publish(again, await sign(0, call(3)))
  // anvil has its first base fee twice: in the genesis block and in block 1.
  const blocks = await Promise.all([1, 2, 3, 4].map((number) => blockAt(again, number)))
  const expected = [genesis.baseFeePerGas, ...blocks.slice(0, -1).map((block) => toHex(nextBaseFee(block)))]
  expect(blocks.map(({ baseFeePerGas }) => baseFeePerGas)).toEqual(expected)
  const spent = blocks.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed) * 1_000_000_000n, 0n)
  expect(BigInt(await again.rpc<Hex>('eth_getBalance', self(0), 'latest'))).toBe(balance - spent)
})

test('the ledger of an earlier version stays free', async () => {
  const directory = newDirectory()
  const timestamp = Math.floor(Date.now() / 1000) - 100
  const genesis = encodeRecord({ kind: 'genesis', version: 1, chainId: 31337, timestamp })
  writeFileSync(join(directory, 'journal'), genesis)
  const ledger = await start({ directory })
  await publish(ledger, await sign(0, { nonce: 0, to: self(1), gasPrice: 0n }))
  expect(await blockAt(ledger, 1)).toMatchObject({ baseFeePerGas: '0x0', gasLimit: toHex(1_000_000_000) })
})

test('with blocks by time a transaction waits, also through a kill, and empty blocks come', async () => {
  const ledger = await start({ blockTime: 1 })
  const raws = await Promise.all([0, 1, 2].map((nonce) => sign(1, { nonce, to: self(2) })))
  await expect.poll(async () => Number((await blockAt(ledger, 'latest')).number)).toBeGreaterThan(0)
  const hashes = await Promise.all(raws.map((raw) => publish(ledger, raw)))
  expect(await Promise.all(hashes.map((hash) => receiptOf(ledger.rpc, hash)))).toEqual([null, null, null])
  const { pid } = JSON.parse(readFileSync(join(ledger.directory, 'anvil.pid'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(async () => (await receiptOf(ledger.rpc, hashes[2]!))?.blockNumber, { timeout: 10_000 })
    .toBeDefined()
  const { blockNumber } = (await receiptOf(ledger.rpc, hashes[0]!))!
  const block = await blockAt(ledger, Number(blockNumber))
  expect(block.transactions).toEqual(hashes)
  await expect
    .poll(async () => Number((await head(ledger)).number), { timeout: 5000 })
    .toBeGreaterThan(Number(blockNumber) + 1)
  await publish(ledger, await sign(1, { nonce: 3, to: self(2) }))
  const last = keccak256(await sign(1, { nonce: 3, to: self(2) }))
  await stop(ledger)
  const quick = await start({ directory: ledger.directory })
  expect(await blockAt(quick, Number(blockNumber))).toEqual(block)
  expect((await receiptOf(quick.rpc, last))?.status).toBe('0x1')
  const hash = await publish(quick, await sign(1, { nonce: 4, to: self(2) }))
  expect((await receiptOf(quick.rpc, hash))?.status).toBe('0x1')
}, 40_000)

test('a published transaction is on disk, not in anvil, if its block was never mined', async () => {
  const ledger = await start()
  await publishMany(ledger, 5)
  const before = await head(ledger)
  await stop(ledger)
  // As after a kill between the sync and the block: the line exists, without a verdict or a checkpoint.
  const journal = join(ledger.directory, 'journal')
  const lines = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('"kind":"mined"'))
  writeFileSync(journal, lines.join('\n'))
  for (const name of checkpointsOf(ledger)) writeFileSync(join(ledger.directory, name), '')
  expect(await head(await start({ directory: ledger.directory, port: await unusedPort() }))).toEqual(before)
})

function checkpointsOf({ directory }: Ledger): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith('checkpoint-'))
    .sort()
    .reverse()
}
