import { resolve } from 'node:path'
import { choice, flag, text, value, whole, withDefault } from '../command/Option.ts'
import type { Option, Values } from '../command/Option.ts'

export type SandboxOptions = {
  readonly directory: string
  /** By default the ports of the first start, or 4000, 4001 and 8545. */
  readonly ports: { readonly north?: number; readonly south?: number; readonly ledger?: number }
  readonly chainId: number | undefined
  readonly isReset: boolean
  /** Seconds between blocks; 0 for a block with each transaction. */
  readonly blockTime: number
  readonly custodian: 'manual' | 'robot'
  /** How long the robot waits before it confirms, in seconds. */
  readonly custodianDelay: number
}

const port = (help: string): Option<number | undefined> => whole('PORT', help, { from: 1, to: 65_535 })

const seconds: Option<number | undefined> = value(
  'SECONDS',
  'the delay before the robot confirms',
  (typed) =>
    /^\d+(\.\d+)?$/.test(typed) ? { value: Number(typed) } : { expected: 'must be a number of seconds' },
)

/** The options on the command line. */
export const sandboxFlags = {
  reset: flag('start from scratch: a new ledger, servers and wallets'),
  custodian: withDefault(choice(['manual', 'robot'], 'who confirms for the custodians'), 'robot'),
  custodianDelay: withDefault(seconds, 5),
  portNorth: port('the port of server north (default 4000)'),
  portSouth: port('the port of server south (default 4001)'),
  ledgerPort: port("the port of the ledger's JSON-RPC (default 8545)"),
  blockTime: withDefault(
    whole('SECONDS', 'the time between blocks; 0: a block for each transaction', { from: 0, to: 3600 }),
    0,
  ),
  chainId: whole('ID', "the ledger's chain id (default 31337)", { from: 1 }),
  data: withDefault(text('DIR', 'the data directory'), '.connex'),
}

export const sandboxOptionsOf = (values: Values<typeof sandboxFlags>): SandboxOptions => ({
  directory: resolve(values.data),
  ports: {
    ...(values.portNorth === undefined ? {} : { north: values.portNorth }),
    ...(values.portSouth === undefined ? {} : { south: values.portSouth }),
    ...(values.ledgerPort === undefined ? {} : { ledger: values.ledgerPort }),
  },
  chainId: values.chainId,
  isReset: values.reset,
  blockTime: values.blockTime,
  custodian: values.custodian,
  custodianDelay: values.custodianDelay,
})
