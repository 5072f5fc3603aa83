// Looks at a ledger before anything is paid for on it, and names every obstacle to the deployment.
import { BaseError, formatEther, HttpRequestError, RpcRequestError } from 'viem'
import type { Address } from 'viem'
import { findEarlierPlatform } from './earlierPlatform.ts'
import { GAS_LIMIT, unansweredIn } from './ledger.ts'
import type { Ledger } from './ledger.ts'

/** What all transactions of the deployment use together, with room: 72 million are measured. */
const GAS_OF_ALL = 80_000_000n

/** The ledger, the coins of whoever pays, or a platform that the same account deployed before. */
type Cause = 'ledger' | 'coins' | 'platform'

export type Obstacle = { cause: Cause; sentence: string }

/** Nothing was paid for. */
export class LedgerUnsuitableError extends Error {
  override readonly name = 'LedgerUnsuitableError'
  readonly obstacles: readonly Obstacle[]
  constructor(obstacles: readonly Obstacle[]) {
    super(obstacles.map(({ sentence }) => sentence).join(' '))
    this.obstacles = obstacles
  }
}

/**
 * Throws a LedgerUnsuitableError with every obstacle. `funding`: the wei that the platform starts with. `isFirst`: a platform
 * that the deployer has deployed before is an obstacle as well.
 *
 * @example
 * await requireSuitable(openLedger({ rpcUrl, chainId }), deployer, { funding: 10n ** 18n, isFirst: true })
 */
export async function requireSuitable(
  ledger: Ledger,
  deployer: Address,
  { funding, isFirst }: { funding: bigint; isFirst: boolean },
): Promise<void> {
  const found = await Promise.all([
    wrongChain(ledger),
    oldMachine(ledger),
    smallBlocks(ledger),
    highBaseFee(ledger),
    poorDeployer(ledger, deployer, funding),
    isFirst ? earlierPlatform(ledger, deployer) : undefined,
  ])
  const obstacles = found.filter((obstacle) => obstacle !== undefined)
  if (obstacles.length > 0) throw new LedgerUnsuitableError(obstacles)
}

const NOT_AUTHORIZED = -40_100

/** As Besu answers, whose 401 is an answer of JSON-RPC. */
const isUnauthorized = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((one) => one instanceof RpcRequestError && one.code === NOT_AUTHORIZED) !== null

/** Where nobody answers at the ledger's URL, or something else does, or the node lets nobody in; undefined for any other error. */
export function unusableLedger(error: unknown): LedgerUnsuitableError | undefined {
  if (isUnauthorized(error))
    return new LedgerUnsuitableError([
      ofLedger(
        "The ledger's node lets nobody in without a token. Pass the headers that it requires; for the command line, --rpc-headers.",
      ),
    ])
  const found = unansweredIn(error)
  if (found === undefined) return undefined
  const status = found instanceof HttpRequestError ? found.status : undefined
  // viem quotes a text as JSON.
  const reason = found.details.replace(/^"|(\\n)*"$/g, '')
  const sentence =
    status === undefined
      ? 'The ledger cannot be reached. Check its URL, and whether its node runs.'
      : `The ledger's URL answers with HTTP status ${status} (${reason}). Check the URL, and whether the node accepts requests by that name.`
  return new LedgerUnsuitableError([ofLedger(sentence)])
}

/**
 * Every obstacle to sending `gas` in transactions of usual size from the account, on a ledger that has our contracts already.
 *
 * @example
 * const obstacles = await obstaclesToSend(ledger, account.address, 12_000_000n)
 */
export async function obstaclesToSend(ledger: Ledger, sender: Address, gas: bigint): Promise<Obstacle[]> {
  const found = await Promise.all([
    wrongChain(ledger),
    highBaseFee(ledger),
    poorSender(ledger, sender, gas * ledger.gasPrice, 'this'),
  ])
  return found.filter((obstacle) => obstacle !== undefined)
}

const ofLedger = (sentence: string): Obstacle => ({ cause: 'ledger', sentence })

async function wrongChain({ client }: Ledger): Promise<Obstacle | undefined> {
  const id = await client.getChainId()
  return id === client.chain.id
    ? undefined
    : ofLedger(`The ledger's chain id is ${id}, not ${client.chain.id}.`)
}

/** Stores 1 in transient storage, copies memory, and returns the stored value: PUSH0, MCOPY, TSTORE, TLOAD. */
const CANCUN_CODE = '0x5f5f5f5e60015f5d5f5c5f5260205ff3'
const ONE = `0x${'1'.padStart(64, '0')}`

async function oldMachine({ client }: Ledger): Promise<Obstacle | undefined> {
  const { data } = await client.call({ data: CANCUN_CODE }).catch((error: unknown) => {
    const isRefused =
      error instanceof BaseError && error.walk((one) => one instanceof RpcRequestError) !== null
    if (!isRefused) throw error
    return { data: undefined }
  })
  return data === ONE
    ? undefined
    : ofLedger(
        'The ledger runs an EVM before Cancun, without instructions that the contracts use (PUSH0, MCOPY, TSTORE).',
      )
}

async function smallBlocks({ client }: Ledger): Promise<Obstacle | undefined> {
  const { gasLimit } = await client.getBlock()
  return gasLimit >= GAS_LIMIT
    ? undefined
    : ofLedger(`A block of the ledger takes ${gasLimit} gas, and each transaction asks for ${GAS_LIMIT}.`)
}

async function highBaseFee({ client, gasPrice }: Ledger): Promise<Obstacle | undefined> {
  const { baseFeePerGas } = await client.getBlock()
  return baseFeePerGas === null || baseFeePerGas <= gasPrice
    ? undefined
    : ofLedger(`The ledger's base fee is ${baseFeePerGas} wei, above the gas price of ${gasPrice}.`)
}

async function earlierPlatform(ledger: Ledger, deployer: Address): Promise<Obstacle | undefined> {
  const platform = await findEarlierPlatform(ledger, deployer)
  return (
    platform && {
      cause: 'platform',
      sentence: `${deployer} has deployed ${platform.name} on this ledger before, with the platform manager at ${platform.address}.`,
    }
  )
}

const poorDeployer = (ledger: Ledger, deployer: Address, funding: bigint): Promise<Obstacle | undefined> =>
  poorSender(ledger, deployer, funding + GAS_OF_ALL * ledger.gasPrice, 'the deployment')

async function poorSender(
  { client }: Ledger,
  sender: Address,
  needed: bigint,
  purpose: string,
): Promise<Obstacle | undefined> {
  const balance = await client.getBalance({ address: sender })
  return balance >= needed
    ? undefined
    : {
        cause: 'coins',
        sentence: `${sender} has ${formatEther(balance)} of the ledger's coins, and ${purpose} needs ${formatEther(needed)}.`,
      }
}
