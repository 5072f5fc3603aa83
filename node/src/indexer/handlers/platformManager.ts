import { dappTypes } from '@connex/contracts'
import type { platformManagerAbi } from '@connex/contracts'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address, DappType } from '@connex/protocol'
import type { ContractKind } from '../../storage/schema/ledgerTables.ts'
import type { PlatformPaymentsTable } from '../../storage/schema/platformTables.ts'
import type { RowOf } from '../../storage/schema/versionKeys.ts'
import { append, close, discover, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { address, apiAddress, bytes32, decimal, text } from './scalars.ts'

const TYPES = new Map(Object.entries(dappTypes).map(([type, id]) => [id.toLowerCase(), type as DappType]))

const MANAGERS: Partial<Record<DappType, ContractKind>> = {
  instrument: 'instrumentManager',
  registry: 'registryManager',
  delivery: 'deliveryManager',
}

/** Tenants, dApps, refunds and the blacklist. Every other contract is discovered from here. */
export const platformManager: Handlers<typeof platformManagerAbi> = {
  PlatformCreated: ({ address: platform, args }) => [
    upsert('platform', { address: platform }, (row) => ({
      address: platform,
      name: text(args.name),
      refund_threshold: row?.refund_threshold ?? decimal(0n),
      refund_limit: row?.refund_limit ?? decimal(0n),
    })),
    setting(platform, { operator_tenant: address(args.operatorTenant) }),
    ...dapp(platform, 'platform', text(args.name), address(args.privilegeManager)),
  ],
  DefaultFactoryChanged: ({ address: platform, args }) => {
    const factory = address(args.factory)
    return [setting(platform, { default_factory: factory }), discover(factory, 'factory', platform)]
  },
  PermissioningChanged: ({ address: platform, args }) => [
    setting(platform, { is_permissioned: args.isUsed }),
  ],
  RefundLimitsChanged: ({ address: platform, args }) => [
    upsert('platform', { address: platform }, (row) => ({
      address: platform,
      name: row?.name ?? '',
      refund_threshold: decimal(args.refundThreshold),
      refund_limit: decimal(args.refundLimit),
    })),
  ],
  TenantRegistered: ({ args }) => {
    const tenant = address(args.tenant)
    const manager = address(args.privilegeManager)
    return [
      upsert('tenants', { address: tenant }, () => ({
        address: tenant,
        name: text(args.data.name),
        api_url: apiAddress(args.data.apiUrl),
        lei: text(args.data.lei),
        privilege_manager: manager,
        registration_reference: bytes32(args.data.registrationReference),
        confirmer: address(args.data.confirmer),
        is_registered: true,
      })),
      discover(tenant, 'tenant', tenant),
      discover(manager, 'tenantPrivileges', tenant),
    ]
  },
  TenantUnregistered: ({ args }) => [
    patch('tenants', { address: address(args.tenant) }, { is_registered: false }),
  ],
  TenantRenamed: ({ args }) => [
    patch('tenants', { address: address(args.tenant) }, { name: text(args.name) }),
  ],
  TypeRegistered: ({ args }) => [
    dappType(args.globalTypeId, {
      maintainer: address(args.maintainer),
      descriptor_fp: bytes32(args.typeDescriptorFp),
    }),
  ],
  DappFactoryChanged: ({ address: platform, args }) => {
    const factory = address(args.factory)
    return [
      dappType(args.globalTypeId, { factory }),
      ...(factory === ZERO_ADDRESS ? [] : [discover(factory, 'dappFactory', platform)]),
    ]
  },
  DappRegistered: ({ args }) => {
    const type = TYPES.get(args.globalTypeId.toLowerCase())
    // Ignores dApps of types that this version does not know.
    if (type === undefined) return []
    return dapp(address(args.dapp), type, text(args.shortName), address(args.privilegeManager))
  },
  DappUnregistered: ({ args }) => [close('dapps', { address: address(args.dapp) })],
  PlatformFunded: (event) => [paid(event, 'FUNDED', event.args.from)],
  PlatformFundsWithdrawn: (event) => [paid(event, 'WITHDRAWN', event.args.to)],
  UserRefunded: (event) => [paid(event, 'REFUNDED', event.args.user, event.args.tenant)],

  Blacklisted: ({ args }) => {
    const account = address(args.account)
    return [upsert('blacklist', { address: account }, () => ({ address: account }))]
  },
  Unblacklisted: ({ args }) => [close('blacklist', { address: address(args.account) })],
}

const setting = (platform: Address, change: Partial<RowOf<'platform_settings'>>): Change =>
  upsert('platform_settings', { address: platform }, (row) => ({
    address: platform,
    operator_tenant: ZERO_ADDRESS,
    default_factory: ZERO_ADDRESS,
    is_permissioned: false,
    ...row,
    ...change,
  }))

function dappType(typeId: string, change: Partial<RowOf<'dapp_types'>>): Change {
  const key = { type_id: bytes32(typeId) }
  const unset = { maintainer: ZERO_ADDRESS, descriptor_fp: ZERO_BYTES32, factory: ZERO_ADDRESS }
  return upsert('dapp_types', key, (row) => ({ ...key, ...unset, ...row, ...change }))
}

const paid = (
  { at, args }: LedgerEvent<{ amount: bigint }>,
  kind: PlatformPaymentsTable['kind'],
  account: string,
  tenant: string = ZERO_ADDRESS,
): Change =>
  append('platform_payments', {
    kind,
    account: address(account),
    tenant: address(tenant),
    amount: decimal(args.amount),
    at,
  })

function dapp(dappAddress: Address, type: DappType, name: string, manager: Address): Change[] {
  const kind = MANAGERS[type]
  return [
    upsert('dapps', { address: dappAddress }, () => ({
      address: dappAddress,
      type,
      short_name: name,
      privilege_manager: manager,
    })),
    // A token has no privileges.
    ...(manager === ZERO_ADDRESS ? [] : [discover(manager, 'dappPrivileges', dappAddress)]),
    ...(kind === undefined ? [] : [discover(dappAddress, kind, dappAddress)]),
  ]
}
