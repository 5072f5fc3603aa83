import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeRecord, type BlockRecord } from './JournalRecord.ts'
import { journalOn, openJournal, readJournal } from './journal.ts'

const block = (seq: number): BlockRecord => ({ kind: 'time', seq, timestamp: 1_700_000_000 + seq, shift: 0 })
const mined = (seq: number) => ({ kind: 'mined', seq, block: seq, hash: '0xaa' }) as const

function newJournal(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'connex-journal-')), 'journal')
  writeFileSync(file, '')
  return file
}

const seqs = async (file: string) => (await readJournal(file, 0)).blocks.map(({ record }) => record.seq)

test('a torn last line is dropped, however much of it was written', async () => {
  const whole = encodeRecord(block(1)) + encodeRecord(mined(1))
  const last = encodeRecord(block(2))
  for (let cut = 0; cut < last.length; cut++) {
    const file = newJournal()
    writeFileSync(file, whole + last.slice(0, cut))
    const { blocks, end } = await readJournal(file, 0)
    expect(blocks.map(({ record }) => record.seq)).toEqual([1])
    expect(end).toBe(whole.length)
  }
})

test('an unsynced last batch with a gap is dropped from the gap on', async () => {
  const file = newJournal()
  writeFileSync(
    file,
    encodeRecord(block(1)) + encodeRecord(block(2)).replace('time', 'tXme') + encodeRecord(block(3)),
  )
  expect(await seqs(file)).toEqual([1])
})

test('a damaged line of an acknowledged block is refused, not dropped', async () => {
  const file = newJournal()
  const lines = [block(1), block(2), mined(2)].map(encodeRecord)
  writeFileSync(file, lines.join('').replace('"seq":1', '"seq":7'))
  await expect(readJournal(file, 0)).rejects.toThrow(/damaged \(at byte 0\)/)
})

test('a journal shorter than its checkpoint is refused', async () => {
  await expect(readJournal(newJournal(), 10)).rejects.toThrow(/shorter than its checkpoint/)
})

test('records are read in order with their verdicts, and a new writer overwrites the torn end', async () => {
  const file = newJournal()
  const first = await openJournal(file, 0)
  const offsets = await Promise.all([block(1), block(2), block(3)].map(first.append))
  first.note(mined(2))
  await first.close()
  expect(offsets[1]).toBe(encodeRecord(block(1)).length)
  appendFileSync(file, 'deadbeef {"kind":')
  const { end } = await readJournal(file, 0)
  const second = await openJournal(file, end)
  await second.append(block(4))
  await second.close()
  const { blocks } = await readJournal(file, 0)
  expect(blocks.map(({ record, verdict }) => [record.seq, verdict?.kind])).toEqual([
    [1, undefined],
    [2, 'mined'],
    [3, undefined],
    [4, undefined],
  ])
  expect((await readJournal(file, offsets[2]!)).blocks.map(({ record }) => record.seq)).toEqual([3, 4])
})

test('simultaneous appends share one sync', async () => {
  const handle = await open(newJournal(), 'r+')
  let syncs = 0
  const counting = {
    write: handle.write.bind(handle),
    truncate: handle.truncate.bind(handle),
    close: handle.close.bind(handle),
    datasync: () => ((syncs += 1), handle.datasync()),
  }
  const journal = journalOn(counting, 0)
  await Promise.all(Array.from({ length: 200 }, (_, index) => journal.append(block(index + 1))))
  await journal.close()
  expect(syncs).toBeLessThanOrEqual(2)
})

test('on a full disk the append is refused, the file is unchanged, and later appends succeed', async () => {
  const file = newJournal()
  const handle = await open(file, 'r+')
  let isFull = false
  const filling = {
    // Only half of the bytes fit.
    async write(bytes: Buffer, from: number, count: number, at: number) {
      if (!isFull) return handle.write(bytes, from, count, at)
      await handle.write(bytes, from, Math.ceil(count / 2), at)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
    datasync: () => handle.datasync(),
    truncate: (length: number) => handle.truncate(length),
    close: () => handle.close(),
  }
  const journal = journalOn(filling as never, 0)
  await journal.append(block(1))
  const before = statSync(file).size
  isFull = true
  await expect(journal.append(block(2))).rejects.toThrow('no space left')
  expect(statSync(file).size).toBe(before)
  isFull = false
  await journal.append(block(3))
  await journal.close()
  expect(await seqs(file)).toEqual([1, 3])
  expect(readFileSync(file, 'latin1').endsWith('\n')).toBe(true)
})
