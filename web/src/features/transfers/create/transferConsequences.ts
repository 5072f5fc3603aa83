import { daysBetween, repurchasePrice } from '@connex/protocol'
import type { AssetTerms } from '../../../shared/deal/AssetDraft.ts'
import type { Consequence, Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { earmarkNotes, instrumentText } from '../../../shared/deal/earmarkNotes.ts'
import type { AssetChoices, LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { formatIsoDay, formatUtcDay, formatCash, listText } from '../../../lib/format.ts'
import { ticket } from '../../../messages/en/ticket.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import type { TransferTerms } from './transferDraft.ts'

addMessages(ticket)

type Chosen = Pick<AssetChoices, 'instrumentName' | 'accountName' | 'limits' | 'position'>

/** Securities that leave an own account, or enter one. */
export type OwnLeg = { key: LegKey; asset: AssetTerms; choices: Chosen }

/** The names and holdings behind the terms. */
export type Context = {
  /** In whose registries they move. */
  custodians: readonly string[]
  counterparty: string
  /** It closes a repo or a loan: no later step follows. */
  isClosing?: boolean
  legs: readonly OwnLeg[]
}

type Terms = Omit<TransferTerms, 'assets'>

/** What is delivered comes before what is received. */
export const ownLegs = ({ assets }: TransferTerms, choices: Record<LegKey, Chosen>): OwnLeg[] =>
  LEG_KEYS.flatMap((key) => {
    const asset = assets[key]
    return asset === undefined ? [] : [{ key, asset, choices: choices[key] }]
  })

/** What signing does: each leg in a sentence, then the steps until it settles, and after. */
export function transferConsequences(terms: Terms, context: Context): Consequences {
  const legs = [
    ...context.legs.map((leg) => legText(leg, context)),
    ...(terms.repo ? [cashText(terms, context)] : []),
  ]
  return { legs, steps: [nowStep(context), thenStep(terms, context), ...lastSteps(terms, context)] }
}

function legText({ key, asset, choices }: OwnLeg, { counterparty }: Context): string {
  const values = { what: whatOf({ asset, choices }), account: choices.accountName, counterparty }
  return key === 'deliver' ? t('TransferForm.leg_deliver', values) : t('TransferForm.leg_receive', values)
}

const whatOf = ({ asset, choices }: Pick<OwnLeg, 'asset' | 'choices'>): string =>
  instrumentText(asset.quantity, choices)

const received = ({ legs }: Context): OwnLeg[] => legs.filter(({ key }) => key === 'receive')

const cashOf = ({ repo }: Terms): string =>
  repo === undefined ? '' : formatCash(repo.terms.purchasePrice, repo.currency)

function cashText(terms: Terms, { counterparty }: Context): string {
  const cash = cashOf(terms)
  return terms.direction === 'DELIVER'
    ? t('TransferForm.leg_paid', { counterparty, cash })
    : t('TransferForm.leg_pay', { counterparty, cash })
}

/** What is earmarked at signing, and the receiving accounts. */
function nowStep(context: Context): Consequence {
  const when = t('Deal.now')
  const delivered = context.legs.filter(({ key }) => key === 'deliver')
  const receiving = received(context).map(({ choices }) =>
    t('DealForm.now_receive', { account: choices.accountName }),
  )
  if (delivered.length === 0)
    return { when, text: [...new Set(receiving), t('DealForm.nothing_earmarked')].join(' ') }
  const earmarked = delivered.map((leg) =>
    t('DealForm.now_deliver', { what: whatOf(leg), account: leg.choices.accountName }),
  )
  const notes = delivered.flatMap(({ asset, choices: { position, limits } }) =>
    earmarkNotes(asset.quantity, position, limits.decimals),
  )
  return { when, text: earmarked.join(' '), notes: [...notes, ...new Set(receiving)] }
}

/** Who must act next. */
function thenStep(terms: Terms, context: Context): Consequence {
  const when = t('Deal.after_that')
  const notes = [t('TransferForm.until_then')]
  const { counterparty } = context
  const cash = cashOf(terms)
  const { kind, direction } = terms
  const what = listText(received(context).map(whatOf))
  const isDelivering = direction === 'DELIVER'
  if (kind === 'REPO')
    return {
      when,
      notes,
      text: isDelivering
        ? t('TransferForm.then_repo_deliver', { counterparty, cash })
        : t('TransferForm.then_repo_receive', { counterparty, cash, what }),
    }
  if (kind === 'SEC_LEND') return { when, notes, text: t('TransferForm.then_lend', { counterparty, what }) }
  return {
    when,
    notes,
    text: isDelivering
      ? t('TransferForm.then_deliver', { counterparty })
      : t('TransferForm.then_receive', { counterparty, what }),
  }
}

function lastSteps(terms: Terms, context: Context): Consequence[] {
  const { custodians, isClosing } = context
  const { kind, valueDate } = terms
  const [custodian = '', ...others] = custodians
  const one = t(kind === 'FOP' ? 'TransferForm.last_one' : 'TransferForm.last_both', { custodian })
  const text = others.length === 0 ? one : t('TransferForm.last_all', { custodians: listText(custodians) })
  const day = valueDate === undefined ? [] : [t('Deal.not_before', { day: formatUtcDay(valueDate) })]
  const arrives = received(context).flatMap(({ asset, choices: { position, limits } }) =>
    earmarkNotes(-asset.quantity, position, limits.decimals, true),
  )
  return [
    { when: t('Deal.last'), text, notes: [...day, ...arrives] },
    ...(isClosing ? [] : laterSteps(terms)),
  ]
}

/** A repo's repurchase, which is a separate transfer. */
function laterSteps({ repo, direction }: Terms): Consequence[] {
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
