import type { accountRegistryManagerAbi } from '@connex/contracts'
import { upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { accountNumber, address } from '../scalars.ts'

/** Accounts are opened in the same way where they hold over chains and where they do not. */
export const accountConfigured: Pick<Handlers<typeof accountRegistryManagerAbi>, 'AccountConfigured'> = {
  AccountConfigured: ({ address: manager, args: { registrar, owner, accountNum, details } }) => {
    const key = {
      registry_manager: manager,
      registrar: address(registrar),
      owner: address(owner),
      account: accountNumber(accountNum),
    }
    return [
      upsert('accounts', key, () => ({
        ...key,
        is_valid: details.valid,
        is_omnibus: details.omnibus,
        terminates_on_receive: details.terminateOnReceive,
      })),
    ]
  },
}
