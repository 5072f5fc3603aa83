import type { privilegeManagerAbi } from '@connex/contracts'
import { close, upsert } from '../Change.ts'
import type { Handlers, LedgerEvent } from '../LedgerEvent.ts'
import { address, bytes32 } from '../scalars.ts'

type Grant = { holder: string; privilege: string; instance: string }

/** A tenant's privilege manager: what its users may do. */
export const tenantPrivileges: Handlers<typeof privilegeManagerAbi> = {
  PrivilegeGranted: (event) => {
    const key = userPrivilege(event)
    return [upsert('user_privileges', key, () => key)]
  },
  PrivilegeRevoked: (event) => [close('user_privileges', userPrivilege(event))],
}

/** A dApp's privilege manager: what tenants and other dApps may do there. */
export const dappPrivileges: Handlers<typeof privilegeManagerAbi> = {
  PrivilegeGranted: (event) => {
    const key = dappPrivilege(event)
    return [upsert('dapp_privileges', key, () => key)]
  },
  PrivilegeRevoked: (event) => [close('dapp_privileges', dappPrivilege(event))],
}

const userPrivilege = ({ owner, args }: LedgerEvent<Grant>) => ({
  tenant: owner,
  user_address: address(args.holder),
  privilege_id: bytes32(args.privilege),
  instance: address(args.instance),
})

const dappPrivilege = ({ owner, args }: LedgerEvent<Grant>) => ({
  dapp: owner,
  privilege_id: bytes32(args.privilege),
  holder: address(args.holder),
  instance: address(args.instance),
})
