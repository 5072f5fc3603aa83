import type { Address } from '@connex/protocol'
import { decodeAbiParameters } from 'viem'
import type { ContractKind, LedgerContractsTable } from '../storage/schema/ledgerTables.ts'
import { HANDLED } from './handledEvents.ts'
import type { Handler } from './handledEvents.ts'
import type { Change, Occurrence } from './handlers/change.ts'
import type { Log } from './ledger.ts'

export type Contract = { kind: ContractKind; owner: Address }
export type Contracts = ReadonlyMap<Address, Contract>

/** An event and what it changes. */
export type Gathered = { occurrence: Occurrence; changes: readonly Change[] }

export type Gathering = {
  events: Gathered[]
  discovered: LedgerContractsTable[]
  /** Discovered contracts whose earlier logs are not among `histories`: fetch these, then gather again. */
  missing: Address[]
}

/** Logs of discovered contracts from before this batch. */
export type Histories = ReadonlyMap<Address, readonly Log[]>

/**
 * From logs to events, in order. Logs of contracts that nobody knows are left out; when a contract is discovered, what
 * it said before is taken in at that place, as of the block of its discovery: before it was nobody's.
 */
export function gatherEvents(logs: readonly Log[], contracts: Contracts, histories: Histories): Gathering {
  const found = new Map<Address, Contract>()
  const unclaimed = new Map<Address, Log[]>()
  const gathering: Gathering = { events: [], discovered: [], missing: [] }

  function take(log: Log, block: number): void {
    const contract = contracts.get(log.address) ?? found.get(log.address)
    if (contract === undefined) {
      const earlier = unclaimed.get(log.address)
      if (earlier === undefined) unclaimed.set(log.address, [log])
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
    for (const change of changes) if (change.kind === 'discover') claim(change, block)
  }

  function claim(
    { address, contract, owner }: { address: Address; contract: ContractKind; owner: Address },
    block: number,
  ): void {
    if (contracts.has(address) || found.has(address)) return
    found.set(address, { kind: contract, owner })
    gathering.discovered.push({ address, kind: contract, owner, from_block: block })
    const history = histories.get(address)
    if (history === undefined) gathering.missing.push(address)
    for (const log of [...(history ?? []), ...(unclaimed.get(address) ?? [])]) take(log, block)
    unclaimed.delete(address)
  }

  for (const log of logs) take(log, log.block)
  return gathering
}

/**
 * The log's arguments and its handler; undefined where a contract of this kind has no such event. One that is indexed
 * otherwise is another event, whatever its name.
 */
export function decodeLog(kind: ContractKind, log: Log): { args: object; handle: Handler } | undefined {
  const known = HANDLED[kind].get(log.topics[0] ?? '')
  if (known === undefined) return undefined
  const indexed = known.event.inputs.filter((input) => input.indexed === true)
  const others = known.event.inputs.filter((input) => input.indexed !== true)
  if (indexed.length !== log.topics.length - 1) return undefined
  const args: Record<string, unknown> = {}
  // What is indexed is one word each: together they are read at once.
  const words: readonly unknown[] = decodeAbiParameters(
    indexed,
    `0x${log.topics.slice(1).map(withoutPrefix).join('')}`,
  )
  indexed.forEach((input, index) => {
    args[input.name ?? ''] = words[index]
  })
  if (others.length > 0) {
    const values: readonly unknown[] = decodeAbiParameters(others, log.data as `0x${string}`)
    others.forEach((input, index) => {
      args[input.name ?? ''] = values[index]
    })
  }
  return { args, handle: known.handle }
}

const withoutPrefix = (hex: string): string => hex.slice(2)
