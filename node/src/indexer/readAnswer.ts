// What the ledger answers, checked before anything relies on it.
import type { Address, Bytes32, TxHash } from '@connex/protocol'
import { LedgerError } from './Ledger.ts'
import type { Block, Log } from './Ledger.ts'

/** `readNumber('0x1b4')` → 436 */
export function readNumber(value: unknown): number {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : NaN
  if (!Number.isSafeInteger(number)) throw new LedgerError('The ledger answered something that is no number.')
  return number
}

export function readBlock(value: unknown): Block {
  const block = fields(value)
  return {
    number: readNumber(block['number']),
    hash: readHex(block['hash'], 32) as Bytes32,
    parentHash: readHex(block['parentHash'], 32) as Bytes32,
    at: readNumber(block['timestamp']),
    // One bit for each of them, more or less: none where there is none.
    hasLogs: /[^0]/.test(readHex(block['logsBloom']).slice(2)),
  }
}

export function readLog(value: unknown): Log {
  const log = fields(value)
  const topics: unknown = log['topics']
  if (!Array.isArray(topics)) throw new LedgerError('The ledger answered a log without topics.')
  return {
    address: readHex(log['address'], 20) as Address,
    topics: topics.map((topic) => readHex(topic, 32)),
    data: readHex(log['data']),
    block: readNumber(log['blockNumber']),
    blockHash: readHex(log['blockHash'], 32) as Bytes32,
    at: log['blockTimestamp'] === undefined ? undefined : readNumber(log['blockTimestamp']),
    logIndex: readNumber(log['logIndex']),
    txHash: readHex(log['transactionHash'], 32) as TxHash,
  }
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new LedgerError('The ledger answered no object.')
  return value as Record<string, unknown>
}

function readHex(value: unknown, bytes?: number): string {
  const isHex = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
  if (!isHex || (bytes !== undefined && value.length !== 2 + 2 * bytes))
    throw new LedgerError('The ledger answered something that is no hex.')
  return value.toLowerCase()
}
