import { dappTypes } from '@connex/contracts'
import type { dappFactoryAbi, factoryAbi, tenantAbi } from '@connex/contracts'
import type { DappType } from '@connex/protocol'
import { close, create, discover, patch, upsert } from './change.ts'
import type { Handlers } from './change.ts'
import { address, apiAddress, ascii, decimal, text } from './scalars.ts'

const COLUMNS = { name: 'name', api: 'api_url', lei: 'lei' } as const

export const tenant: Handlers<typeof tenantAbi> = {
  TenantControllerRegistered: ({ owner, args }) => {
    const controller = address(args.controller)
    const type = ascii(args.dappType)
    if (!isDappType(type)) return []
    return [
      upsert('dapp_controllers', { address: controller }, () => ({
        address: controller,
        tenant: owner,
        dapp: address(args.dapp),
        type,
      })),
      discover(controller, 'dappController', owner),
    ]
  },
  TenantControllerUnregistered: ({ args }) => [
    close('dapp_controllers', { address: address(args.controller) }),
  ],
  TenantStringChanged: ({ owner, args }) => {
    const key = ascii(args.key)
    if (!isStringKey(key)) return []
    const value = key === 'api' ? apiAddress(args.value) : text(args.value)
    return [patch('tenants', { address: owner }, { [COLUMNS[key]]: value })]
  },
  TenantConfirmerChanged: ({ owner, args }) => [
    patch('tenants', { address: owner }, { confirmer: address(args.confirmer) }),
  ],
}

const isDappType = (type: string): type is DappType => Object.hasOwn(dappTypes, type)
const isStringKey = (key: string): key is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, key)

/** The code of tenants, and what it creates. Registrations and controllers come from other contracts' events. */
export const factory: Handlers<typeof factoryAbi> = {
  TenantCreated: ({ address: maker, args }) => {
    const tenant = address(args.tenant)
    return [
      upsert('created_tenants', { tenant }, () => ({
        tenant,
        factory: maker,
        platform: address(args.platform),
        version: decimal(args.version),
      })),
      create(tenant),
    ]
  },
  PrivilegeManagerCreated: ({ args }) => [create(address(args.privilegeManager))],
  ControllerCreated: ({ args }) => [create(address(args.controller))],
  TenantCodeRegistered: ({ address: maker, args }) => {
    const key = { factory: maker, version: decimal(args.version) }
    return [upsert('tenant_codes', key, () => ({ ...key, implementation: address(args.implementation) }))]
  },
  FactoryOwnerChanged: ({ address: maker, args }) => [
    upsert('factories', { address: maker }, () => ({ address: maker, owner: address(args.owner) })),
  ],
}

/** The code of dApps at their creation. */
export const dappFactory: Handlers<typeof dappFactoryAbi> = {
  DappCreated: ({ args }) => {
    const dapp = address(args.dapp)
    return [
      upsert(
        'implementations',
        { dapp },
        (row) =>
          // A factory may claim any dApp, so it never changes a known one.
          row ?? { dapp, implementation: address(args.implementation), version: null, is_rollback: false },
      ),
    ]
  },
}
