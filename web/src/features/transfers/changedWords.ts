import type { Address, Transfer } from '@connex/protocol'
import { cancelForm } from '../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../messages/t.ts'
import { turnWords } from './turnWords.ts'

addMessages(cancelForm)

/** What has happened to it since it was opened. */
export function changedWords(
  transfer: Transfer,
  isStillYours: boolean,
  viewer: Address,
  nameOf: (address: Address) => string,
): string {
  const { deliveryState, canceledBy, wasRefused } = transfer
  if (deliveryState === 'CANCELED' && canceledBy !== null)
    return t(wasRefused ? 'Changed.refused' : 'Changed.canceled', { name: nameOf(canceledBy) })
  return isStillYours ? t('Changed.again') : turnWords(transfer, viewer, nameOf)
}
