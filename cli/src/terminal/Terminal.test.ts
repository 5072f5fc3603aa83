// Prompts on a real terminal, which `script` provides.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateWalletFile } from '@connex/sdk'
import { afterAll, expect, test, vi } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'connex-prompts-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

// Five programs start at once.
vi.setConfig({ testTimeout: 240_000 })

/** A program of the system that gives another one a terminal. */
const TERMINAL = 'script'
const hasTerminal = process.platform === 'linux' && spawnSync(TERMINAL, ['--version']).status === 0

type Step = readonly [shown: string, typed: string]

/** Types each answer once its prompt appears; resolves with all that the terminal showed, and the exit code. */
function typeInto(
  argv: readonly string[],
  steps: readonly Step[],
): Promise<{ code: number | null; shown: string }> {
  const line = [process.execPath, MAIN, ...argv].map((word) => `'${word}'`).join(' ')
  const left = [...steps]
  const child = spawn(
    TERMINAL,
    ['-qec', `${line}; code=$?; stty -a | grep -o ' -\\?echo '; exit $code`, '/dev/null'],
    {
      env: { ...process.env, NODE_OPTIONS: '', CONNEX_PASSWORD: undefined, CONNEX_STATE: directory },
    },
  )
  let shown = ''
  let read = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [next] = left
    if (next === undefined || !shown.slice(read).includes(next[0])) return
    read = shown.length
    left.shift()
    child.stdin.write(next[1])
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, shown })))
}

test.skipIf(!hasTerminal)('a password prompt hides its text, and Ctrl-C leaves nothing behind', async () => {
  const { file, address } = await generateWalletFile('hidden word', { n: 2 })
  const wallet = join(directory, 'wallet.json')
  writeFileSync(wallet, file)
  const prompt = `Password of ${wallet}`
  const [right, wrong, stopped, ended, second] = await Promise.all([
    typeInto(['wallet', 'address', wallet], [[prompt, 'hidden word\r']]),
    typeInto(['wallet', 'address', wallet], [[prompt, 'other word\r']]),
    typeInto(['wallet', 'address', wallet], [[prompt, 'hidden\u0003']]),
    typeInto(['wallet', 'address', wallet], [[prompt, '\u0004']]),
    typeInto(
      ['wallet', 'create', join(directory, 'new.json')],
      [
        ['Password for', 'hidden word\r'],
        ['Repeat it', 'hidden\u0003'],
      ],
    ),
  ])
  expect(right.code).toBe(0)
  expect(right.shown).toContain(address)
  expect(wrong.code).toBe(1)
  expect(wrong.shown).toContain('incorrect password')
  for (const { code, shown } of [stopped, ended, second]) {
    expect(code).toBe(130)
    expect(shown).toContain('Stopped.')
  }
  for (const { shown } of [right, wrong, stopped, ended, second]) {
    expect(shown).not.toMatch(/hidden|other/)
    // The terminal shows again what is typed.
    expect(shown).toMatch(/ echo \s*$/)
  }
  expect(readdirSync(directory)).toEqual(['wallet.json'])
})
