// Ledgers that charge for gas, and one where it is free: the server's configuration, the clients that follow it, and refunds.
import { AccountNumber } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession, walletOf } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { createMemoryJournal } from '../../sdk/src/client/journal.ts'
import { call } from '../../sdk/src/http/call.ts'
import { readAccount } from '../../sdk/src/ledger/readContract.ts'
import { resumeTransactions } from '../../sdk/src/ledger/resumeTransactions.ts'
import type { Progress, SendOptions } from '../../sdk/src/ledger/transaction.ts'
import { configureAccount } from '../../sdk/src/registries/assets.ts'
import { startPlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, PlatformFixtureOptions } from '../../testkit/src/fixtures/platform.ts'

const GWEI = 10n ** 9n

let world: PlatformFixture
let next = 1

const open = (client: Client, options: SendOptions = {}) =>
  configureAccount(
    client,
    {
      registryManagerAddr: world.registryManagerAddr,
      ownerAddr: world.tenants.alpen,
      account: AccountNumber.parse(String(next++)),
    },
    options,
  )

const setBalance = (wei: bigint) =>
  world.rpc('anvil_setBalance', world.clients.registrar.signer?.address, toHex(wei))

const health = async () =>
  (await (await fetch(`${world.url}/health`)).json()) as { status: string; detail: string | null }

const transactionOf = async (txHash: TxHash) =>
  (await world.rpc('eth_getTransactionByHash', txHash)) as Record<string, string>

/** The next block's base fee stays as it is: blocks are nearly empty, so it only falls from there. */
async function setBaseFee(wei: bigint): Promise<void> {
  await world.rpc('anvil_setNextBlockBaseFeePerGas', toHex(wei))
  await world.rpc('evm_mine')
}

const legacy = (price: bigint) => ({ GAS_PRICE: String(price), GAS_PRICE_TYPE: 'legacy' })

type Case = PlatformFixtureOptions & { gasPrice: bigint; paid: Readonly<Record<string, string>> }

const CASES: readonly (readonly [string, Case])[] = [
  [
    'a base fee of 1 gwei, legacy',
    {
      ledger: { baseFee: GWEI, gasPrice: 2n * GWEI },
      environment: legacy(2n * GWEI),
      gasPrice: 2n * GWEI,
      paid: { type: '0x0', gasPrice: toHex(2n * GWEI) },
    },
  ],
  [
    'a base fee of 1 gwei, EIP-1559',
    {
      ledger: { baseFee: GWEI, gasPrice: 2n * GWEI },
      environment: { GAS_PRICE: String(2n * GWEI), GAS_PRICE_TYPE: 'eip1559', GAS_TIP: '3' },
      gasPrice: 2n * GWEI,
      paid: { type: '0x2', maxFeePerGas: toHex(2n * GWEI), maxPriorityFeePerGas: '0x3' },
    },
  ],
  [
    'a base fee of 7 wei, the least of EIP-1559',
    {
      ledger: { baseFee: 7n, gasPrice: 10n },
      environment: legacy(10n),
      gasPrice: 10n,
      paid: { type: '0x0', gasPrice: '0xa' },
    },
  ],
]

describe.each(CASES)('on a ledger with %s', (_name, { gasPrice, paid, ...options }) => {
  beforeAll(async () => {
    world = await startPlatformFixture(options)
  })
  afterAll(() => world?.close())

  test('onboarded users have thirty transactions, and theirs pay what the server says', async () => {
    const { registrar } = world.clients
    const { refundThreshold, refundLimit } = await call(registrar, 'platform')
    expect(BigInt(refundLimit)).toBe(30n * 16_000_000n * gasPrice)
    const { balance } = await readAccount(world.clients.alpen)
    expect(balance).toBeGreaterThan(BigInt(refundThreshold))
    const { txHash } = await open(registrar)
    expect(await transactionOf(txHash)).toMatchObject(paid)
    expect(await health()).toMatchObject({ status: 'ok', detail: null })
  })

  test('a user below the threshold is refunded first, at the same price', async () => {
    const { registrar } = world.clients
    const { refundThreshold, refundLimit } = await call(registrar, 'platform')
    await setBalance(BigInt(refundThreshold) - 1n)
    const steps: Progress[] = []
    await open(registrar, { onProgress: (step) => steps.push(step) })
    const refund = steps[0]
    expect(refund?.step).toBe('refunded')
    expect(await transactionOf((refund as { txHash: TxHash }).txHash)).toMatchObject(paid)
    const { balance } = await readAccount(registrar)
    expect(balance).toBeGreaterThan((BigInt(refundLimit) * 9n) / 10n)
  })

  test('a user who cannot pay for a refund learns it before anything is signed', async () => {
    await setBalance(16_000_000n * gasPrice - 1n)
    await expect(open(world.clients.registrar)).rejects.toMatchObject({ code: 'notFunded' })
    await setBalance(10n ** 18n)
  })

  test('a base fee above the price is refused in one sentence and shown by /health, and nothing is lost', async () => {
    const client: Client = {
      ...world.clients.registrar,
      session: createSession(),
      journal: createMemoryJournal(),
    }
    const broken: typeof fetch = async (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith('/publish-raw-tx'))
        throw new TypeError('the line broke')
      return fetch(input, init)
    }
    await expect(open({ ...client, fetch: broken })).rejects.toMatchObject({ code: 'keptForLater' })
    const baseFee = 2n * gasPrice
    await setBaseFee(baseFee)
    expect(await health()).toMatchObject({
      status: 'degraded',
      detail: `The ledger's base fee is ${baseFee} wei, above the GAS_PRICE of ${gasPrice}: it takes no transactions. Raise GAS_PRICE.`,
    })
    const refused = {
      code: 'gasPriceTooLow',
      status: 409,
      message:
        'The transaction was not published: the ledger charges more for gas than the transaction offers. Try again later, or ask the operator of your server to raise the gas price.',
    }
    // What was signed before may have reached the ledger: it stays.
    await expect(resumeTransactions(client)).rejects.toMatchObject(refused)
    await expect(open(client)).rejects.toMatchObject(refused)
    expect(await client.journal.read(walletOf(client))).toHaveLength(1)
    await setBaseFee(gasPrice / 2n)
    expect(await resumeTransactions(client)).toMatchObject([{ outcome: 'mined' }])
    expect(await health()).toMatchObject({ status: 'ok' })
  })
})

describe('on a ledger where gas is free', () => {
  beforeAll(async () => {
    world = await startPlatformFixture({ ledger: { gasPrice: 0n }, environment: legacy(0n) })
  })
  afterAll(() => world?.close())

  test('a user without coins acts, and nobody refunds', async () => {
    const { registrar } = world.clients
    await setBalance(0n)
    const steps: string[] = []
    const { txHash } = await open(registrar, { onProgress: ({ step }) => steps.push(step) })
    expect(steps).toEqual(['signed', 'published', 'mined', 'indexed'])
    expect(await transactionOf(txHash)).toMatchObject({ type: '0x0', gasPrice: '0x0' })
    expect((await readAccount(registrar)).balance).toBe(0n)
  })
})
