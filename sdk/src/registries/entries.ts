// Entries: public as fingerprints, private in their details.
import { entryRegistryManagerAbi } from '@connex/contracts'
import type { AccountNumber, Address, Fingerprint } from '@connex/protocol'
import { RegistryEntryDetails, fingerprintOf, freshSalt, toQuantity } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, storeFirst } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { saltedReason } from '../platform/comments.ts'
import { currentMe } from '../session/session.ts'
import type { RegistryParameters } from './parameters.ts'
import { parseInput } from '../parseInput.ts'

export type EntriesParameters = RegistryParameters & { ownerAddr: Address; entries: readonly NewEntry[] }

/**
 * The registrar issues entries to an investor: their details to the tenant's own server first, their fingerprints to the ledger.
 *
 * @example
 * const { fingerprints } = await issueEntries(client, { registryManagerAddr, registryId, ownerAddr, entries: [{ account, quantity: 70n }] })
 */
export async function issueEntries(
  client: Client,
  { registryManagerAddr, registryId, ownerAddr, entries }: EntriesParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const made = entries.map((entry) => newEntry(ownerAddr, entry))
  const body = { registryManagerAddr, registryId, entries: made.map(({ details }) => details) }
  await storeFirst(client, 'issueEntries', body, options)
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), fingerprints.map(hex), hex(ownerAddr)] as const
  const sent = await execute(client, entryRegistryManagerAbi, registryManagerAddr, 'issue', args, options)
  return { fingerprints, ...sent }
}

/**
 * The registrar imports entries from another registry, while the registry is IMPORTING.
 *
 * @example
 * const { fingerprints } = await importEntries(client, { registryManagerAddr, registryId, ownerAddr, entries: [{ account, quantity: 70n }] })
 */
export async function importEntries(
  client: Client,
  { registryManagerAddr, registryId, ownerAddr, entries }: EntriesParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const made = entries.map((entry) => newEntry(ownerAddr, entry))
  const body = { registryManagerAddr, registryId, entries: made.map(({ details }) => details) }
  await storeFirst(client, 'importEntries', body, options)
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), fingerprints.map(hex), hex(ownerAddr)] as const
  const sent = await execute(
    client,
    entryRegistryManagerAbi,
    registryManagerAddr,
    'importEntries',
    args,
    options,
  )
  return { fingerprints, ...sent }
}

export type ReorgParameters = RegistryParameters & {
  /** Own available entries, which end. */
  spent: readonly Fingerprint[]
  /** The entries that replace them, of the same total. */
  entries: readonly NewEntry[]
}

/**
 * Splits and merges own entries. Their quantities are conserved, which the servers that know them check.
 *
 * @example
 * await reorgEntries(client, { registryManagerAddr, registryId, spent: [thirty], entries: [{ account, quantity: 20n }, { account, quantity: 10n }] })
 */
export async function reorgEntries(
  client: Client,
  { registryManagerAddr, registryId, spent, entries }: ReorgParameters,
  options: SendOptions = {},
): Promise<Sent & { fingerprints: Fingerprint[] }> {
  requireClient(client)
  const { tenant } = await currentMe(client)
  const made = entries.map((entry) => newEntry(tenant.address, entry))
  const details = made.map((entry) => entry.details)
  const body = { registryManagerAddr, registryId, deleted: [...spent], entries: details }
  await storeFirst(client, 'reorgEntries', body, options)
  const fingerprints = made.map(({ fingerprint }) => fingerprint)
  const args = [hex(registryId), spent.map(hex), fingerprints.map(hex)] as const
  const sent = await execute(client, entryRegistryManagerAbi, registryManagerAddr, 'reorg', args, options)
  return { fingerprints, ...sent }
}

export type MarkEntriesParameters = RegistryParameters & {
  fingerprints: readonly Fingerprint[]
  /** For redemption while the registry is REGISTERED, for export while it is EXPORTING. */
  for: 'redemption' | 'export'
  /** Removes such a mark. */
  isTakenBack?: boolean | undefined
}

/**
 * The owner marks available entries, which only the registrar can then terminate.
 *
 * @example
 * await markEntries(client, { registryManagerAddr, registryId, fingerprints, for: 'redemption' })
 */
export async function markEntries(
  client: Client,
  parameters: MarkEntriesParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, fingerprints } = parameters
  const name = NAMES[parameters.for][parameters.isTakenBack === true ? 1 : 0]
  const args = [hex(registryId), fingerprints.map(hex)] as const
  return execute(client, entryRegistryManagerAbi, registryManagerAddr, name, args, options)
}

const NAMES = {
  redemption: ['markAsRedeemable', 'cancelRedeemable'],
  export: ['markEntriesForExport', 'cancelExport'],
} as const

export type TerminateParameters = RegistryParameters & {
  fingerprint: Fingerprint
  ownerAddr: Address
  reason: string
}

/**
 * The registrar ends an entry that its owner has marked. The reason goes to the owner first.
 *
 * @example
 * await terminateEntry(client, { registryManagerAddr, registryId, fingerprint, ownerAddr, reason: 'Redeemed at par' })
 */
export async function terminateEntry(
  client: Client,
  { registryManagerAddr, registryId, fingerprint, ownerAddr, reason }: TerminateParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const body = {
    registryManagerAddr,
    registryId,
    registryEntryFingerprint: fingerprint,
    reason: saltedReason(reason).comment,
  }
  await storeFirst(client, 'terminateEntry', body, options)
  const args = [hex(registryId), [hex(fingerprint)], hex(ownerAddr)] as const
  return execute(client, entryRegistryManagerAbi, registryManagerAddr, 'terminateEntry', args, options)
}

/** The private half of an entry, known to its owner and the registrar alone. */
export type NewEntry = {
  account: AccountNumber
  quantity: bigint
  /** The registrar's reference for it. */
  reference?: string | undefined
}

type MadeEntry = { details: RegistryEntryDetails; fingerprint: Fingerprint }

/** An entry's private half with a fresh salt, and the fingerprint that is its name on the ledger. */
function newEntry(owner: Address, { account, quantity, reference }: NewEntry): MadeEntry {
  const named = reference === undefined ? {} : { reference }
  const details = parseInput(RegistryEntryDetails, {
    salt: freshSalt(),
    owner,
    account,
    quantity: toQuantity(quantity),
    ...named,
  })
  return { details, fingerprint: fingerprintOf(details) }
}
