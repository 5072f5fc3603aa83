// What a deployment is to be, decided before its first transaction and the same in every run.
import { isAddressEqual, keccak256, stringToHex } from 'viem'
import type { Address, Hash } from 'viem'
import { bytecode } from '../../generated/bytecode.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { DeploymentHeader, RecordHeader } from './deploymentRecord.ts'
import { DeploymentStoppedError } from './DeploymentStoppedError.ts'
import type { PlatformParameters } from './deployPlatform.ts'
import { GAS_LIMIT } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { requireSuitable } from './suitability.ts'
import { tenantData } from './tenants.ts'

const ETHER = 10n ** 18n
type Refunds = Pick<PlatformParameters, 'refundThreshold' | 'refundLimit' | 'funding'>

/** The contract takes thresholds of 1 to this many times what three transactions cost at 1 wei. */
const MULTIPLIER_MAXIMUM = 10n ** 9n

/** In wei. The highest threshold pays for one and a half full transactions at this price, and the refund is one of them. */
export const DEPLOYABLE_GAS_PRICE = 2n * MULTIPLIER_MAXIMUM

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/**
 * Below what, and up to what, users are refunded: three, and thirty, full transactions. The platform starts with ten
 * refunds, or an ether where that is more.
 */
async function refundsAt({ client, gasPrice }: Ledger, deployer: Address): Promise<Refunds> {
  // Where gas is free nobody needs a refund. The contract still has limits, and pays each new tenant's first one.
  const transaction = GAS_LIMIT * (gasPrice === 0n ? 1n : gasPrice)
  const limits = {
    refundThreshold: smaller(3n * transaction, 3n * GAS_LIMIT * MULTIPLIER_MAXIMUM),
    refundLimit: 30n * transaction,
  }
  if (gasPrice === 0n)
    return { ...limits, funding: smaller(ETHER, await client.getBalance({ address: deployer })) }
  const tenRefunds = 10n * limits.refundLimit
  return { ...limits, funding: tenRefunds > ETHER ? tenRefunds : ETHER }
}

type Wanted = Pick<PlatformParameters, 'operator'> & Partial<PlatformParameters>

/** Plans a new deployment on a suitable ledger. Throws a LedgerUnsuitableError on any other. */
export async function planDeployment(
  ledger: Ledger,
  deployer: Address,
  platform: Wanted,
  isFirst: boolean,
): Promise<DeploymentHeader> {
  const { refundThreshold, refundLimit, funding } = { ...(await refundsAt(ledger, deployer)), ...platform }
  await requireSuitable(ledger, deployer, { funding, isFirst })
  return {
    kind: 'deployment',
    format: 1,
    version: manifest.version,
    chainId: ledger.client.chain.id,
    genesis: await genesisOf(ledger),
    deployer,
    firstNonce: await ledger.client.getTransactionCount({ address: deployer, blockTag: 'latest' }),
    gasPrice: String(ledger.gasPrice),
    code: codeHash(bytecode),
    operator: tenantData(platform.operator),
    refunds: {
      refundThreshold: String(refundThreshold),
      refundLimit: String(refundLimit),
      funding: String(funding),
    },
  }
}

/**
 * The recorded plan, where it is the one that is wanted now.
 *
 * @throws DeploymentStoppedError 'foreign' with every difference
 */
export async function continuePlan(
  ledger: Ledger,
  deployer: Address,
  platform: Wanted,
  plan: DeploymentHeader,
): Promise<DeploymentHeader> {
  const { name, apiUrl, lei } = platform.operator
  requireSame('deployment', [
    ...(await differencesFrom(ledger, deployer, plan)),
    ...differ('name', plan.operator.name, name),
    ...differ("operator's server", plan.operator.apiUrl, apiUrl),
    ...differ('legal entity identifier', plan.operator.lei, lei),
    ...otherCode(plan, codeHash(bytecode)),
  ])
  return plan
}

/** What differs in every record: the ledger, who pays, and the price. */
export const differencesFrom = async (
  ledger: Ledger,
  deployer: Address,
  recorded: RecordHeader,
): Promise<string[]> =>
  [
    differ('chain id', recorded.chainId, await ledger.client.getChainId()),
    differ("ledger's first block", recorded.genesis, await genesisOf(ledger)),
    isAddressEqual(recorded.deployer, deployer) ? [] : differ('deployer', recorded.deployer, deployer),
    differ('gas price', recorded.gasPrice, String(ledger.gasPrice)),
  ].flat()

export const otherCode = ({ code, version }: RecordHeader, wanted: Hash): string[] =>
  code === wanted ? [] : [`the contracts are of version ${version}, with other code`]

/** @throws DeploymentStoppedError 'foreign' */
export function requireSame(what: 'deployment' | 'upgrade', differences: readonly string[]): void {
  if (differences.length === 0) return
  throw new DeploymentStoppedError('foreign', `In the record of the ${what} ${differences.join(', ')}.`)
}

export const differ = (name: string, recorded: number | string, wanted: number | string): string[] =>
  recorded === wanted ? [] : [`the ${name} is ${recorded || 'empty'}, not ${wanted || 'empty'}`]

export async function genesisOf({ client }: Ledger): Promise<Hash> {
  return (await client.getBlock({ blockNumber: 0n })).hash
}

/** Of all contracts and libraries together. `codeHash(bytecode)` */
export const codeHash = (compiled: Readonly<Record<string, string>>): Hash =>
  keccak256(stringToHex(JSON.stringify(compiled)))

export const parametersOf = ({ operator, refunds }: DeploymentHeader): PlatformParameters => ({
  operator,
  refundThreshold: BigInt(refunds.refundThreshold),
  refundLimit: BigInt(refunds.refundLimit),
  funding: BigInt(refunds.funding),
})
