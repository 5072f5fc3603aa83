import { flag, text } from '../command/Option.ts'

const connectionGroup = 'Connection'

/** What names the wallet and its password; no password stands on the command line. */
export const passwordOptions = {
  passwordFile: text('FILE', 'the password is in this file (or CONNEX_PASSWORD; else it is asked for)', {
    group: connectionGroup,
  }),
}

/** What every command takes that speaks with a server. */
export const connectionOptions = {
  server: text('URL', "the own tenant's server (CONNEX_SERVER, or that of the last login)", {
    group: connectionGroup,
  }),
  wallet: text('FILE', 'the wallet file (CONNEX_WALLET, or that of the last login)', {
    group: connectionGroup,
  }),
  ...passwordOptions,
  tenant: text('NAME', 'go on only if the wallet acts for this tenant: its name or address', {
    group: connectionGroup,
  }),
}

const signingGroup = 'Signing'

/** What every command takes that changes something on the ledger. */
export const signingOptions = {
  dryRun: flag('stop after the dry run: say what would happen, sign nothing', signingGroup),
  yes: flag('do not ask before signing', signingGroup),
  ...connectionOptions,
}
