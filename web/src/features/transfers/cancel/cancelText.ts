import { isInvestorDuty, owedBy, type Address, type CancelKind, type Transfer } from '@connex/protocol'
import { formatCash } from '../../../lib/format.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { addMessages, t, tLoose } from '../../../messages/t.ts'

addMessages(cancelForm)

export const CANCEL_SUBMIT = {
  cancel: 'CancelForm.submit',
  requestCancel: 'CancelForm.submit_request',
  agreeCancel: 'CancelForm.submit_agree',
  refuse: 'CancelForm.submit_refuse',
} as const satisfies Record<CancelKind, string>

/** What canceling does now. */
export function cancelText(transfer: Transfer, kind: CancelKind, counterparty: string): string {
  // A reported payment or delivery binds both sides before everything is confirmed.
  const isUnconfirmed = kind === 'requestCancel' && owedBy(transfer).some(isInvestorDuty)
  const isPaid = transfer.legs.some(
    ({ legType, senderConfirmed }) => legType === 'EXTERNAL' && senderConfirmed,
  )
  const reported = isPaid ? 'CancelForm.requestCancel_paid' : 'CancelForm.requestCancel_delivered'
  return tLoose(isUnconfirmed ? reported : `CancelForm.${kind}`, { counterparty })
}

/** What was paid or delivered outside the ledger, which canceling does not return. */
export const paidText = (
  { legs, cashQuantity, cashCurrency }: Transfer,
  nameOf: (address: Address) => string,
): string[] =>
  legs
    .filter((leg) => (leg.legType === 'EXTERNAL' || leg.legType === 'TRADITIONAL') && leg.senderConfirmed)
    .map((leg) => {
      const parties = { sender: nameOf(leg.sender), receiver: nameOf(leg.receiver) }
      if (leg.legType === 'TRADITIONAL') return t('CancelForm.delivered', parties)
      const amount =
        cashQuantity === null ? t('CancelForm.a_payment') : formatCash(cashQuantity, cashCurrency ?? '')
      return t('CancelForm.paid', { ...parties, amount })
    })
