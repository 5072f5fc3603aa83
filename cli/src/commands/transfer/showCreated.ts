import type { BlockNumber, DeliveryId } from '@connex/protocol'

type Shown = { readonly deliveryId: DeliveryId; readonly block: BlockNumber }

/** `showCreated('The repo')(created)` → 'The repo 0x… is created, in block 12.' */
export const showCreated =
  (what: string) =>
  ({ deliveryId, block }: Shown): string =>
    `${what} ${deliveryId} is created, in block ${block}.`
