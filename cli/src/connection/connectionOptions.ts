import { choice, flag, text } from '../command/Option.ts'

const connectionGroup = 'Connection'

/** The wallet's password file. A password itself is never an option. */
export const passwordOptions = {
  passwordFile: text('FILE', 'read the password from this file (or CONNEX_PASSWORD, or a prompt)', {
    group: connectionGroup,
  }),
}

/** The options of every command that calls a server. */
export const connectionOptions = {
  server: text('URL', "your tenant's server (or CONNEX_SERVER, or the last login's)", {
    group: connectionGroup,
  }),
  wallet: text('FILE', "the wallet file (or CONNEX_WALLET, or the last login's)", {
    group: connectionGroup,
  }),
  ...passwordOptions,
  tenant: text('NAME', 'stop unless the wallet belongs to this tenant: its name or address', {
    group: connectionGroup,
  }),
}

const signingGroup = 'Signing'

/** The options of every command that changes the ledger. */
export const signingOptions = {
  dryRun: flag('simulate and show what would happen; sign nothing', signingGroup),
  yes: flag('sign without asking', signingGroup),
  until: choice(
    ['indexed', 'final'],
    'when to end: once your server has it (the default), or once it is final',
    {
      group: signingGroup,
    },
  ),
  ...connectionOptions,
}
