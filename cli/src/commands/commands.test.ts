import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bashCompletion, completionsOf, fishCompletion, zshCompletion } from '../command/completion.ts'
import { findCommand, optionName, readArguments } from '../command/commandLine.ts'
import { helpOf } from '../command/help.ts'
import { manualOf } from '../command/manual.ts'
import { runProgram } from '../command/runProgram.ts'
import { commands } from './commands.ts'

test('no command takes a password as an option', () => {
  for (const { options } of commands)
    for (const key of Object.keys(options)) expect(key).not.toMatch(/password$/i)
})

test('no two commands share a path, and none hides what is below it', () => {
  const paths = commands.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const command of commands)
    expect(findCommand(commands, command.path.split(' '))).toMatchObject({ command })
})

/** Placeholders of values that are looked up, opened or parsed here, so that no server stores them as typed. */
const LOOKED_UP =
  'FILE NEW DIR DOCUMENT TENANT WHO DAPP REGISTRY INSTRUMENT TOKEN TIME NUMBER QUANTITY N RATE CONDITION'.split(
    ' ',
  )
const NAMED =
  /^(only|the custodian|the counterparty|the instrument|stop unless|a Web3Signer|the ledger function|your tenant's server|the ledger's JSON-RPC)/

test('D5: every text that a server stores is refused as a usage error if it is too long, with the limit', () => {
  const judged: string[] = []
  for (const { path, options, positionals } of commands)
    for (const [key, option] of Object.entries({ ...options, ...positionals })) {
      const { placeholder, help, kind, choices } = option
      if (kind === 'flag' || choices !== undefined || LOOKED_UP.includes(placeholder)) continue
      if (NAMED.test(help) && placeholder !== 'TEXT') continue
      judged.push(`${path} ${key}`)
      expect(() => option.read(['x'.repeat(5_000)], optionName(key)), `${path} ${key}`).toThrow(
        expect.objectContaining({ code: 'usage' }) as Error,
      )
    }
  expect(judged).toContain('issuer create label')
  const [label] = commands
    .filter(({ path }) => path === 'issuer create')
    .map(({ options }) => options['label'])
  expect(label?.read(['x'.repeat(200)], '--label')).toHaveLength(200)
  expect(() => label?.read(['x'.repeat(201)], '--label')).toThrow(
    /^--label must have at most 200 characters; this has 201, not 'x{80}…'\.$/,
  )
})

test('help lists every command below a heading, and -h and -V are short for --help and --version', async () => {
  const ran = async (...args: string[]) => {
    let output = ''
    const stream = { write: (text: string) => (output += text) }
    const streams = { input: {}, output: stream, error: stream } as never
    expect(await runProgram({ commands, version: '1.2.3', streams, environment: {} }, args)).toBe(0)
    return output
  }
  const help = await ran('-h')
  expect(help).toBe(await ran('--help'))
  for (const { path, section } of commands) {
    expect(help).toContain(`\n  connex ${path}`)
    expect(help).toContain(`\n${section}\n`)
  }
  expect(await ran('holdings', '-h')).toBe(await ran('holdings', '--help'))
  for (const version of ['-V', '--version', 'version']) expect(await ran(version)).toBe('1.2.3\n')
})

test('every example parses', () => {
  for (const command of commands) {
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) {
      // Examples may shorten an id after its first byte, an address after two.
      const whole = example
        .replaceAll(/0x([0-9a-f]{2})…/g, (_, byte: string) => `0x${byte.repeat(32)}`)
        .replaceAll(/0x([0-9a-f]{4})…/g, (_, bytes: string) => `0x${bytes.repeat(10)}`)
      const [typed = ''] = whole.split(' > ')
      const argv = [...typed.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
      const found = findCommand(commands, argv)
      expect(found).toMatchObject({ command })
      if (found.kind === 'command') expect(() => readArguments(command, found.rest)).not.toThrow()
    }
  }
})

test('docs/cli.md is the manual of the declared commands', async () => {
  await expect(manualOf(commands)).toMatchFileSnapshot('../../../docs/cli.md')
})

test('every command of the walk in docs/cli.md parses', () => {
  const section = /^## From login[\s\S]*?(?=^## )/m.exec(manualOf(commands))?.[0] ?? ''
  const lines = section.matchAll(/^connex (.*)$/gm)
  const walk = [...lines].map(([, line = '']) => line.replaceAll(/\bID\b/g, `0x${'5e'.repeat(32)}`))
  expect(walk.length).toBeGreaterThan(8)
  for (const line of walk) {
    const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const found = findCommand(commands, argv)
    if (found.kind === 'group') throw new Error(`not a command: ${line}`)
    expect(() => readArguments(found.command, found.rest)).not.toThrow()
  }
})

test('help and every shell’s completion know every command, option and choice', () => {
  const { next, values } = completionsOf(commands)
  const scripts = [bashCompletion(commands), zshCompletion(commands), fishCompletion(commands)]
  for (const { path, options } of commands) {
    const steps = path.split(' ')
    expect(next.get(steps.slice(0, -1).join(' '))).toContain(steps.at(-1))
    for (const [key, { choices }] of Object.entries(options)) {
      const name = optionName(key)
      expect(next.get(path)).toContain(name)
      if (choices !== undefined) expect(values.get(`${path} ${name}`)).toEqual(choices)
      for (const script of scripts) expect(script).toContain(name.slice(2))
    }
  }
  for (const command of commands)
    for (const key of Object.keys(command.options)) expect(helpOf(command)).toContain(optionName(key))
})

test.skipIf(spawnSync('bash', ['--version']).status !== 0)(
  'bash completes paths, choices, and a condition over its colons',
  () => {
    const script = `${bashCompletion(commands)}
for COMP_LINE in 'connex hold' 'connex holdings --where quan' 'connex holdings --where quantity:at-'; do
  COMP_POINT=\${#COMP_LINE}; read -ra COMP_WORDS <<< "\${COMP_LINE//:/ : }"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _connex; echo "\${COMPREPLY[*]}"
done`
    const { stdout } = spawnSync('bash', ['--norc'], { input: script, encoding: 'utf8' })
    expect(stdout.split('\n')).toEqual([
      'holdings',
      'quantity:at-least: quantity:at-most: quantity:is:',
      'at-least: at-most:',
      '',
    ])
  },
)
