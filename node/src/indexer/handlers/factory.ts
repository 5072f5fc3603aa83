import type { dappFactoryAbi, factoryAbi } from '@connex/contracts'
import { upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { address, decimal } from '../scalars.ts'

/** Of which code tenants are made. That they are registered, and by which controllers they act, is said elsewhere. */
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
    ]
  },
  TenantCodeRegistered: ({ address: maker, args }) => {
    const key = { factory: maker, version: decimal(args.version) }
    return [upsert('tenant_codes', key, () => ({ ...key, implementation: address(args.implementation) }))]
  },
  FactoryOwnerChanged: ({ address: maker, args }) => [
    upsert('factories', { address: maker }, () => ({ address: maker, owner: address(args.owner) })),
  ],
}

/** Of which code a dApp was made. */
export const dappFactory: Handlers<typeof dappFactoryAbi> = {
  DappCreated: ({ args }) => {
    const dapp = address(args.dapp)
    return [
      upsert(
        'implementations',
        { dapp },
        (row) =>
          // A factory speaks of what it makes; of what it does not, it cannot change what is known.
          row ?? { dapp, implementation: address(args.implementation), version: null, is_rollback: false },
      ),
    ]
  },
}
