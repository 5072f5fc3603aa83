import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CliError } from '../CliError.ts'
import { readArguments } from '../command/commandLine.ts'
import { sandboxCommand } from '../commands/sandbox.ts'
import { type SandboxOptions, sandboxOptionsOf } from './SandboxOptions.ts'
import { choosePorts, type SandboxState, defaultPorts } from './SandboxState.ts'

const parseSandboxOptions = (argv: string[]): SandboxOptions =>
  sandboxOptionsOf(readArguments(sandboxCommand, argv).options as Parameters<typeof sandboxOptionsOf>[0])

const state = { ports: { north: 5000, south: 5001, ledger: 9545 } } as SandboxState

test('an unknown option, a wrong port, custodian, delay or chain id is refused with one sentence', () => {
  const wrong: [string[], RegExp][] = [
    [['--no-such'], /There is no option --no-such. See connex sandbox --help/],
    [['stray'], /stray/],
    [['--port-north', '0'], /--port-north must be a whole number from 1 to 65535, not '0'/],
    [['--ledger-port', '1e3'], /--ledger-port/],
    [['--chain-id', '-5'], /--chain-id/],
    [['--block-time', '1.5'], /--block-time/],
    [['--custodian', 'nobody'], /--custodian must be one of manual, robot, not 'nobody'/],
    [['--custodian-delay', 'soon'], /number of seconds/],
  ]
  for (const [argv, sentence] of wrong) {
    expect(() => parseSandboxOptions(argv)).toThrow(CliError)
    expect(() => parseSandboxOptions(argv)).toThrow(sentence)
  }
})

test('a server keeps the port that is on the ledger, and no two parts share one', () => {
  expect(() => choosePorts(parseSandboxOptions(['--port-north', '4000']), state)).toThrow(/port 5000/)
  expect(() => choosePorts(parseSandboxOptions(['--port-north', '4001']), undefined)).toThrow(
    /three different/,
  )
})

test('absent options keep the earlier value, or the default', () => {
  const options = parseSandboxOptions([])
  expect(options).toEqual({
    directory: resolve('.connex'),
    ports: {},
    chainId: undefined,
    isReset: false,
    blockTime: 0,
    custodian: 'robot',
    custodianDelay: 5,
  })
  expect(choosePorts(options, undefined)).toEqual(defaultPorts)
  expect(choosePorts(options, state)).toEqual(state.ports)
  expect(choosePorts(parseSandboxOptions(['--ledger-port', '8546']), state).ledger).toBe(8546)
})
