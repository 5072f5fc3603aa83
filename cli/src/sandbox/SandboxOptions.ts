import { resolve } from 'node:path'
import { choice, flag, text, value, whole, withDefault } from '../command/Option.ts'
import type { Option, Values } from '../command/Option.ts'

export type SandboxOptions = {
  readonly directory: string
  /** Undefined: the port that this sandbox was made with, or the usual one. */
  readonly ports: { readonly north?: number; readonly south?: number; readonly ledger?: number }
  readonly chainId: number | undefined
  readonly isReset: boolean
  readonly custodian: 'manual' | 'robot'
  /** Seconds between what waits for the custodian and the robot's answer. */
  readonly custodianDelay: number
}

const port = (help: string): Option<number | undefined> => whole('PORT', help, { from: 1, to: 65_535 })

const seconds: Option<number | undefined> = value(
  'SECONDS',
  'how long the robot waits before it confirms',
  (given) =>
    /^\d+(\.\d+)?$/.test(given) ? { value: Number(given) } : { expected: 'is a number of seconds' },
)

/** The sandbox's options as the command line takes them. */
export const sandboxWords = {
  reset: flag('begin anew: a new ledger, new servers, new wallets'),
  custodian: withDefault(choice(['manual', 'robot'], 'who confirms what waits for a custodian'), 'robot'),
  custodianDelay: withDefault(seconds, 5),
  portNorth: port('the server north (4000)'),
  portSouth: port('the server south (4001)'),
  ledgerPort: port("the ledger's JSON-RPC (8545)"),
  chainId: whole('ID', "the ledger's chain id (31337)", { from: 1 }),
  data: withDefault(text('DIR', 'where everything is kept'), '.connex'),
}

export const sandboxOptionsOf = (given: Values<typeof sandboxWords>): SandboxOptions => ({
  directory: resolve(given.data),
  ports: {
    ...(given.portNorth === undefined ? {} : { north: given.portNorth }),
    ...(given.portSouth === undefined ? {} : { south: given.portSouth }),
    ...(given.ledgerPort === undefined ? {} : { ledger: given.ledgerPort }),
  },
  chainId: given.chainId,
  isReset: given.reset,
  custodian: given.custodian,
  custodianDelay: given.custodianDelay,
})
