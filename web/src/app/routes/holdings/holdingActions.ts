// What can be created from a holding: a transfer of any kind, or a burn request, prefilled with its instrument and account.
import type { Position, TransferKind } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import type { TransferDialog } from '../../../features/transfers/OpenDialog.tsx'
import { holdings } from '../../../messages/en/holdings.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(holdings)

/** ANY: a transfer whose kind the form asks for. */
export type Creation = 'ANY' | TransferKind | 'BURN'

export type HoldingDialog = TransferDialog | { kind: 'burn'; position: Position; custodian: Custodian }

type Source = {
  position: Position
  /** Undefined if the tenant cannot use it. */
  custodian: Custodian | undefined
  /** The screen shows a past day. */
  isPast: boolean
}

/** Why nothing can be created from a holding; undefined if something can. */
export function creationRefusal({ position, custodian, isPast }: Source): string | undefined {
  if (isPast) return t('Holdings.past')
  if (custodian === undefined) return t('Holdings.no_custodian')
  return position.available === '0' ? t('Holdings.nothing_available') : undefined
}

/** The form that creates it; `quantity` as a user types it. */
export function creationDialog(
  creation: Creation,
  { position, custodian }: Source,
  quantity = '',
): HoldingDialog | undefined {
  if (creation === 'BURN') return custodian && { kind: 'burn', position, custodian }
  const { registryId, account } = position
  return {
    kind: 'create',
    prefill: {
      ...(creation !== 'ANY' && { kind: creation }),
      ...(custodian && { custodianKey: custodian.key }),
      direction: 'DELIVER',
      deliver: { registryId, account, quantity },
    },
  }
}
