import type { aspectsAbi, dappControllerAbi, upgradableAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { append, close, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { address, bytes32, decimal, seconds } from './scalars.ts'

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

/** The code of managers, and what is announced of it. */
export const upgrades: Handlers<typeof upgradableAbi> = {
  UpgradeAnnounced: ({ address: dapp, args }) => [
    upsert('announced_upgrades', { dapp }, () => ({
      dapp,
      implementation: address(args.implementation),
      announced_by: address(args.by),
      code_hash: bytes32(args.codeHash),
      migration_hash: bytes32(args.migrationHash),
      is_rollback: args.isRollback,
      effective_from: seconds(args.effectiveFrom),
      effective_until: seconds(args.effectiveUntil),
    })),
  ],
  UpgradeWithdrawn: ({ address: dapp }) => [close('announced_upgrades', { dapp })],
  ManagerUpgraded: (event) => [runs(event, false), close('announced_upgrades', { dapp: event.address })],
  ManagerRolledBack: (event) => [runs(event, true), close('announced_upgrades', { dapp: event.address })],
}

const runs = (
  { address: dapp, args }: LedgerEvent<{ to: string; version: bigint }>,
  isRollback: boolean,
): Change =>
  upsert('implementations', { dapp }, () => ({
    dapp,
    implementation: address(args.to),
    version: decimal(args.version),
    is_rollback: isRollback,
  }))

/** Records that other dApps attach to instruments and registries. */
export const aspects: Handlers<typeof aspectsAbi> = {
  AspectSet: ({ address: dapp, args }) => {
    const key = aspectKey(dapp, args)
    return [
      upsert('aspects', key, () => ({
        ...key,
        record_id: bytes32(args.aspectRecordId),
        owner: address(args.owner),
      })),
    ]
  },
  AspectUnset: ({ address: dapp, args }) => [close('aspects', aspectKey(dapp, args))],
}

const aspectKey = (dapp: Address, { entityId, aspectId }: { entityId: string; aspectId: string }) => ({
  dapp,
  entity_id: bytes32(entityId),
  aspect_id: bytes32(aspectId),
})
