import type { privilegeManagerAbi } from '@connex/contracts'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { RowOf } from '../../storage/schema/versionKeys.ts'
import { close, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { address, bytes32, seconds } from './scalars.ts'

type Grant = { holder: string; privilege: string; instance: string }

/** The rulers of any privilege manager: its super user, its recoverer and the nominated admins. */
const administration: Handlers<typeof privilegeManagerAbi> = {
  SuperUserChanged: (event) => [rule(event, { super_user: address(event.args.superUser) })],
  RecovererChanged: (event) => [
    rule(event, {
      recoverer: address(event.args.recoverer),
      recoverer_active_from: seconds(event.args.activeFrom),
    }),
  ],
  AdminNominated: ({ address: manager, owner, args }) => {
    const key = { privilege_manager: manager, nominee: address(args.nominee) }
    return [
      upsert('nominations', key, () => ({
        ...key,
        owner,
        nominator: address(args.nominator),
        canceled_by: ZERO_ADDRESS,
        committable_from: seconds(args.committableFrom),
        committable_until: seconds(args.committableUntil),
        status: 'NOMINATED' as const,
      })),
    ]
  },
  NominationCommitted: ({ address: manager, args }) => [
    patch(
      'nominations',
      { privilege_manager: manager, nominee: address(args.nominee) },
      { status: 'COMMITTED' },
    ),
  ],
  NominationCancelled: ({ address: manager, args }) => [
    patch(
      'nominations',
      { privilege_manager: manager, nominee: address(args.nominee) },
      { status: 'CANCELLED', canceled_by: address(args.canceledBy) },
    ),
  ],
}

const rule = (
  { address: manager, owner }: LedgerEvent,
  change: Partial<RowOf<'privilege_managers'>>,
): Change =>
  upsert('privilege_managers', { address: manager }, (row) => ({
    address: manager,
    owner,
    super_user: ZERO_ADDRESS,
    recoverer: ZERO_ADDRESS,
    recoverer_active_from: 0,
    ...row,
    ...change,
  }))

/** A tenant's privilege manager: its users' privileges. */
export const tenantPrivileges: Handlers<typeof privilegeManagerAbi> = {
  ...administration,
  PrivilegeGranted: (event) => {
    const key = userPrivilege(event)
    return [upsert('user_privileges', key, () => key)]
  },
  PrivilegeRevoked: (event) => [close('user_privileges', userPrivilege(event))],
}

/** A dApp's privilege manager: privileges of tenants and other dApps on it. */
export const dappPrivileges: Handlers<typeof privilegeManagerAbi> = {
  ...administration,
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
