import { dappTypes } from '@connex/contracts'
import type { tenantAbi } from '@connex/contracts'
import type { DappType } from '@connex/protocol'
import { close, discover, patch, upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { address, apiAddress, ascii, text } from '../scalars.ts'

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
