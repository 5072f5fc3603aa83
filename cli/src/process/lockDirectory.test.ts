import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDirectory } from './lockDirectory.ts'
import { stampOf } from './processStamps.ts'

const newDirectory = () => mkdtempSync(join(tmpdir(), 'connex-lock-'))

test('a directory locked by a running process is refused with its pid, until that process is killed', async () => {
  const directory = newDirectory()
  const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  await once(holder, 'spawn')
  writeFileSync(join(directory, 'lock'), JSON.stringify(stampOf(holder.pid!)))
  await expect(lockDirectory(directory)).rejects.toThrow(`already in use by process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockDirectory(directory)
  expect(lock.isInherited).toBe(true)
  lock.release()
})

test('an unwritable directory is refused with one sentence', async () => {
  const file = join(newDirectory(), 'file')
  writeFileSync(file, '')
  await expect(lockDirectory(join(file, 'below'))).rejects.toThrow(/Cannot write to .* \(ENOTDIR\)/)
})

test('a lock of a dead process, of a reused pid, and a malformed one are taken over', async () => {
  const directory = newDirectory()
  for (const stale of [
    '{"pid":4194000,"mark":"x"}',
    `{"pid":${process.pid},"mark":"another life"}`,
    'torn{',
  ]) {
    writeFileSync(join(directory, 'lock'), stale)
    const lock = await lockDirectory(directory)
    expect(lock.isInherited).toBe(true)
    lock.release()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  }
})

test('a directory whose holder announced its release is waited for, and then locked', async () => {
  const directory = newDirectory()
  const first = await lockDirectory(directory)
  first.announceRelease()
  const second = lockDirectory(directory)
  setTimeout(first.release, 2500)
  expect((await second).isInherited).toBe(false)
  ;(await second).release()
})
