import type { dappControllerAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import { close, upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { bytes32 } from '../scalars.ts'

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
}
