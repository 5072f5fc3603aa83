import { isToken, type Address, type Owed, type Transfer } from '@connex/protocol'
import type { ConfirmAccounts } from '@connex/sdk'
import { t } from '../../messages/t.ts'
import { legWords, type Cash } from './legWords.ts'

type Named = {
  nameOf: (address: Address) => string
  instrumentOf: (identifier: string) => string
  /** Chosen for it, where none is named yet. */
  accounts: Partial<Record<keyof ConfirmAccounts, string | null>>
}

/** What giving a confirmation means, in one sentence. */
export function dutyWords(
  { duty, legIdx }: Pick<Owed, 'duty' | 'legIdx'>,
  transfer: Pick<Transfer, 'legs'> & Cash,
  { nameOf, instrumentOf, accounts }: Named,
): string {
  const leg = transfer.legs.find((one) => one.legIdx === legIdx)
  if (leg === undefined) return ''
  const what = legWords(leg, transfer, instrumentOf)
  const where = (account: string | null | undefined) =>
    account ? t('Confirming.chosen', { account }) : t('Confirming.not_chosen')
  const to = { what, counterparty: nameOf(leg.receiver) }
  const from = { what, counterparty: nameOf(leg.sender) }
  switch (duty) {
    case 'deliver': {
      if (isToken(leg)) return t('Confirming.will_escrow', to)
      const account = where(accounts.deliver || leg.senderAccount)
      return t('Confirming.will_deliver', { ...to, account })
    }
    case 'receive': {
      if (isToken(leg)) return t('Confirming.will_receive_token', from)
      const account = where(accounts.receive || leg.receiverAccount)
      return t('Confirming.will_receive', { ...from, account })
    }
    case 'pay':
      return t('Confirming.will_pay', to)
    case 'reportDelivery':
      return t('Confirming.will_report', to)
    case 'register':
      return t('Confirming.will_register')
    case 'coordinate':
      return t('Confirming.will_coordinate')
    default:
      return t('Confirming.will_get_paid', from)
  }
}
