// From a batch's logs to events with their changes. Discovers contracts on the way.
import type { Address } from '@connex/protocol'
import { decodeAbiParameters } from 'viem'
import type { AbiParameter } from 'viem'
import type { ContractKind, LedgerContractsTable } from '../storage/schema/ledgerTables.ts'
import { HANDLED } from './handledEvents.ts'
import type { Handler } from './handledEvents.ts'
import type { Change, Occurrence } from './handlers/change.ts'
import type { Log } from './ledger.ts'

/** `since`: the block of its discovery. */
export type Contract = { kind: ContractKind; owner: Address; since: number }
export type Contracts = ReadonlyMap<Address, Contract>

/** An event and its changes. */
export type Gathered = { occurrence: Occurrence; changes: readonly Change[] }

export type Gathering = {
  events: Gathered[]
  discovered: LedgerContractsTable[]
  /**
   * Discovered contracts whose earlier logs are not among `histories`: load these, then gather again. Not what a factory
   * has created within this batch, all of whose logs are here.
   */
  missing: Address[]
}

/** A log that needs no block to be compared with. */
export type EarlierLog = Omit<Log, 'blockHash'>

/** Logs of discovered contracts from before this batch. */
export type Histories = ReadonlyMap<Address, readonly EarlierLog[]>

/**
 * Turns logs into events, in order. Skips logs of unknown contracts. When a contract is discovered, its earlier logs follow
 * right there, as of the block of its discovery.
 */
export function gatherEvents(logs: readonly Log[], contracts: Contracts, histories: Histories): Gathering {
  const discovered = new Map<Address, Contract>()
  const undiscovered = new Map<Address, EarlierLog[]>()
  const created = new Set<Address>()
  const gathering: Gathering = { events: [], discovered: [], missing: [] }

  function addLog(log: EarlierLog, block: number): void {
    const contract = contracts.get(log.address) ?? discovered.get(log.address)
    if (contract === undefined) {
      const earlier = undiscovered.get(log.address)
      if (earlier === undefined) undiscovered.set(log.address, [log])
      else earlier.push(log)
      return
    }
    const decoded = decodeLog(contract.kind, log)
    if (decoded === undefined) return
    const occurrence: Occurrence = {
      address: log.address,
      owner: contract.owner,
      block,
      at: log.at ?? 0,
      logIndex: log.logIndex,
      txHash: log.txHash,
    }
    const changes = decoded.handle({ ...occurrence, args: decoded.args })
    gathering.events.push({ occurrence, changes })
    for (const change of changes) {
      if (change.kind === 'create') created.add(change.address)
      if (change.kind === 'discover') discover(change, block)
    }
  }

  function discover(
    { address, contract, owner }: { address: Address; contract: ContractKind; owner: Address },
    block: number,
  ): void {
    if (contracts.has(address) || discovered.has(address)) return
    discovered.set(address, { kind: contract, owner, since: block })
    gathering.discovered.push({ address, kind: contract, owner, from_block: block })
    const history = histories.get(address)
    if (history === undefined && !created.has(address)) gathering.missing.push(address)
    for (const log of [...(history ?? []), ...(undiscovered.get(address) ?? [])]) addLog(log, block)
    undiscovered.delete(address)
  }

  for (const log of logs) addLog(log, log.block)
  return gathering
}

/**
 * The log's arguments and handler; undefined if this kind of contract has no such event. An event with other indexed
 * parameters is a different event, whatever its name.
 */
function decodeLog(kind: ContractKind, log: EarlierLog): { args: object; handle: Handler } | undefined {
  const [selector = '', ...topics] = log.topics
  const handled = HANDLED[kind].get(selector)
  if (handled === undefined) return undefined
  const { indexed, unindexed, handle } = handled
  if (indexed.length !== topics.length) return undefined
  // Indexed values have one word each, so they are decoded together.
  const inTopics = topics.map(withoutPrefix).join('')
  return { args: { ...decode(indexed, inTopics), ...decode(unindexed, withoutPrefix(log.data)) }, handle }
}

/** The values by name. Node converts hexadecimal text many times faster than viem. */
function decode(parameters: readonly AbiParameter[], hex: string): Record<string, unknown> {
  if (parameters.length === 0) return {}
  const values: readonly unknown[] = decodeAbiParameters(parameters, Buffer.from(hex, 'hex'))
  return Object.fromEntries(parameters.map(({ name = '' }, index) => [name, values[index]]))
}

const withoutPrefix = (hex: string): string => hex.slice(2)
