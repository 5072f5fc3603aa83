import type { DappController, Duty, PrivilegeName, User, WorkflowConfig } from '@connex/protocol'
import { confirmFunctions, REPORT_FUNCTIONS, deliverySelectors } from '../ledger/deliveryFunctions.ts'
import type { DeliveryFunction } from '../ledger/deliveryFunctions.ts'

/** What a user is about to do: create a transfer, a mint or a burn request; give these duties; cancel. */
export type DeliveryAction = 'create' | 'cancel' | { confirm: readonly Duty[] }

export type FourEyesBlock = WorkflowConfig & { functionName: DeliveryFunction }

const BYPASS: PrivilegeName = 'user.BYPASS_MULTI_SIGNATURE'

/**
 * The ledger functions of an action for which the tenant requires more than one signature: while there are any, the action
 * is held back, with an alert that names them. A user who may by-pass is not held back. Pure.
 *
 * @example
 * fourEyesBlocks(controllers, { confirm: ['receive', 'pay'] }, user).map((block) => block.functionName)
 */
export function fourEyesBlocks(
  controllers: readonly DappController[],
  action: DeliveryAction,
  user?: Pick<User, 'privileges' | 'instancePrivileges'>,
): FourEyesBlock[] {
  return fourEyesBlocksOf(controllers, functionsOf(action), user)
}

/** The same for functions by name. `fourEyesBlocksOf(controllers, ['createDelivery'], user)` */
export function fourEyesBlocksOf(
  controllers: readonly DappController[],
  functions: readonly DeliveryFunction[],
  user?: Pick<User, 'privileges' | 'instancePrivileges'>,
): FourEyesBlock[] {
  return controllers
    .filter(({ type, dappAddress }) => type === 'delivery' && !(user && mayBypass(user, dappAddress)))
    .flatMap(({ workflowConfig }) =>
      functions.flatMap((functionName) =>
        workflowConfig
          .filter(({ functionSelector }) => functionSelector === deliverySelectors[functionName])
          .filter(({ signaturesRequired }) => signaturesRequired > 1)
          .map((config) => ({ ...config, functionName })),
      ),
    )
}

function functionsOf(action: DeliveryAction): DeliveryFunction[] {
  if (action === 'create') return ['createDelivery']
  if (action === 'cancel') return ['cancelDelivery']
  return [
    ...confirmFunctions(action.confirm),
    ...new Set(action.confirm.flatMap((duty) => REPORT_FUNCTIONS[duty] ?? [])),
  ]
}

/** Whether a user may send alone what needs several signatures. Pure. */
export const mayBypass = (
  user: Pick<User, 'privileges' | 'instancePrivileges'>,
  dapp: DappController['dappAddress'],
): boolean =>
  user.privileges.includes(BYPASS) ||
  user.instancePrivileges.some(
    ({ instanceAddr, privileges }) => instanceAddr === dapp && privileges.includes(BYPASS),
  )
