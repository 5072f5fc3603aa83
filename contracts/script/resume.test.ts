// A deployment that is killed, cut off or refused, and continued by the same call.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTransaction } from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnvil } from '../../testkit/src/ledger/anvil.ts'
import type { Anvil } from '../../testkit/src/ledger/anvil.ts'
import { startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import type { LedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import { seeded } from '../../testkit/src/random.ts'
import { deploy, DeploymentStoppedError, openLedger, send, TransactionRefusedError } from './deploy.ts'
import type { DeployParameters, Deployment } from './deploy.ts'

const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const deployer = privateKeyToAccount(DEPLOYER)
const operator = { name: 'ConneX Platform', apiUrl: 'http://127.0.0.1:4000', lei: '' }

let uninterrupted: Deployment
let transactions: number
let directory: string
let anvil: Anvil
let proxy: LedgerProxy
let record: string

const parameters = (changes: Partial<DeployParameters> = {}): DeployParameters => ({
  chainId: 31337,
  rpcUrl: proxy.url,
  deployerKey: DEPLOYER,
  platform: { operator },
  record,
  ...changes,
})

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'connex-resume-'))
  const other = await startAnvil()
  try {
    uninterrupted = await deploy({ ...other, deployerKey: DEPLOYER, platform: { operator } })
    transactions = await numSent(other)
  } finally {
    await other.stop()
  }
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A ledger of its own behind a proxy, for each test. */
async function onNewLedger(work: () => Promise<void>): Promise<void> {
  anvil = await startAnvil()
  proxy = await startLedgerProxy(anvil.rpcUrl)
  record = join(directory, `${anvil.rpcUrl.split(':').at(-1)}.steps`)
  try {
    await work()
  } finally {
    await proxy.close()
    await anvil.stop()
  }
}

const numSent = async ({ rpc }: Anvil): Promise<number> =>
  Number(await rpc('eth_getTransactionCount', deployer.address, 'latest'))

/** The same call in a process of its own, which a test can kill. */
function deployInProcess(): ChildProcess {
  const call = `import { deploy } from '${new URL('./deploy.ts', import.meta.url).href}'
    await deploy(${JSON.stringify(parameters())})`
  return spawn(process.execPath, ['--input-type=module', '--eval', call], { stdio: 'ignore' })
}

/** Kills the deployment at its nth request of a method: before the ledger has it, or before the answer. */
async function killAt(method: string, nth: number, isAnswered: boolean): Promise<void> {
  const child = deployInProcess()
  let count = 0
  proxy.intercept = async (call, forward) => {
    if (call.method !== method || ++count !== nth) return forward()
    if (isAnswered) await forward()
    child.kill('SIGKILL')
    return 'silent'
  }
  await once(child, 'exit')
  proxy.intercept = undefined
  expect(child.signalCode).toBe('SIGKILL')
}

/** Lets a deployment fail at its nth transaction. */
async function failAt(nth: number): Promise<void> {
  let count = 0
  proxy.intercept = (call, forward) =>
    call.method === 'eth_sendRawTransaction' && ++count === nth
      ? { error: { code: -32000, message: 'insufficient funds for gas * price + value' } }
      : forward()
  await expect(deploy(parameters())).rejects.toThrow(TransactionRefusedError)
  proxy.intercept = undefined
}

test(
  'killed after random steps, before and after they are published, it makes one platform',
  seeded((random) =>
    onNewLedger(async () => {
      for (let kill = 0; kill < 5; kill++) {
        const sent = await numSent(anvil)
        const nth = 1 + random.below(6)
        await killAt('eth_sendRawTransaction', nth, kill % 2 === 0)
        expect(await numSent(anvil)).toBe(sent + nth - (kill % 2 === 0 ? 0 : 1))
      }
      await killAt('eth_getTransactionReceipt', 2, true)
      expect(await deploy(parameters())).toEqual(uninterrupted)
      expect(await numSent(anvil)).toBe(transactions)
    }),
  ),
)

test('a complete deployment is checked and sends nothing', () =>
  onNewLedger(async () => {
    expect(await deploy(parameters())).toEqual(uninterrupted)
    expect(await deploy(parameters())).toEqual(uninterrupted)
    expect(await numSent(anvil)).toBe(transactions)
  }))

test('half a line at the end of the record was not published; half a line elsewhere is damage', () =>
  onNewLedger(async () => {
    await failAt(4)
    appendFileSync(record, '{"kind":"signed","step":4,"na')
    await failAt(2)
    const text = readFileSync(record, 'utf8')
    truncateSync(record, text.length - 5)
    expect(await deploy(parameters())).toEqual(uninterrupted)
    const lines = readFileSync(record, 'utf8').split('\n')
    lines[5] = lines[5]?.slice(0, -9) ?? ''
    writeFileSync(record, lines.join('\n'))
    await expect(deploy(parameters())).rejects.toThrow('is damaged')
  }))

test('the recorded deployment alone continues', () =>
  onNewLedger(async () => {
    await failAt(3)
    const stranger = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
    const other = { ...operator, name: 'Other Platform', lei: '5299000J2N45DDNE4Y28' }
    const refused = async (changes: Partial<DeployParameters>, sentence: string): Promise<void> => {
      const error: unknown = await deploy(parameters(changes)).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DeploymentStoppedError)
      expect(error).toMatchObject({ code: 'foreign', message: expect.stringContaining(sentence) as string })
    }
    await refused({ deployerKey: stranger }, `the deployer is ${deployer.address}, not 0x70997970`)
    await refused({ gasPrice: 2n }, 'the gas price is 1, not 2')
    await refused(
      { platform: { operator: other } },
      'the name is ConneX Platform, not Other Platform, the legal entity identifier is empty, not 5299',
    )
    proxy.intercept = (call, forward) => (call.method === 'eth_chainId' ? { result: '0x1' } : forward())
    await refused({}, 'the chain id is 31337, not 1')
    proxy.intercept = async (call, forward) => {
      const answer = await forward()
      if (call.method !== 'eth_getBlockByNumber' || !('result' in answer)) return answer
      return { result: { ...(answer.result as object), hash: `0x${'ab'.repeat(32)}` } }
    }
    await refused({}, `not 0x${'ab'.repeat(32)}`)
    proxy.intercept = undefined
    const text = readFileSync(record, 'utf8')
    writeFileSync(record, text.replace(/"code":"0x../, '"code":"0x__'))
    await refused({}, 'the contracts are of version 0.1.0, with other code')
    expect(await numSent(anvil)).toBe(2)
    writeFileSync(record, text)
    expect(await deploy(parameters())).toEqual(uninterrupted)
  }))

test("a foreign transaction with a step's nonce is noticed", { timeout: 60_000 }, () =>
  onNewLedger(async () => {
    await failAt(3)
    await send(openLedger(anvil), deployer, 'a payment', { to: deployer.address, value: 1n })
    await expect(deploy(parameters())).rejects.toThrow(
      `Another transaction of ${deployer.address} has nonce 2, which belongs to this deployment's next step (deploy Factory).`,
    )
    expect(await numSent(anvil)).toBe(3)
  }),
)

test('a transaction that a reorganization removed is published again with its nonce', () =>
  onNewLedger(async () => {
    await failAt(3)
    await anvil.rpc('anvil_reorg', 1, [])
    expect(await numSent(anvil)).toBe(1)
    expect(await deploy(parameters())).toMatchObject({ contracts: uninterrupted.contracts })
    expect(await numSent(anvil)).toBe(transactions)
  }))

test('it waits while the ledger indexes its transactions, is busy, or is down', { timeout: 60_000 }, () =>
  onNewLedger(async () => {
    const faults = [
      { error: { code: -32000, message: 'transaction indexing is in progress' } },
      { error: { code: -32000, message: 'transaction indexing is in progress' } },
      { status: 503, text: 'Service Unavailable' },
      'cut',
    ] as const
    let count = 0
    proxy.intercept = async (call, forward) => {
      if (call.method !== 'eth_getTransactionReceipt') return forward()
      count += 1
      const fault = count % 5 === 0 ? faults[count / 5 - 1] : undefined
      return fault ?? forward()
    }
    expect(await deploy(parameters())).toEqual(uninterrupted)
    expect(count).toBeGreaterThan(25)
  }),
)

test('a lost answer to a published transaction does not repeat it', () =>
  onNewLedger(async () => {
    let count = 0
    proxy.intercept = async (call, forward) => {
      if (call.method !== 'eth_sendRawTransaction' || ++count !== 7) return forward()
      await forward()
      return 'cut'
    }
    expect(await deploy(parameters())).toEqual(uninterrupted)
    expect(await numSent(anvil)).toBe(transactions)
  }))

test('the record has every transaction before its block, and no secret', () =>
  onNewLedger(async () => {
    await deploy(parameters())
    const text = readFileSync(record, 'utf8')
    const [header, ...steps] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(header).toMatchObject({ kind: 'deployment', chainId: 31337, version: '0.1.0', firstNonce: 0 })
    expect(steps.map(({ kind, step }) => [kind, step])).toEqual(
      Array.from({ length: transactions }, (_, step) => [
        ['signed', step],
        ['mined', step],
      ]).flat(),
    )
    const nonces = steps.flatMap(({ raw }) =>
      raw === undefined ? [] : [parseTransaction(raw as Hex).nonce ?? 0],
    )
    expect(nonces).toEqual(Array.from({ length: transactions }, (_, nonce) => nonce))
    expect(text).not.toContain(DEPLOYER.slice(2))
  }))

test('an unsuitable ledger leaves no record', () =>
  onNewLedger(async () => {
    await expect(deploy(parameters({ chainId: 1 }))).rejects.toThrow('chain id is 31337, not 1')
    expect(existsSync(record)).toBe(false)
  }))
