import type { aspectsAbi, dappControllerAbi, upgradableAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import type { Address, Bytes32 } from '@connex/protocol'
import { append, close, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { address, bytes32, decimal, seconds } from './scalars.ts'
import { numberToHex } from 'viem/utils'

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
  CallsDelegated: (event) => signers(event, [event.args.user], { nonce: null, digest: null }),
  BatchDelegated: (event) => {
    const { user, cosigners, nonce, digest } = event.args
    return signers(event, [user, ...cosigners], { nonce: word(nonce), digest: bytes32(digest) })
  },
  NonceCancelled: ({ address: controller, owner: tenant, at, args }) => [
    append('cancelled_nonces', {
      controller,
      tenant,
      user_address: address(args.user),
      nonce: word(args.nonce),
      at,
    }),
  ],
}

type Delegated = LedgerEvent<{ functionSelectors: readonly string[] }>

const signers = (
  { address: controller, owner: tenant, at, args }: Delegated,
  users: readonly string[],
  signed: { nonce: Bytes32 | null; digest: Bytes32 | null },
): Change[] =>
  users.map((user, part) =>
    append('batch_signers', {
      part,
      controller,
      tenant,
      user_address: address(user),
      is_sender: part === 0,
      ...signed,
      selectors: args.functionSelectors.join(' '),
      at,
    }),
  )

const word = (nonce: bigint): Bytes32 => bytes32(numberToHex(nonce, { size: 32 }))

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
