import { daysBetween, repurchasePrice } from '@connex/protocol'
import type { AssetTerms } from '../../../shared/deal/AssetDraft.ts'
import type { Consequence, Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { earmarkNotes, instrumentWords } from '../../../shared/deal/earmarkNotes.ts'
import type { AssetChoices, Side } from '../../../shared/deal/useAssetChoices.ts'
import { formatCash, formatIsoDay, formatUtcDay } from '../../../lib/format.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { TransferTerms } from './transferDraft.ts'

// The forms of transfers have this in common, and come with it.
addMessages(transferForms)

/** What the terms are called by. */
export type Told = {
  custodian: string
  counterparty: string
  /** It closes a repo or a loan, and nothing comes after it. */
  isClosing?: boolean
  choices: Record<Side, Pick<AssetChoices, 'identifier' | 'limits' | 'position'>>
}

/** What signing does: each leg in a sentence, then now, then, and last. */
export function transferConsequences(terms: TransferTerms, told: Told): Consequences {
  const { deliver, receive } = terms.assets
  const legs = [
    ...(deliver ? [legWords('deliver', deliver, told)] : []),
    ...(receive ? [legWords('receive', receive, told)] : []),
    ...(terms.repo ? [cashWords(terms, told)] : []),
  ]
  return { legs, steps: [nowStep(terms, told), thenStep(terms, told), ...lastSteps(terms, told)] }
}

function legWords(side: Side, asset: AssetTerms, told: Told): string {
  const what = instrumentWords(asset.quantity, told.choices[side])
  const { counterparty } = told
  const { account } = asset
  return side === 'deliver'
    ? t('TransferForm.leg_deliver', { what, account, counterparty })
    : t('TransferForm.leg_receive', { what, account, counterparty })
}

const cashOf = ({ repo }: TransferTerms): string =>
  repo === undefined ? '' : formatCash(repo.terms.purchasePrice, repo.currency)

function cashWords(terms: TransferTerms, { counterparty }: Told): string {
  const cash = cashOf(terms)
  return terms.direction === 'DELIVER'
    ? t('TransferForm.leg_paid', { counterparty, cash })
    : t('TransferForm.leg_pay', { counterparty, cash })
}

/** What is earmarked, and which account is named. */
function nowStep({ assets: { deliver, receive } }: TransferTerms, told: Told): Consequence {
  const when = t('Deal.now')
  const named = receive && t('DealForm.now_receive', { account: receive.account })
  if (deliver === undefined) return { when, text: `${named ?? ''} ${t('DealForm.nothing_earmarked')}`.trim() }
  const { position, limits } = told.choices.deliver
  const what = instrumentWords(deliver.quantity, told.choices.deliver)
  return {
    when,
    text: t('DealForm.now_deliver', { what, account: deliver.account }),
    notes: [...earmarkNotes(deliver.quantity, position, limits.decimals), ...(named ? [named] : [])],
  }
}

/** Who must act next. */
function thenStep(terms: TransferTerms, told: Told): Consequence {
  const when = t('Deal.after_that')
  const notes = [t('TransferForm.until_then')]
  const { counterparty } = told
  const cash = cashOf(terms)
  const { kind, direction, assets } = terms
  const received = assets.receive ? instrumentWords(assets.receive.quantity, told.choices.receive) : ''
  const isDelivering = direction === 'DELIVER'
  if (kind === 'REPO')
    return {
      when,
      notes,
      text: isDelivering
        ? t('TransferForm.then_repo_deliver', { counterparty, cash })
        : t('TransferForm.then_repo_receive', { counterparty, cash, what: received }),
    }
  if (kind === 'SEC_LEND')
    return { when, notes, text: t('TransferForm.then_lend', { counterparty, what: received }) }
  return {
    when,
    notes,
    text: isDelivering
      ? t('TransferForm.then_deliver', { counterparty })
      : t('TransferForm.then_receive', { counterparty, what: received }),
  }
}

function lastSteps(terms: TransferTerms, { custodian, choices, isClosing }: Told): Consequence[] {
  const { kind, valueDate, assets } = terms
  const text = t(kind === 'FOP' ? 'TransferForm.last_one' : 'TransferForm.last_both', { custodian })
  const day = valueDate === undefined ? [] : [t('Deal.not_before', { day: formatUtcDay(valueDate) })]
  const arrives = assets.receive
    ? earmarkNotes(-assets.receive.quantity, choices.receive.position, choices.receive.limits.decimals, true)
    : []
  return [
    { when: t('Deal.last'), text, notes: [...day, ...arrives] },
    ...(isClosing ? [] : laterSteps(terms)),
  ]
}

/** A repo's end: a transfer of its own. */
function laterSteps({ repo, direction }: TransferTerms): Consequence[] {
  if (repo === undefined) return []
  const when = t('TransferForm.later')
  const { terms, currency } = repo
  const price = repurchasePrice(terms)
  if (price === undefined || terms.repurchaseDate === undefined)
    return [{ when, text: t('TransferForm.later_open') }]
  const values = {
    day: formatIsoDay(terms.repurchaseDate),
    price: formatCash(price, currency),
    count: daysBetween(terms.purchaseDate, terms.repurchaseDate),
  }
  return [
    {
      when,
      text:
        direction === 'DELIVER' ? t('TransferForm.later_buy', values) : t('TransferForm.later_sell', values),
      notes: [t('TransferForm.later_how')],
    },
  ]
}
