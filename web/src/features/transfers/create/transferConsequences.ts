import { daysBetween, repurchasePrice } from '@connex/protocol'
import type { AssetTerms } from '../../../shared/deal/AssetDraft.ts'
import type { Consequence, Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { earmarkNotes, instrumentText } from '../../../shared/deal/earmarkNotes.ts'
import type { AssetChoices, LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { formatIsoDay, formatUtcDay, formatCash } from '../../../lib/format.ts'
import { ticket } from '../../../messages/en/ticket.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { TransferTerms } from './transferDraft.ts'

addMessages(ticket)

/** The names and holdings behind the terms. */
export type Context = {
  custodian: string
  counterparty: string
  /** It closes a repo or a loan: no later step follows. */
  isClosing?: boolean
  choices: Record<LegKey, Pick<AssetChoices, 'instrumentName' | 'limits' | 'position'>>
}

/** What signing does: each leg in a sentence, then the steps until it settles, and after. */
export function transferConsequences(terms: TransferTerms, context: Context): Consequences {
  const { deliver, receive } = terms.assets
  const legs = [
    ...(deliver ? [legText('deliver', deliver, context)] : []),
    ...(receive ? [legText('receive', receive, context)] : []),
    ...(terms.repo ? [cashText(terms, context)] : []),
  ]
  return { legs, steps: [nowStep(terms, context), thenStep(terms, context), ...lastSteps(terms, context)] }
}

function legText(key: LegKey, asset: AssetTerms, context: Context): string {
  const what = instrumentText(asset.quantity, context.choices[key])
  const { counterparty } = context
  const { account } = asset
  return key === 'deliver'
    ? t('TransferForm.leg_deliver', { what, account, counterparty })
    : t('TransferForm.leg_receive', { what, account, counterparty })
}

const cashOf = ({ repo }: TransferTerms): string =>
  repo === undefined ? '' : formatCash(repo.terms.purchasePrice, repo.currency)

function cashText(terms: TransferTerms, { counterparty }: Context): string {
  const cash = cashOf(terms)
  return terms.direction === 'DELIVER'
    ? t('TransferForm.leg_paid', { counterparty, cash })
    : t('TransferForm.leg_pay', { counterparty, cash })
}

/** What is earmarked at signing, and the receiving account. */
function nowStep({ assets: { deliver, receive } }: TransferTerms, context: Context): Consequence {
  const when = t('Deal.now')
  const receiving = receive && t('DealForm.now_receive', { account: receive.account })
  if (deliver === undefined)
    return { when, text: `${receiving ?? ''} ${t('DealForm.nothing_earmarked')}`.trim() }
  const { position, limits } = context.choices.deliver
  const what = instrumentText(deliver.quantity, context.choices.deliver)
  return {
    when,
    text: t('DealForm.now_deliver', { what, account: deliver.account }),
    notes: [...earmarkNotes(deliver.quantity, position, limits.decimals), ...(receiving ? [receiving] : [])],
  }
}

/** Who must act next. */
function thenStep(terms: TransferTerms, context: Context): Consequence {
  const when = t('Deal.after_that')
  const notes = [t('TransferForm.until_then')]
  const { counterparty } = context
  const cash = cashOf(terms)
  const { kind, direction, assets } = terms
  const received = assets.receive ? instrumentText(assets.receive.quantity, context.choices.receive) : ''
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

function lastSteps(terms: TransferTerms, { custodian, choices, isClosing }: Context): Consequence[] {
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

/** A repo's repurchase, which is a separate transfer. */
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
