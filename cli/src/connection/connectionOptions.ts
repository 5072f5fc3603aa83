import { Address } from '@connex/protocol'
import { choice, flag, scalar, text } from '../command/Option.ts'

const connectionGroup = 'Connection'

/** Where a key lies that is in no file. */
export const signerOptions = {
  signer: text(
    'URL',
    "a Web3Signer with the key, instead of a wallet file (or CONNEX_SIGNER, or the last login's)",
    {
      group: connectionGroup,
    },
  ),
  address: scalar(
    Address,
    'ADDRESS',
    'the address of the key that signs, if the signer has several (or CONNEX_SIGNER_ADDRESS)',
    'must be 0x followed by 40 hex digits',
    { group: connectionGroup },
  ),
}

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
  ...signerOptions,
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
    'when the command ends: once your server has the transaction (the default), or once it is final',
    {
      group: signingGroup,
    },
  ),
  ...connectionOptions,
}

/** The options of what a desk can also send for approval by a colleague. */
export const proposingOptions = {
  propose: flag('send it to a colleague for approval, instead of to the ledger', signingGroup),
  ...signingOptions,
}
