// Options that many commands of the desks take.
import { DeliveryId, SaltedText } from '@connex/protocol'
import { required } from './Option.ts'
import { scalar, text } from './optionKinds.ts'

export const deliveryWord = {
  delivery: required(scalar(DeliveryId, 'DELIVERY', "the delivery's id", 'is 0x and 64 digits of hex')),
}

export const reasonOption = {
  reason: required(
    text('TEXT', 'why; the other side reads it, the ledger keeps its fingerprint', {
      of: SaltedText.shape.text,
    }),
  ),
}
