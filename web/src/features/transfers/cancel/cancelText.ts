import {
  isExpired,
  isInvestorDuty,
  isOffLedger,
  isReported,
  owedBy,
  type Address,
  type CancelKind,
  type Transfer,
} from '@connex/protocol'
import { formatCash, formatUtcDay } from '../../../lib/format.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t, tLoose } from '../../../messages/t.ts'

addMessages(cancelForm)

export const CANCEL_SUBMIT = {
  cancel: 'CancelForm.submit',
  requestCancel: 'CancelForm.submit_request',
  agreeCancel: 'CancelForm.submit_agree',
  refuse: 'CancelForm.submit_refuse',
} as const satisfies Record<CancelKind, string>

type NameOf = (address: Address) => string

/** What canceling does now, what the expiry changes, and what it does not return. */
export const cancelNotes = (transfer: Transfer, kind: CancelKind, nameOf: NameOf): string[] => [
  cancelText(transfer, kind, nameOf(transfer.counterpartyAddr)),
  ...(kind === 'requestCancel' && !isReported(transfer)
    ? [t('CancelForm.expires', { day: formatUtcDay(transfer.expiresAt) })]
    : []),
  ...paidText(transfer, nameOf),
]

function cancelText(transfer: Transfer, kind: CancelKind, counterparty: string): string {
  if (kind === 'cancel' && isExpired(transfer))
    return t('CancelForm.cancel_expired', { day: formatUtcDay(transfer.expiresAt) })
  // A reported payment or delivery binds both sides before everything is confirmed.
  const isUnconfirmed = kind === 'requestCancel' && owedBy(transfer).some(isInvestorDuty)
  const isPaid = transfer.legs.some(
    ({ legType, senderConfirmed }) => legType === 'EXTERNAL' && senderConfirmed,
  )
  const reported = isPaid ? 'CancelForm.requestCancel_paid' : 'CancelForm.requestCancel_delivered'
  return tLoose(isUnconfirmed ? reported : `CancelForm.${kind}`, { counterparty })
}

/** What was paid or delivered outside the ledger, which canceling does not return. */
const paidText = ({ legs, cashQuantity, cashCurrency }: Transfer, nameOf: NameOf): string[] =>
  legs
    .filter((leg) => isOffLedger(leg) && leg.senderConfirmed)
    .map((leg) => {
      const parties = { sender: nameOf(leg.sender), receiver: nameOf(leg.receiver) }
      if (leg.legType === 'TRADITIONAL') return t('CancelForm.delivered', parties)
      const amount =
        cashQuantity === null ? t('CancelForm.a_payment') : formatCash(cashQuantity, cashCurrency ?? '')
      return t('CancelForm.paid', { ...parties, amount })
    })
