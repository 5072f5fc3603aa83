import { flag } from '../command/Option.ts'
import { connectionOptions } from './connectionOptions.ts'

const group = 'Signing'

/** What every command takes that changes something on the ledger. */
export const signingOptions = {
  dryRun: flag('stop after the dry run: say what would happen, sign nothing', group),
  yes: flag('do not ask before signing', group),
  ...connectionOptions,
}
