import { flag } from '../command/Option.ts'
import { connectionOptions } from './connectionOptions.ts'

const signingGroup = 'Signing'

/** What every command takes that changes something on the ledger. */
export const signingOptions = {
  dryRun: flag('stop after the dry run: say what would happen, sign nothing', signingGroup),
  yes: flag('do not ask before signing', signingGroup),
  ...connectionOptions,
}
