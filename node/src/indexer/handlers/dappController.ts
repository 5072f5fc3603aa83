import type { dappControllerAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import { append, close, upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { address, bytes32, decimal } from '../scalars.ts'

export const dappController: Handlers<typeof dappControllerAbi> = {
  WorkflowConfigUpdated: ({ address: controller, args }) => {
    const key = { controller, selector: args.functionSelector.toLowerCase() }
    const privilege = bytes32(args.privilege)
    if (privilege === ZERO_BYTES32) return [close('workflow_config', key)]
    return [
      upsert('workflow_config', key, () => ({
        ...key,
        privilege_id: privilege,
        signatures_required: args.signaturesRequired,
      })),
    ]
  },
  BatchDelegated: ({ address: controller, owner: tenant, at, args }) =>
    [args.user, ...args.cosigners].map((user, part) =>
      append('batch_signers', {
        part,
        controller,
        tenant,
        user_address: address(user),
        is_sender: part === 0,
        nonce: decimal(args.nonce),
        num_calls: decimal(args.numCalls),
        at,
      }),
    ),
}
