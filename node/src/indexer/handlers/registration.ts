import { registrationTypes, registryStates, registryTypes } from '@connex/contracts'
import type { earmarkProtocolsAbi, registrationAbi } from '@connex/contracts'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address, RegistryState } from '@connex/protocol'
import type { RegistrationState } from '../../storage/schema/ledgerTables.ts'
import { append, close, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { registryKey } from './registryManager.ts'
import { address, bytes32, decimal, instrumentId, nameOf, seconds } from './scalars.ts'

/** Registration and end of registries, equal in every kind of registry manager. */
export const registration: Handlers<typeof registrationAbi> = {
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
    request(manager, args.registryId, 'CANCELED', args.reasonFp),
  ],
  RegistrationRejected: ({ address: manager, args }) => [
    request(manager, args.registryId, 'REJECTED', args.reasonFp),
  ],
  RegistrationConfirmed: ({ address: manager, args }) => [
    request(manager, args.registryId, 'CONFIRMED', ZERO_BYTES32),
  ],
  RegistryPrepared: (event) => {
    const { registry } = event.args
    const key = registryKey(event.address, event.args.registryId)
    const state = nameOf(registryStates, registry.registryState)
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
          state,
          total_issued: row?.total_issued ?? decimal(0n),
          total_terminated: row?.total_terminated ?? decimal(0n),
          outstanding: row?.outstanding ?? decimal(0n),
        }),
        [{ table: 'instruments', key: { instrument_id: instrumentId(registry.instrumentId) } }],
      ),
      noted(event, state),
    ]
  },
  RegistrySuspended: (event) => became(event, 'SUSPENDED', event.args.reasonFp),
  RegistryUnsuspended: (event) => became(event, 'REGISTERED', event.args.reasonFp),
  RegistryImportFinished: (event) => became(event, 'REGISTERED'),
  RegistryExportStarted: (event) => became(event, 'EXPORTING', event.args.reasonFp),
  RegistryUnregistered: (event) => {
    const { registryId, by, agreedBy, nonce, reasonFp } = event.args
    return [
      patch('registries', registryKey(event.address, registryId), { state: 'DEREGISTERED' }),
      noted(event, 'DEREGISTERED', reasonFp, { by, agreedBy }),
      request(event.address, registryId, 'DEREGISTERED', reasonFp),
      used(event.address, agreedBy, nonce),
    ]
  },
  RegistryAgreementWithdrawn: ({ address: manager, args }) => [used(manager, args.tenant, args.nonce)],
  RegistryConfirmerChanged: ({ address: manager, args }) => {
    const key = { registry_manager: manager, tenant: address(args.tenant) }
    return [
      upsert('registry_confirmers', key, (row) => ({
        ...key,
        confirmer: address(args.confirmer),
        nonce: row?.nonce ?? decimal(0n),
      })),
    ]
  },
  RegistrationProtocolChanged: ({ address: manager, args }) => [
    upsert('registry_managers', { address: manager }, () => ({
      address: manager,
      registration_type: nameOf(registrationTypes, args.registrationType),
    })),
  ],
  SenderWhitelisted: ({ address: manager, args }) => {
    const key = { ...registryKey(manager, args.registryId), sender: address(args.sender) }
    return [args.whitelisted ? upsert('sender_whitelist', key, () => key) : close('sender_whitelist', key)]
  },
}

/** The dApps that may move the holdings of a registry manager. */
export const earmarkProtocols: Handlers<typeof earmarkProtocolsAbi> = {
  EarmarkProtocolAnnounced: ({ address: manager, args }) => {
    const key = { registry_manager: manager, protocol: address(args.protocol) }
    return [
      upsert('earmark_protocols', key, () => ({
        ...key,
        announced_by: address(args.by),
        active_from: seconds(args.activeFrom),
      })),
    ]
  },
  EarmarkProtocolWithdrawn: ({ address: manager, args }) => [
    close('earmark_protocols', { registry_manager: manager, protocol: address(args.protocol) }),
  ],
}

/** The nonce is used: the confirmer's other signatures with it are void. */
function used(manager: Address, by: string, nonce: bigint): Change {
  const key = { registry_manager: manager, tenant: address(by) }
  return upsert('registry_confirmers', key, (row) => ({
    ...key,
    confirmer: row?.confirmer ?? ZERO_ADDRESS,
    nonce: decimal(nonce + 1n),
  }))
}

type OfRegistry = LedgerEvent<{ registryId: string }>

const became = (event: OfRegistry, state: RegistryState, reasonFp?: string): Change[] => [
  patch('registries', registryKey(event.address, event.args.registryId), { state }),
  noted(event, state, reasonFp),
]

const noted = (
  { address: manager, at, args }: OfRegistry,
  state: RegistryState,
  reasonFp: string = ZERO_BYTES32,
  { by, agreedBy }: { by: string; agreedBy: string } = { by: ZERO_ADDRESS, agreedBy: ZERO_ADDRESS },
): Change =>
  append('registry_changes', {
    ...registryKey(manager, args.registryId),
    state,
    reason_fp: bytes32(reasonFp),
    acted_by: address(by),
    agreed_by: address(agreedBy),
    at,
  })

const request = (manager: Address, id: string, state: RegistrationState, reasonFp: string): Change =>
  patch('registrations', registryKey(manager, id), { state, reason_fp: bytes32(reasonFp) })
