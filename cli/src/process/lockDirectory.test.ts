import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CliError } from '../CliError.ts'
import { lockDirectory } from './lockDirectory.ts'
import { stampOf } from './ProcessStamp.ts'

const newDirectory = () => mkdtempSync(join(tmpdir(), 'connex-lock-'))

test('a directory that a running process holds is refused, and the sentence names the process', async () => {
  const directory = newDirectory()
  const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  await once(holder, 'spawn')
  writeFileSync(join(directory, 'lock'), JSON.stringify(stampOf(holder.pid!)))
  expect(() => lockDirectory(directory)).toThrow(CliError)
  expect(() => lockDirectory(directory)).toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  lockDirectory(directory)()
})

test('a lock of a dead process, of a reused pid, and one that cannot be read are taken over', () => {
  const directory = newDirectory()
  for (const stale of [
    '{"pid":4194000,"mark":"x"}',
    `{"pid":${process.pid},"mark":"another life"}`,
    'torn{',
  ]) {
    writeFileSync(join(directory, 'lock'), stale)
    const release = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(CliError)
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  }
})

test('a directory that cannot be written to is refused in one sentence', () => {
  const file = join(newDirectory(), 'file')
  writeFileSync(file, '')
  expect(() => lockDirectory(join(file, 'below'))).toThrow(/cannot be written to \(ENOTDIR\)/)
})
