import { actionsFor } from '@connex/protocol'
import type { Address, Transfer } from '@connex/protocol'
import { getTransfer } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Block } from '../../../shared/ledger/LedgerDialog.tsx'
import { useViewer } from '../../../lib/Viewer.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { turnWords } from './turnText.ts'

/**
 * A transfer as it is while a dialog about it is open, and what holds signing back once something else than what the dialog
 * was opened for would be signed.
 */
export function useLiveTransfer(verb: 'confirm' | 'cancel', opened: Transfer, isBusy: boolean) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const { deliveryId } = opened
  const live = useQuery({
    queryKey: ['transfers', 'one', deliveryId],
    queryFn: ({ signal }) => getTransfer(client, deliveryId, { signal }),
    staleTime: 0,
  })
  // The row that it was opened from may be old itself: what counts is what was read since.
  const [first, setFirst] = useState<Transfer>()
  if (first === undefined && live.data !== undefined && live.isFetchedAfterMount) setFirst(live.data)
  // While it is signed one's own confirmation may be what changes it.
  const [last, setLast] = useState(opened)
  const now = live.data ?? opened
  if (!isBusy && last !== now) setLast(now)
  const transfer = isBusy ? last : now
  const actionOf = (one: Transfer) => actionsFor(one, tenantAddr)[verb]
  const action = actionOf(transfer)
  const isAsOpened = JSON.stringify(action) === JSON.stringify(actionOf(first ?? transfer))
  const block: Block | undefined =
    action !== undefined && isAsOpened
      ? undefined
      : {
          title: t('Changed.title'),
          text: `${changedWords(transfer, action !== undefined, tenantAddr, nameOf)} ${t('Sending.nothing_signed')}`,
        }
  return { transfer, block, refetch: live.refetch }
}

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
