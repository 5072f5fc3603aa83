import { type FileHandle, open } from 'node:fs/promises'
import { encodeRecord, type JournalRecord } from './JournalRecord.ts'

/** An append-only file. What waits while one sync runs goes into the next, all together. */
export type Journal = {
  /** Resolves with the record's offset once it is on the disk. Rejects where it is not, and then leaves no trace of it. */
  append(record: JournalRecord): Promise<number>
  /** Writes in order, without a sync of its own. A note that cannot be written is left out. */
  note(record: JournalRecord): void
  /** Where the next record would begin, after all that was given so far has been written. */
  settle(): Promise<number>
  close(): Promise<void>
}

type Waiting = {
  readonly line: string
  readonly onWritten?: (offset: number) => void
  readonly onFailed?: (error: unknown) => void
}

type File = Pick<FileHandle, 'write' | 'datasync' | 'truncate' | 'close'>

export async function openJournal(file: string, length: number): Promise<Journal> {
  // Not 'a': what lies behind `length` was never acknowledged and is overwritten.
  const handle = await open(file, 'r+')
  await handle.truncate(length)
  await handle.datasync()
  return journalOn(handle, length)
}

/** @internal A separate function, so that a test can hand in a file whose disk is full. */
export function journalOn(handle: File, start: number): Journal {
  let length = start
  let waiting: Waiting[] = []
  let isWriting = false
  let done: Promise<void> = Promise.resolve()
  let broken: Error | undefined

  const push = (entry: Waiting) => {
    waiting.push(entry)
    if (!isWriting) done = writeAll()
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      // One turn of the event loop, so that requests which came together are synced together.
      await new Promise(setImmediate)
      const batch = waiting
      waiting = []
      try {
        if (broken) throw broken
        await write(batch)
      } catch (error) {
        for (const { onFailed } of batch) onFailed?.(error)
      }
    }
    isWriting = false
  }

  async function write(batch: Waiting[]): Promise<void> {
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''), 'latin1')
    try {
      let written = 0
      while (written < bytes.length) {
        const result = await handle.write(bytes, written, bytes.length - written, length + written)
        written += result.bytesWritten
      }
      if (batch.some(({ onWritten }) => onWritten)) await handle.datasync()
    } catch (error) {
      await takeBack(error)
      throw error
    }
    for (const { line, onWritten } of batch) {
      onWritten?.(length)
      length += line.length
    }
  }

  async function takeBack(error: unknown): Promise<void> {
    try {
      await handle.truncate(length)
      await handle.datasync()
    } catch {
      // What the file holds is not known any more: only a new start, which reads it again, may write to it.
      broken = new Error('the journal must be read again', { cause: error })
    }
  }

  return {
    append: (record) =>
      new Promise((onWritten, onFailed) => push({ line: encodeRecord(record), onWritten, onFailed })),
    note: (record) => push({ line: encodeRecord(record) }),
    async settle() {
      await done
      return length
    },
    async close() {
      await done
      await handle.close()
    },
  }
}
