import { actionsFor, type Address, type Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Block } from '../../../shared/ledger/LedgerDialog.tsx'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { transferQuery } from './transferQueries.ts'
import { turnText } from './turnText.ts'

addMessages(cancelForm)

/** The current transfer while a dialog about it is open, and a block once signing would do something else than at opening. */
export function useLiveTransfer(verb: 'confirm' | 'cancel', opened: Transfer, isBusy: boolean) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const live = useQuery({ ...transferQuery(client, opened.deliveryId), staleTime: 0 })
  // The row behind the dialog may be old: the first fresh answer is what the user decides about.
  const [first, setFirst] = useState<Transfer>()
  if (first === undefined && live.data !== undefined && live.isFetchedAfterMount) setFirst(live.data)
  // While signing, the user's own confirmation may be what changes it.
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
          text: `${changeText(transfer, action !== undefined, tenantAddr, nameOf)} ${t('Sending.nothing_signed')}`,
        }
  return { transfer, block, refetch: live.refetch }
}

/** What has happened to a transfer since its dialog was opened. */
export function changeText(
  transfer: Transfer,
  isStillYours: boolean,
  viewer: Address,
  nameOf: (address: Address) => string,
): string {
  const { deliveryState, canceledBy, wasRefused } = transfer
  if (deliveryState === 'CANCELED' && canceledBy !== null)
    return t(wasRefused ? 'Changed.refused' : 'Changed.canceled', { name: nameOf(canceledBy) })
  return isStillYours ? t('Changed.again') : turnText(transfer, viewer, nameOf)
}
