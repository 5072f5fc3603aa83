// Looks at the managers on a ledger before anything is paid for, and names every obstacle to their upgrade.
import { BaseError, hexToString, isAddressEqual, stringToHex } from 'viem'
import type { Address, Hex } from 'viem'
import { dappAbi, errorsAbi, escrowLegManagerAbi, upgradableAbi } from '../../generated/index.ts'
import { creationCode, linked } from '../deployment/deployContract.ts'
import type { ConstructorCall } from '../deployment/deployContract.ts'
import type { Deployment } from '../deployment/describeDeployment.ts'
import { breaks } from '../deployment/layout.ts'
import type { Ledger } from '../deployment/ledger.ts'
import { LedgerUnsuitableError, obstaclesToSend } from '../deployment/suitability.ts'
import { CODE_ADDRESSES, librariesOf, MANAGERS } from './contracts.ts'
import type { ManagerName, ReleasedContracts } from './contracts.ts'

/** A manager that is to get other code. */
export type PlannedManager = {
  name: ManagerName
  address: Address
  /** What runs now, and what is to run. */
  version: number
  newVersion: number
}

/** Nothing was paid for. */
export class UpgradeImpossibleError extends Error {
  override readonly name = 'UpgradeImpossibleError'
  readonly obstacles: readonly string[]
  constructor(obstacles: readonly string[]) {
    super(obstacles.join(' '))
    this.obstacles = obstacles
  }
}

/** `named`: these managers, each of which then must have a newer version; by default all that have one. */
export type Wanted = {
  deployment: Deployment
  contracts: ReleasedContracts
  named: readonly ManagerName[]
}

/**
 * The managers on the ledger that have an older version than these contracts, with every obstacle looked for.
 *
 * @throws LedgerUnsuitableError, for what is the ledger's or the payer's
 * @throws UpgradeImpossibleError with every obstacle
 * @example
 * const managers = await planUpgrade(ledger, payer, { deployment, contracts: ownContracts, named: [] })
 */
export async function planUpgrade(ledger: Ledger, payer: Address, wanted: Wanted): Promise<PlannedManager[]> {
  const first = await obstaclesToSend(ledger, payer, 0n)
  if (first.length > 0) throw new LedgerUnsuitableError(first)
  const planned: PlannedManager[] = []
  const obstacles: string[] = []
  for (const name of wanted.named.length > 0 ? wanted.named : MANAGERS) {
    const found = await lookAt(ledger, name, wanted)
    if ('obstacle' in found) obstacles.push(found.obstacle)
    else if (found.newVersion > found.version) {
      planned.push(found)
      obstacles.push(...(await obstaclesOf(ledger, found, wanted)))
    } else if (wanted.named.length > 0)
      obstacles.push(
        `${name} has version ${found.version}, and these contracts have version ${found.newVersion}.`,
      )
  }
  if (obstacles.length > 0) throw new UpgradeImpossibleError(obstacles)
  const poor = await obstaclesToSend(ledger, payer, gasOf(wanted.contracts, planned))
  if (poor.length > 0) throw new LedgerUnsuitableError(poor)
  return planned
}

async function lookAt(
  ledger: Ledger,
  name: ManagerName,
  { deployment, contracts }: Wanted,
): Promise<PlannedManager | { obstacle: string }> {
  const { client } = ledger
  const address = deployment.contracts[name]
  if ((await client.getCode({ address })) === undefined)
    return { obstacle: `The ledger has no contract at ${address}, where ${name} is to be.` }
  const read = async (code: { address: Address } | { code: Hex }) => ({
    kind: await client.readContract({ ...code, abi: upgradableAbi, functionName: 'kind' }),
    version: Number(await client.readContract({ ...code, abi: dappAbi, functionName: 'getVersion' })),
  })
  const now = await read({ address })
  if (now.kind !== stringToHex(name, { size: 32 }))
    return { obstacle: `The contract at ${address} is ${hexToString(now.kind, { size: 32 })}, not ${name}.` }
  try {
    const code = await trialCode(ledger, name, { deployment, contracts })
    const next = await read({ code })
    return next.kind === now.kind
      ? { name, address, version: now.version, newVersion: next.version }
      : { obstacle: `What these contracts have as ${name} is another kind of contract.` }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { obstacle: `The ledger cannot create the new code of ${name}: ${error.shortMessage}` }
  }
}

/** Its libraries are not there yet; what a plan calls uses none. */
async function trialCode(
  ledger: Ledger,
  name: ManagerName,
  { deployment, contracts }: Pick<Wanted, 'deployment' | 'contracts'>,
): Promise<Hex> {
  const nowhere = Object.fromEntries(
    librariesOf(contracts, name).map((library) => [library, deployment.contracts.Factory]),
  )
  const code = linked(name, contracts.bytecode[name] ?? '', nowhere)
  return creationCode(code, await constructorOf(ledger, name, deployment))
}

/** The addresses that a manager has in its code, which every later code must have too. */
export async function constructorOf(
  { client }: Ledger,
  name: ManagerName,
  { contracts }: Deployment,
): Promise<ConstructorCall | undefined> {
  const address = contracts[name]
  const functionName = CODE_ADDRESSES[name]
  if (functionName === 'none') return undefined
  const platform = await client.readContract({ address, abi: dappAbi, functionName: 'platform' })
  const other =
    functionName === 'deliveryManager'
      ? await client.readContract({ address, abi: escrowLegManagerAbi, functionName })
      : await client.readContract({ address, abi: dappAbi, functionName })
  return { types: [{ type: 'address' }, { type: 'address' }], values: [platform, other] }
}

async function obstaclesOf(
  { client }: Ledger,
  { name, address }: PlannedManager,
  { deployment, contracts }: Wanted,
): Promise<string[]> {
  const running = await client.readContract({ address, abi: upgradableAbi, functionName: 'implementation' })
  const obstacles = storageObstacles(name, running, { deployment, contracts })
  const { implementation, effectiveFrom } = await client.readContract({
    address,
    abi: upgradableAbi,
    functionName: 'announcedUpgrade',
  })
  const lifetime = await client.readContract({
    address,
    abi: upgradableAbi,
    functionName: 'UPGRADE_LIFETIME',
  })
  const { timestamp } = await client.getBlock()
  if (BigInt(implementation) !== 0n && timestamp <= effectiveFrom + lifetime)
    obstacles.push(`Another change of ${name} is announced: ${implementation}.`)
  if (!(await isUpgrader({ client }, address, deployment.operator.tenant)))
    obstacles.push(`The operator's tenant ${deployment.operator.tenant} may not upgrade ${name}.`)
  return obstacles
}

/** The code that runs, which the deployment file knows, against what is to run. */
function storageObstacles(
  name: ManagerName,
  running: Address,
  { deployment, contracts }: Pick<Wanted, 'deployment' | 'contracts'>,
): string[] {
  const former = deployment.code.find(({ address }) => isAddressEqual(address, running))?.layout
  if (former === undefined)
    return [
      `The deployment file does not have the code at ${running}, which ${name} runs, so its storage cannot be compared.`,
    ]
  const layout = contracts.storageLayouts[name] ?? { storage: [], structs: {} }
  return breaks(name, former, layout).map((line) => `The storage of ${line}.`)
}

/** As the tenant, without sending it: whoever may not upgrade is refused for that alone. */
const isUpgrader = (
  { client }: Pick<Ledger, 'client'>,
  address: Address,
  account: Address,
): Promise<boolean> =>
  client
    .simulateContract({
      account,
      address,
      abi: [...upgradableAbi, ...errorsAbi],
      functionName: 'announceRollback',
    })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof BaseError && /PrivilegeNotHeld/.test(error.message)) return false
        if (error instanceof BaseError && /RollbackImpossible|UpgradeAlreadyAnnounced/.test(error.message))
          return true
        throw error
      },
    )

/** More than any code of ours has cost. */
const GAS_PER_BYTE = 260n

/** All that is to be deployed, with room. */
const gasOf = (contracts: ReleasedContracts, planned: readonly PlannedManager[]): bigint => {
  const names = planned.flatMap(({ name }) => [...librariesOf(contracts, name), name])
  return [...new Set(names)].reduce(
    (gas, name) => gas + BigInt((contracts.bytecode[name] ?? '').length / 2) * GAS_PER_BYTE,
    0n,
  )
}
