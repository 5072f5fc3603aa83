// Usage errors and help, without a server. operators.deep.test.ts runs the commands.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

const run = (...argv: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] }
    execFile(process.execPath, [MAIN, ...argv], { env }, (error, output) =>
      resolve({ code: Number(error?.code ?? 0), output }),
    )
  })

const ID = `0x${'12'.repeat(32)}`

test.each([
  [['desk', 'refuse', ID], '--reason is missing'],
  [['desk', 'confirm', '0x12'], 'DELIVERY must be 0x followed by 64 hex digits'],
  [
    ['desk', 'issue', 'X', '--owner', 'Alpenbank', '--account', '0', '--quantity', '1'],
    '--account must be an account number',
  ],
  [['admin', 'grant', 'a.keller', '--yes'], '--privilege is missing'],
  [['admin', 'four-eyes', '--signatures', '0'], '--signatures must be a whole number'],
  [['agent', 'onramp', ID, '--owner', 'X', '--account', '1', '--quantity', '1'], '--reference is missing'],
  [['deploy', '--chain-id', '1'], '--rpc-url is missing'],
])('%j is a usage error that says why', async (argv, sentence) => {
  const { code, output } = await run(...argv, '--json')
  expect(code).toBe(2)
  const { error } = JSON.parse(output) as { error: { code: string; message: string } }
  expect(error).toEqual({ code: 'usage', message: expect.stringContaining(sentence) as unknown })
})

test('the help of every desk group has examples', async () => {
  const { output } = await run('desk')
  for (const name of ['tasks', 'confirm', 'refuse', 'issue', 'suspend', 'unsuspend', 'register', 'robot'])
    expect(output).toContain(`connex desk ${name}`)
  const groups = ['desk', 'issuer', 'agent', 'admin', 'deploy']
  const ours = commands.filter(({ path }) => groups.includes(path.split(' ')[0] ?? ''))
  expect(ours.length).toBeGreaterThanOrEqual(30)
  const unhelpful = ours.filter(({ path, examples }) => !examples.some((example) => example.startsWith(path)))
  expect(unhelpful).toEqual([])
})
