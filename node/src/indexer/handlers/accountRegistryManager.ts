import { registryStates, registryTypes } from '@connex/contracts'
import type { accountRegistryManagerAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { RegistrationState } from '../../storage/ledgerTables.ts'
import { close, patch, upsert } from '../Change.ts'
import type { Change } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import {
  accountNumber,
  address,
  bytes32,
  decimal,
  instrumentId,
  nameOf,
  quantity,
  registryId,
} from '../scalars.ts'

/** Registrations, registries, accounts, and what they hold. */
export const accountRegistryManager: Handlers<typeof accountRegistryManagerAbi> = {
  RegistrationRequested: ({ address: manager, at, args }) => {
    const key = registryKey(manager, args.registryId)
    return [
      upsert('registrations', key, () => ({
        ...key,
        registrar: address(args.registrar),
        instrument_manager: address(args.instrumentManager),
        instrument_id: instrumentId(args.instrumentId),
        instrument_revision: args.instrumentRevision,
        issuer_or_depositary: address(args.issuerOrDepositary),
        state: 'REQUESTED' as const,
        reason_fp: ZERO_BYTES32,
        requested_at: at,
      })),
    ]
  },
  RegistrationCanceled: ({ address: manager, args }) => [
    registration(manager, args.registryId, 'CANCELED', args.reasonFp),
  ],
  RegistrationRejected: ({ address: manager, args }) => [
    registration(manager, args.registryId, 'REJECTED', args.reasonFp),
  ],
  RegistrationConfirmed: ({ address: manager, args }) => [
    registration(manager, args.registryId, 'CONFIRMED', ZERO_BYTES32),
  ],
  RegistryPrepared: ({ address: manager, args }) => {
    const { registry } = args
    const key = registryKey(manager, args.registryId)
    return [
      upsert(
        'registries',
        key,
        (row) => ({
          ...key,
          registrar: address(registry.registrar),
          instrument_manager: address(registry.instrumentManager),
          instrument_id: instrumentId(registry.instrumentId),
          instrument_revision: registry.instrumentRevision,
          registry_type: nameOf(registryTypes, registry.registryType),
          instrument_registrar: address(registry.instrumentRegistrar),
          state: nameOf(registryStates, registry.registryState),
          total_issued: row?.total_issued ?? decimal(0n),
          total_terminated: row?.total_terminated ?? decimal(0n),
          outstanding: row?.outstanding ?? decimal(0n),
        }),
        [{ table: 'instruments', key: { instrument_id: instrumentId(registry.instrumentId) } }],
      ),
    ]
  },
  RegistrySuspended: ({ address: manager, args }) => [
    patch('registries', registryKey(manager, args.registryId), { state: 'SUSPENDED' }),
  ],
  RegistryUnsuspended: ({ address: manager, args }) => [
    patch('registries', registryKey(manager, args.registryId), { state: 'REGISTERED' }),
  ],
  SupplyChanged: ({ address: manager, args: { registryId: id, issued, terminated } }) => [
    patch('registries', registryKey(manager, id), {
      total_issued: decimal(issued),
      total_terminated: decimal(terminated),
      outstanding: decimal(issued - terminated),
    }),
  ],
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
  AccountChanged: ({ address: manager, args }) => {
    const registry = registryKey(manager, args.registryId)
    const key = { ...registry, owner: address(args.owner), account: accountNumber(args.accountNum) }
    const holds = { balance: quantity(args.balance), earmarked: quantity(args.earmarked) }
    return [
      upsert(
        'positions',
        key,
        (row, look) => {
          if (row !== undefined) return { ...row, ...holds }
          const of = look('registries', registry)
          if (of === undefined)
            throw new Error(`An account changed in ${registry.registry_id}, which is no registry.`)
          return { ...key, registrar: of.registrar, instrument_id: of.instrument_id, ...holds }
        },
        [{ table: 'registries', key: registry }],
      ),
    ]
  },
  AssetsEarmarked: ({ address: manager, args }) => {
    const key = earmarkKey(manager, args.registryId, args.movementRef, args.owner, args.accountNum)
    return [
      upsert('earmarks', key, () => ({
        ...key,
        earmarked_by: address(args.earmarkedBy),
        quantity: quantity(args.quantity),
      })),
    ]
  },
  AssetsUnearmarked: ({ address: manager, args }) => [
    close('earmarks', earmarkKey(manager, args.registryId, args.movementRef, args.owner, args.accountNum)),
  ],
  AssetsTransferred: ({ address: manager, args }) => [
    close(
      'earmarks',
      earmarkKey(manager, args.registryId, args.movementRef, args.sender, args.senderAccount),
    ),
  ],
  AssetsTerminated: ({ address: manager, args }) => [
    close('earmarks', earmarkKey(manager, args.registryId, args.movementRef, args.owner, args.accountNum)),
  ],
}

const registryKey = (manager: Address, id: string) => ({
  registry_manager: manager,
  registry_id: registryId(id),
})

const earmarkKey = (manager: Address, id: string, reference: string, owner: string, account: bigint) => ({
  ...registryKey(manager, id),
  reference: bytes32(reference),
  owner: address(owner),
  account: accountNumber(account),
})

const registration = (manager: Address, id: string, state: RegistrationState, reasonFp: string): Change =>
  patch('registrations', registryKey(manager, id), { state, reason_fp: bytes32(reasonFp) })
