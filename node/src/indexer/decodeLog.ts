import { decodeAbiParameters } from 'viem'
import type { ContractKind } from '../storage/ledgerTables.ts'
import { HANDLED } from './handledEvents.ts'
import type { Handler } from './handledEvents.ts'
import type { Log } from './Ledger.ts'

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
