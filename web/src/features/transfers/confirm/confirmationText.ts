// What a confirmation means, and what follows it, in sentences.
import {
  isToken,
  owedAfter,
  type Address,
  type DeliveryLeg,
  type Duty,
  type Owed,
  type Transfer,
} from '@connex/protocol'
import type { ConfirmAccounts } from '@connex/sdk'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import type { Consequence } from '../../../shared/deal/ConsequencesPanel.tsx'
import { formatCash, formatQuantity, formatUtcDay } from '../../../lib/format.ts'
import { shorten } from '../../../lib/identifiers.ts'
import { cancelForm } from '../../../messages/en/cancelForm.ts'
import { nextSteps as sentences } from '../../../messages/en/nextSteps.ts'
import type { MessageKey } from '../../../messages/Messages.ts'
import { addMessages, t, tLoose } from '../../../messages/t.ts'
import { keeperOf } from '../shared/legAccounts.ts'
import { isBeforeValueDate } from '../shared/turnText.ts'

addMessages(cancelForm)
addMessages(sentences)

type Cash = Pick<Transfer, 'cashQuantity' | 'cashCurrency'>
type Names = { nameOf: (address: Address) => string; instrumentOf: (identifier: string) => string }

/** Accounts chosen for legs that have none yet. */
type Chosen = {
  accounts: Partial<Record<keyof ConfirmAccounts, string | null>>
  accountName: AccountNames
}

/** What confirming one duty means, in one sentence. */
export function dutyText(
  { duty, legIdx }: Pick<Owed, 'duty' | 'legIdx'>,
  transfer: Pick<Transfer, 'legs'> & Cash,
  { nameOf, instrumentOf, accountName, accounts }: Names & Chosen,
): string {
  const leg = transfer.legs.find((one) => one.legIdx === legIdx)
  if (leg === undefined) return ''
  const what = legText(leg, transfer, instrumentOf)
  const whereText = (account: string | null) =>
    account
      ? t('Confirming.chosen', { account: accountText(account, accountName(keeperOf(leg), account)) })
      : t('Confirming.not_chosen')
  const to = { what, counterparty: nameOf(leg.receiver) }
  const from = { what, counterparty: nameOf(leg.sender) }
  if (duty === 'deliver') {
    if (isToken(leg)) return t('Confirming.will_escrow', to)
    const account = whereText(accounts.deliver || leg.senderAccount)
    return t('Confirming.will_deliver', { ...to, account })
  }
  if (duty === 'receive') {
    if (isToken(leg)) return t('Confirming.will_receive_token', from)
    const account = whereText(accounts.receive || leg.receiverAccount)
    return t('Confirming.will_receive', { ...from, account })
  }
  return tLoose(SENTENCES[duty], duty === 'pay' || duty === 'reportDelivery' ? to : from)
}

const SENTENCES = {
  pay: 'Confirming.will_pay',
  reportDelivery: 'Confirming.will_report',
  register: 'Confirming.will_register',
  coordinate: 'Confirming.will_coordinate',
  getPaid: 'Confirming.will_get_paid',
  confirmReceipt: 'Confirming.will_get_paid',
  // Confirming never covers a lock or its key.
  lock: 'Confirming.will_get_paid',
  unlock: 'Confirming.will_get_paid',
} as const satisfies Record<Exclude<Duty, 'deliver' | 'receive'>, MessageKey>

type Pending = Pick<Transfer, 'deliveryState' | 'legs' | 'valueDate'> & Cash

/**
 * What follows once the viewer has confirmed these duties, in order: what the viewer and the other side still owe, then the
 * custodian, then settlement.
 */
export function nextSteps(
  transfer: Pending,
  viewer: Address,
  confirmed: readonly Duty[],
  names: Names,
): Consequence[] {
  const groups = groupByStep(owedAfter(transfer, viewer, confirmed), transfer.legs)
  const notes = isBeforeValueDate(transfer)
    ? [t('Deal.not_before', { day: formatUtcDay(transfer.valueDate) })]
    : []
  const steps = groups.map((group) => ({
    when: t('Deal.after_that'),
    text: stepText(group, transfer, viewer, names),
  }))
  const [last, previous] = [groups.at(-1), groups.at(-2)]
  if (last === undefined) return [{ when: t('Deal.last'), text: t('Next.settles_now'), notes }]
  // Where several may confirm in any order, nobody knows who is last.
  const isShared = previous !== undefined && stageOf(previous) === stageOf(last)
  if (isShared) return [...steps, { when: t('Deal.last'), text: t('Next.settles_last'), notes }]
  const text = `${stepText(last, transfer, viewer, names)} ${t('Next.settles')}`
  return [...steps.slice(0, -1), { when: t('Deal.last'), text, notes }]
}

type Group = { tenant: Address; duty: Duty; legs: DeliveryLeg[] }

/** One step for each tenant and duty, however many legs it covers. */
function groupByStep(owed: readonly Owed[], legs: readonly DeliveryLeg[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { tenant, duty, legIdx } of owed) {
    const leg = legs.filter((one) => one.legIdx === legIdx)
    const id = `${tenant}.${duty}.${leg.some(isToken)}.${isTransferAgent(leg)}`
    const group = groups.get(id)
    groups.set(id, { tenant, duty, legs: [...(group?.legs ?? []), ...leg] })
  }
  return [...groups.values()]
}

/** Investors come first, then custodians and coordinators in any order, and the key of a lock last. */
const stageOf = ({ duty }: Group): 'investors' | 'custodians' | 'key' => {
  if (duty === 'unlock') return 'key'
  return duty === 'register' || duty === 'coordinate' ? 'custodians' : 'investors'
}

const isTransferAgent = (legs: readonly DeliveryLeg[]) =>
  legs.some(({ legType }) => legType === 'TRADITIONAL')

function stepText({ tenant, duty, legs }: Group, transfer: Pending, viewer: Address, names: Names): string {
  const what = legs.map((leg) => legText(leg, transfer, names.instrumentOf)).join(t('Next.and'))
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

/** What a leg moves: '3 DE000A2LQ5M9', 'EUR 98,000.00', or '1,000 units of token 0x12…cd'. */
function legText(
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
