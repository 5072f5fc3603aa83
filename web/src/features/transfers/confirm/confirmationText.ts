import { isToken, owedAfter } from '@connex/protocol'
import type { Address, DeliveryLeg, Duty, Owed, Transfer } from '@connex/protocol'
import type { ConfirmAccounts } from '@connex/sdk'
import type { Consequence } from '../../../shared/deal/ConsequencesPanel.tsx'
import { formatCash, formatQuantity, formatUtcDay } from '../../../lib/format.ts'
import { shorten } from '../../../lib/strings.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { nextSteps as sentences } from '../../../messages/en/nextSteps.ts'
import { addMessages, t, tLoose } from '../../../messages/t.ts'
import { isAhead } from '../shared/turnText.ts'

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

addMessages(sentences)

type Seen = Pick<Transfer, 'deliveryState' | 'legs' | 'valueDate'> & Cash
type Names = { nameOf: (address: Address) => string; instrumentOf: (identifier: string) => string }

/**
 * What is still to come once the viewer has given these duties, in order: what the viewer and the other side still owe,
 * then the custodian, then the settlement.
 */
export function nextSteps(
  transfer: Seen,
  viewer: Address,
  given: readonly Duty[],
  names: Names,
): Consequence[] {
  const groups = grouped(owedAfter(transfer, viewer, given), transfer.legs)
  const notes = isAhead(transfer) ? [t('Deal.not_before', { day: formatUtcDay(transfer.valueDate) })] : []
  const steps = groups.map((group) => ({
    when: t('Deal.after_that'),
    text: stepWords(group, transfer, viewer, names),
  }))
  const [last, before] = [groups.at(-1), groups.at(-2)]
  if (last === undefined) return [{ when: t('Deal.last'), text: t('Next.settles_now'), notes }]
  // Of several that may confirm in any order none is the last.
  const isShared = before !== undefined && stageOf(before) === stageOf(last)
  if (isShared) return [...steps, { when: t('Deal.last'), text: t('Next.settles_last'), notes }]
  const text = `${stepWords(last, transfer, viewer, names)} ${t('Next.settles')}`
  return [...steps.slice(0, -1), { when: t('Deal.last'), text, notes }]
}

type Group = { tenant: Address; duty: Duty; legs: DeliveryLeg[] }

/** One for each tenant and duty, however many legs it covers. */
function grouped(owed: readonly Owed[], legs: readonly DeliveryLeg[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { tenant, duty, legIdx } of owed) {
    const leg = legs.filter((one) => one.legIdx === legIdx)
    const id = `${tenant}.${duty}.${leg.some(isToken)}.${isTransferAgent(leg)}`
    const known = groups.get(id)
    groups.set(id, { tenant, duty, legs: [...(known?.legs ?? []), ...leg] })
  }
  return [...groups.values()]
}

/** Investors come first, then custodians and coordinators in any order; the key of a lock comes last of all. */
const stageOf = ({ duty }: Group): string => {
  if (duty === 'unlock') return 'unlocking'
  return duty === 'register' || duty === 'coordinate' ? 'keepers' : 'investors'
}

const isTransferAgent = (legs: readonly DeliveryLeg[]) =>
  legs.some(({ legType }) => legType === 'TRADITIONAL')

function stepWords({ tenant, duty, legs }: Group, transfer: Seen, viewer: Address, names: Names): string {
  const what = legs.map((leg) => legWords(leg, transfer, names.instrumentOf)).join(t('Next.and'))
  const deed =
    duty === 'deliver' && legs.some(isToken)
      ? 'escrow'
      : duty === 'register' && isTransferAgent(legs)
        ? 'transferAgent'
        : duty
  return tenant === viewer
    ? tLoose(`Next.you_${deed}`, { what })
    : tLoose(`Next.${deed}`, { what, name: names.nameOf(tenant) })
}

addMessages(cancelForm)

export type Cash = Pick<Transfer, 'cashQuantity' | 'cashCurrency'>

/** What a leg moves: '3 DE000A2LQ5M9', '98,000.00 EUR', or '1,000 units of token 0x12…cd'. */
export function legWords(
  { legType, identifier, quantity, decimals, assetManagerAddr }: DeliveryLeg,
  { cashQuantity, cashCurrency }: Cash,
  instrumentOf: (identifier: string) => string,
): string {
  if (legType === 'EXTERNAL')
    return cashQuantity === null ? t('Confirming.a_payment') : formatCash(cashQuantity, cashCurrency ?? '')
  const amount = formatQuantity(quantity, decimals)
  if (identifier !== null) return `${amount} ${instrumentOf(identifier)}`
  const token = shorten(assetManagerAddr)
  return legType === 'TRADITIONAL'
    ? t('Confirming.of_an_instrument', { amount })
    : t('Confirming.of_token', { amount, token })
}
