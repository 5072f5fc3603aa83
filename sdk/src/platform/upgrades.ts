// The managers' code: which runs, what is announced to replace it, and what the operator does about it.
import { dappAbi, deliveryManagerAbi, legTypes, upgradableAbi } from '@connex/contracts'
import type { DappType, HexData } from '@connex/protocol'
import { Address, Bytes32, Seconds, ZERO_ADDRESS } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { everyPage } from '../http/call.ts'
import { dappOf } from '../ledger/controller.ts'
import { readContract } from '../ledger/readContract.ts'
import { hashOf, hex, wordText } from '../ledger/scalars.ts'
import { execute } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { listDapps } from './queries.ts'

/** A manager by its address, and the dApp through whose controller the operator's tenant changes it. */
export type ManagerRef = { address: Address; dappAddr: Address }

/** A change of a manager's code that the operator has announced. Everybody can see it before it takes effect. */
export type AnnouncedUpgrade = {
  /** The code that is to run. */
  implementation: Address
  /** Whether it is the code that the last upgrade replaced. */
  isRollback: boolean
  announcedBy: Address
  /** keccak-256 of the code; the ledger refuses other code at the same address. */
  codeHash: Bytes32
  /** keccak-256 of the migration, also of an empty one; zero for a rollback. */
  migrationHash: Bytes32
  /** It can be executed from this time, */
  effectiveFrom: Seconds
  /** and until this one. Then it has lapsed. */
  effectiveUntil: Seconds
}

export type Manager = ManagerRef & {
  /** `DeliveryManager` */
  name: string
  /** Of the code that runs. */
  version: number
  implementation: Address
  announced: AnnouncedUpgrade | null
}

const BEHIND_PROXIES: readonly DappType[] = ['platform', 'instrument', 'registry', 'delivery']

/**
 * The platform's managers, what code they run, and which change of it is announced. From the ledger, for every tenant.
 *
 * @example
 * const announced = (await listManagers(client)).filter(({ announced }) => announced !== null)
 */
export async function listManagers(client: Client, control: CallControl = {}): Promise<Manager[]> {
  requireClient(client)
  const platform = await dappOf(client, 'platform')
  const dapps = await everyPage((page) => listDapps(client, page, control))
  const addresses = dapps.filter(({ type }) => BEHIND_PROXIES.includes(type)).map(({ address }) => address)
  const refs = [...new Set([platform, ...addresses])].map((address) => ({ address, dappAddr: address }))
  const deliveries = dapps.filter(({ type }) => type === 'delivery')
  const legs = await Promise.all(deliveries.map(({ address }) => legManagersOf(client, address, control)))
  return Promise.all([...refs, ...legs.flat()].map((one) => readManager(client, one, control)))
}

/** The managers of leg types that are contracts of their own. */
async function legManagersOf(client: Client, dappAddr: Address, control: CallControl): Promise<ManagerRef[]> {
  const found = await Promise.all(
    legTypes.map(async (_, legType) => {
      const registered = await readContract(
        client,
        deliveryManagerAbi,
        dappAddr,
        'legManagers',
        [legType],
        control,
      )
      return Address.parse(registered.deliveryLegManager)
    }),
  )
  const others = new Set(found.filter((address) => address !== dappAddr && address !== ZERO_ADDRESS))
  return [...others].map((address) => ({ address, dappAddr }))
}

async function readManager(client: Client, ref: ManagerRef, control: CallControl): Promise<Manager> {
  const { address } = ref
  const [kind, version, implementation, announced, lifetime] = await Promise.all([
    readContract(client, upgradableAbi, address, 'kind', [], control),
    readContract(client, dappAbi, address, 'getVersion', [], control),
    readContract(client, upgradableAbi, address, 'implementation', [], control),
    readContract(client, upgradableAbi, address, 'announcedUpgrade', [], control),
    readContract(client, upgradableAbi, address, 'UPGRADE_LIFETIME', [], control),
  ])
  return {
    ...ref,
    name: wordText(kind),
    version: Number(version),
    implementation: Address.parse(implementation),
    announced: BigInt(announced.implementation) === 0n ? null : describe(announced, lifetime),
  }
}

type OnLedger = {
  implementation: string
  effectiveFrom: bigint
  isRollback: boolean
  announcedBy: string
  codeHash: string
  migrationHash: string
}

const describe = (announced: OnLedger, lifetime: bigint): AnnouncedUpgrade => ({
  implementation: Address.parse(announced.implementation),
  isRollback: announced.isRollback,
  announcedBy: Address.parse(announced.announcedBy),
  codeHash: Bytes32.parse(announced.codeHash),
  migrationHash: Bytes32.parse(announced.migrationHash),
  effectiveFrom: Seconds.parse(Number(announced.effectiveFrom)),
  effectiveUntil: Seconds.parse(Number(announced.effectiveFrom + lifetime)),
})

const callee = ({ address, dappAddr }: ManagerRef) => ({ dappAddr, to: address })

/** A call to the new code in the transaction that puts it in place; none by default. */
type Migrating = { migration?: HexData | undefined }

/**
 * The operator announces new code for a manager, which is on the ledger already. It can be executed seven days later, for 30 days.
 *
 * @example
 * await announceUpgrade(client, { manager, implementation })
 */
export async function announceUpgrade(
  client: Client,
  { manager, implementation, migration }: { manager: ManagerRef; implementation: Address } & Migrating,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const args = [hex(implementation), hashOf(migration ?? '0x')] as const
  return execute(client, upgradableAbi, callee(manager), 'announceUpgrade', args, options)
}

/**
 * The operator announces that the code which the last upgrade replaced comes back, after the same delay.
 *
 * @example
 * await announceRollback(client, { manager })
 */
export async function announceRollback(
  client: Client,
  { manager }: { manager: ManagerRef },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return execute(client, upgradableAbi, callee(manager), 'announceRollback', [], options)
}

/**
 * The operator takes back what it has announced for a manager, at any time.
 *
 * @example
 * await withdrawUpgrade(client, { manager })
 */
export async function withdrawUpgrade(
  client: Client,
  { manager }: { manager: ManagerRef },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return execute(client, upgradableAbi, callee(manager), 'withdrawUpgrade', [], options)
}

/**
 * The operator makes the announced change. The ledger refuses it before its time, after it, and with other code or another
 * migration than was announced.
 *
 * @example
 * await executeUpgrade(client, { manager, announced: manager.announced })
 */
export async function executeUpgrade(
  client: Client,
  {
    manager,
    announced: { implementation, isRollback },
    migration,
  }: {
    manager: ManagerRef
    announced: Pick<AnnouncedUpgrade, 'implementation' | 'isRollback'>
  } & Migrating,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  if (isRollback) return execute(client, upgradableAbi, callee(manager), 'rollback', [], options)
  const args = [hex(implementation), hex(migration ?? '0x')] as const
  return execute(client, upgradableAbi, callee(manager), 'upgrade', args, options)
}
