import type { Duty, Transfer } from '@connex/protocol'
import type { ConfirmAccounts } from '@connex/sdk'
import { cancelForm } from '../../messages/en/cancelForm.ts'
import { addMessages, t } from '../../messages/t.ts'
import { transferSide } from './transferSide.ts'

addMessages(cancelForm)

type Named = {
  counterparty: string
  instrumentOf: (identifier: string) => string
  /** Chosen for it, where none is named yet. */
  accounts: Partial<Record<keyof ConfirmAccounts, string | null>>
}

/** What giving a confirmation means, in one sentence. */
export function dutyWords(
  duty: Duty,
  transfer: Transfer,
  { counterparty, instrumentOf, accounts }: Named,
): string {
  const of = (side: keyof ConfirmAccounts) => {
    const told = transferSide(transfer, side, instrumentOf)
    const account = accounts[side] || told?.account
    const what = `${told?.quantity ?? ''} ${told?.kind === 'securities' ? told.instrument : ''}`.trim()
    return {
      what: what === '' ? t('Confirming.a_payment') : what,
      counterparty,
      account: account ? t('Confirming.chosen', { account }) : t('Confirming.not_chosen'),
    }
  }
  if (duty === 'deliver') return t('Confirming.will_deliver', of('deliver'))
  if (duty === 'receive') return t('Confirming.will_receive', of('receive'))
  if (duty === 'pay') return t('Confirming.will_pay', of('deliver'))
  return t('Confirming.will_get_paid', of('receive'))
}
