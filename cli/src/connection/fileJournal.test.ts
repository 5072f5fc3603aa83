// KEY: a signed transaction is on disk before it is published, and a killed process blocks nobody.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, TxHash } from '@connex/protocol'
import { afterAll, expect, test } from 'vitest'
import { createFileJournal } from './fileJournal.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-journal-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const signed = {
  nonce: 4,
  raw: '0xf8',
  txHash: TxHash.parse(`0x${'ab'.repeat(32)}`),
  to: Address.parse(`0x${'cd'.repeat(20)}`),
  data: '0x12',
} as const
const walletOf = (digit: string): string => `31337:0x${digit.repeat(40)}`

test('a damaged file is reported, so that no signed transaction is lost silently', async () => {
  const journal = createFileJournal(directory)
  await journal.write(walletOf('1'), [signed])
  for (const text of ['', '{', '7', '[{"nonce":1}]', `[${JSON.stringify({ ...signed, raw: '<script>' })}]`]) {
    writeFileSync(join(directory, walletOf('1').replace(':', '-'), 'signed.json'), text)
    await expect(journal.read(walletOf('1'))).rejects.toThrow('is damaged')
  }
})

test('each wallet on each ledger has its own file, readable by its owner only, and none if nothing is pending', async () => {
  const journal = createFileJournal(directory)
  await journal.write(walletOf('2'), [signed])
  const folder = join(directory, walletOf('2').replace(':', '-'))
  expect(statSync(join(folder, 'signed.json')).mode & 0o777).toBe(0o600)
  expect(await createFileJournal(directory).read(walletOf('2'))).toEqual([signed])
  expect(await journal.read(walletOf('2').replace('31337', '1'))).toEqual([])
  await journal.write(walletOf('2'), [])
  expect(readdirSync(folder)).toEqual([])
})

test('simultaneous commands take turns, and each reads what the last one wrote', async () => {
  const journals = [createFileJournal(directory), createFileJournal(directory)]
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const journal = journals[index % 2] ?? createFileJournal(directory)
      return journal.inTurn(walletOf('3'), async () => {
        const stored = await journal.read(walletOf('3'))
        await journal.write(walletOf('3'), [...stored, { ...signed, nonce: stored.length }])
      })
    }),
  )
  const stored = await createFileJournal(directory).read(walletOf('3'))
  expect(stored.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 12 }, (_, index) => index))
})

test('a process killed in its turn leaves the turn and its file to the next one', async () => {
  const source = `
    const { createFileJournal } = await import(${JSON.stringify(new URL('./fileJournal.ts', import.meta.url).href)})
    const journal = createFileJournal(${JSON.stringify(directory)})
    await journal.inTurn(${JSON.stringify(walletOf('4'))}, async () => {
      await journal.write(${JSON.stringify(walletOf('4'))}, [${JSON.stringify(signed)}])
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit' })
  const signal = await new Promise((resolve) => child.once('exit', (_code, name) => resolve(name)))
  expect(signal).toBe('SIGKILL')
  const journal = createFileJournal(directory)
  expect(await journal.inTurn(walletOf('4'), () => journal.read(walletOf('4')))).toEqual([signed])
})
