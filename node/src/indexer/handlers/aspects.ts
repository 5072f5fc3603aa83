import type { aspectsAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import { close, upsert } from '../Change.ts'
import type { Handlers } from '../LedgerEvent.ts'
import { address, bytes32 } from '../scalars.ts'

/** What other dApps attach to instruments and registries. */
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
