import { dappTypes } from '@connex/contracts'
import type { platformManagerAbi } from '@connex/contracts'
import type { Address, DappType } from '@connex/protocol'
import type { ContractKind } from '../../storage/ledgerTables.ts'
import { close, discover, patch, upsert } from '../Change.ts'
import type { Change } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { address, bytes32, decimal, text } from '../scalars.ts'

const TYPES = new Map(Object.entries(dappTypes).map(([type, id]) => [id.toLowerCase(), type as DappType]))

const MANAGERS: Partial<Record<DappType, ContractKind>> = {
  instrument: 'instrumentManager',
  registry: 'registryManager',
  delivery: 'deliveryManager',
}

/** Tenants, dApps, refunds, and who is shut out. Every other contract is discovered from here. */
export const platformManager: Handlers<typeof platformManagerAbi> = {
  PlatformCreated: ({ address: platform, args }) => [
    upsert('platform', { address: platform }, (row) => ({
      address: platform,
      name: text(args.name),
      refund_threshold: row?.refund_threshold ?? decimal(0n),
      refund_limit: row?.refund_limit ?? decimal(0n),
    })),
    ...dapp(platform, 'platform', text(args.name), address(args.privilegeManager)),
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
        api_url: text(args.data.apiUrl),
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
  DappRegistered: ({ args }) => {
    const type = TYPES.get(args.globalTypeId.toLowerCase())
    // A dApp of a type that this version does not know is none of its business.
    if (type === undefined) return []
    return dapp(address(args.dapp), type, text(args.shortName), address(args.privilegeManager))
  },
  Blacklisted: ({ args }) => {
    const account = address(args.account)
    return [upsert('blacklist', { address: account }, () => ({ address: account }))]
  },
  Unblacklisted: ({ args }) => [close('blacklist', { address: address(args.account) })],
}

function dapp(dappAddress: Address, type: DappType, name: string, manager: Address): Change[] {
  const kind = MANAGERS[type]
  return [
    upsert('dapps', { address: dappAddress }, () => ({
      address: dappAddress,
      type,
      short_name: name,
      privilege_manager: manager,
    })),
    discover(manager, 'dappPrivileges', dappAddress),
    ...(kind === undefined ? [] : [discover(dappAddress, kind, dappAddress)]),
  ]
}
