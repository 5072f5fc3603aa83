import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { CliError } from '../CliError.ts'
import { decodeRecord, encodeRecord } from './JournalRecord.ts'
import type { BlockRecord, JournalRecord, VerdictRecord } from './JournalRecord.ts'

/** An append-only file. Records that arrive during a sync share the next one. */
export type Journal = {
  /** Resolves with the record's offset once it is on disk. If it rejects, the record is not in the file. */
  append(record: JournalRecord): Promise<number>
  /** Writes in order, without its own sync. A note that cannot be written is dropped. */
  note(record: JournalRecord): void
  close(): Promise<void>
}

type Waiting = {
  readonly line: string
  readonly onWritten?: (offset: number) => void
  readonly onFailed?: (error: unknown) => void
}

type File = Pick<FileHandle, 'write' | 'datasync' | 'truncate' | 'close'>

export async function openJournal(file: string, length: number): Promise<Journal> {
  // Not 'a': bytes after `length` were never acknowledged and are overwritten.
  const handle = await open(file, 'r+')
  await handle.truncate(length)
  await handle.datasync()
  return journalOn(handle, length)
}

/** @internal Separate, so that a test can pass a file on a full disk. */
export function journalOn(handle: File, start: number): Journal {
  const writeBatch = createBatchWriter(handle, start)
  let waiting: Waiting[] = []
  let isWriting = false
  let done: Promise<void> = Promise.resolve()

  const push = (entry: Waiting) => {
    waiting.push(entry)
    if (!isWriting) done = writeAll()
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      // Wait one turn of the event loop, so that simultaneous requests share a sync.
      await new Promise(setImmediate)
      const batch = waiting
      waiting = []
      try {
        await writeBatch(batch)
      } catch (error) {
        for (const { onFailed } of batch) onFailed?.(error)
      }
    }
    isWriting = false
  }

  return {
    append: (record) =>
      new Promise((onWritten, onFailed) => push({ line: encodeRecord(record), onWritten, onFailed })),
    note: (record) => push({ line: encodeRecord(record) }),
    async close() {
      await done
      await handle.close()
    },
  }
}

/** Writes all lines of a batch at the end of the file, or none. */
function createBatchWriter(handle: File, start: number): (batch: readonly Waiting[]) => Promise<void> {
  let length = start
  let broken: Error | undefined

  return async function writeBatch(batch) {
    if (broken) throw broken
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''), 'latin1')
    try {
      let written = 0
      while (written < bytes.length) {
        const result = await handle.write(bytes, written, bytes.length - written, length + written)
        written += result.bytesWritten
      }
      if (batch.some(({ onWritten }) => onWritten)) await handle.datasync()
    } catch (error) {
      await rollBack(error)
      throw error
    }
    for (const { line, onWritten } of batch) {
      onWritten?.(length)
      length += line.length
    }
  }

  async function rollBack(error: unknown): Promise<void> {
    try {
      await handle.truncate(length)
      await handle.datasync()
    } catch {
      // The file's content is unknown now: only a new start, which reads it, may write to it.
      broken = new Error('the journal must be read again', { cause: error })
    }
  }
}

/** A block to mine, its line's offset, and its outcome if that is written. */
export type JournaledBlock = {
  readonly record: BlockRecord
  readonly offset: number
  readonly verdict: VerdictRecord | undefined
}

export type JournalTail = {
  readonly blocks: JournaledBlock[]
  /** The end of the complete lines; what follows was interrupted and never acknowledged. */
  readonly end: number
}

/**
 * Reads the journal from the start of a line. The first incomplete line ends it, unless a later line proves that it was
 * once synced: then the file is damaged.
 */
export async function readJournal(file: string, from: number): Promise<JournalTail> {
  const text = await readFrom(file, from)
  const blocks: { record: BlockRecord; offset: number }[] = []
  const verdicts = new Map<number, VerdictRecord>()
  let seq = 0
  for (const { line, offset, next } of linesOf(text, from)) {
    const record = next === undefined ? undefined : decodeRecord(line)
    if (record === undefined) {
      refuseDamage(file, text.subarray(offset - from), offset, seq)
      return { blocks: join(blocks, verdicts), end: offset }
    }
    if (isBlock(record)) {
      if (record.seq <= seq) throw CliError.of('journalDamaged', file, `record ${record.seq} is out of order`)
      seq = record.seq
      blocks.push({ record, offset })
    } else if (record.kind !== 'genesis') verdicts.set(record.seq, record)
  }
  return { blocks: join(blocks, verdicts), end: from + text.length }
}

async function readFrom(file: string, from: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size < from) throw CliError.of('journalDamaged', file, 'it is shorter than its checkpoint says')
    const text = Buffer.alloc(size - from)
    let read = 0
    while (read < text.length) {
      const { bytesRead } = await handle.read(text, read, text.length - read, from + read)
      if (bytesRead === 0) break
      read += bytesRead
    }
    return text.subarray(0, read)
  } finally {
    await handle.close()
  }
}

function* linesOf(text: Buffer, base: number): Generator<{ line: string; offset: number; next?: number }> {
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf(10, start)
    if (newline < 0) {
      yield { line: '', offset: base + start }
      return
    }
    yield { line: text.toString('latin1', start, newline), offset: base + start, next: base + newline + 1 }
    start = newline + 1
  }
}

/** A verdict is written after its block's line is synced, so a verdict after a broken line proves damage. */
function refuseDamage(file: string, rest: Buffer, offset: number, lastSeq: number): void {
  for (const { line, next } of linesOf(rest, 0)) {
    const record = next === undefined ? undefined : decodeRecord(line)
    if (record && record.kind !== 'genesis' && !isBlock(record) && record.seq > lastSeq) {
      throw CliError.of('journalDamaged', file, `at byte ${offset}`)
    }
  }
}

function isBlock(record: JournalRecord): record is BlockRecord {
  return record.kind === 'transaction' || record.kind === 'time' || record.kind === 'pooled'
}

function join(
  blocks: { record: BlockRecord; offset: number }[],
  verdicts: Map<number, VerdictRecord>,
): JournaledBlock[] {
  return blocks.map(({ record, offset }) => ({ record, offset, verdict: verdicts.get(record.seq) }))
}
