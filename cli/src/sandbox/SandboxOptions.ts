import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError } from '../CliError.ts'

export type SandboxOptions = {
  readonly directory: string
  /** Undefined: the port that this sandbox was made with, or the usual one. */
  readonly ports: { readonly north?: number; readonly south?: number; readonly ledger?: number }
  readonly chainId: number | undefined
  readonly isReset: boolean
  readonly isJson: boolean
  readonly custodian: 'manual' | 'robot'
  /** Seconds between what waits for the custodian and the robot's answer. */
  readonly custodianDelay: number
}

const options = {
  reset: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  custodian: { type: 'string', default: 'robot' },
  'custodian-delay': { type: 'string', default: '5' },
  'port-north': { type: 'string' },
  'port-south': { type: 'string' },
  'ledger-port': { type: 'string' },
  'chain-id': { type: 'string' },
  data: { type: 'string', default: '.connex' },
} as const

/** @throws CliError `usage`, with a sentence about the first option that is wrong */
export function parseSandboxOptions(words: readonly string[]): SandboxOptions {
  const values = parse(words)
  const { custodian } = values
  if (custodian !== 'manual' && custodian !== 'robot') {
    throw CliError.of('usage', `--custodian is 'manual' or 'robot', not '${custodian}'.`)
  }
  const ports = {
    ...number('north', '--port-north', values['port-north'], 65_535),
    ...number('south', '--port-south', values['port-south'], 65_535),
    ...number('ledger', '--ledger-port', values['ledger-port'], 65_535),
  }
  const { chainId } = number('chainId', '--chain-id', values['chain-id'], Number.MAX_SAFE_INTEGER)
  return {
    directory: resolve(values.data),
    ports,
    chainId,
    isReset: values.reset,
    isJson: values.json,
    custodian,
    custodianDelay: seconds(values['custodian-delay']),
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw CliError.of('usage', `${(error as Error).message.split('. ')[0]}. See connex sandbox --help.`)
  }
}

function number<Key extends string>(
  key: Key,
  option: string,
  text: string | undefined,
  largest: number,
): { [K in Key]?: number } {
  if (text === undefined) return {}
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > largest) {
    throw CliError.of('usage', `${option} is a whole number from 1 to ${largest}, not '${text}'.`)
  }
  return { [key]: value } as { [K in Key]: number }
}

function seconds(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) {
    throw CliError.of('usage', `--custodian-delay is a number of seconds, not '${text}'.`)
  }
  return Number(text)
}
