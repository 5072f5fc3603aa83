// The deal as one reads it aloud, while it is typed: what is missing is named in its place.
import { formatUtcDay, formatIsoDay, midnightOf, weekdayOf } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import type { DealLeg, DealRepo, DealView } from './dealView.ts'

/** A piece of a sentence: words, a value of the deal, or the name of a value that is still missing. */
export type Piece = { text: string; kind: 'words' | 'value' | 'missing' }

/** `dealSentences(view)` → one list of pieces for each sentence */
export function dealSentences(view: DealView): Piece[][] {
  const { legs, repo, direction, counterparty, valueDate } = view
  return [
    ...legs.map((leg) => legSentence(leg, counterparty)),
    ...(repo === undefined ? [] : [cashSentence(repo, direction, counterparty), dateSentence(repo)]),
    ...(valueDate === undefined
      ? []
      : [piecesOf(t('Ticket.settles', { day: '{{day}}' }), { day: formatUtcDay(midnightOf(valueDate)) })]),
  ]
}

/** 'Mon 23 Nov 2026' */
export const longDay = (isoDay: string): string => `${weekdayOf(isoDay)} ${formatIsoDay(isoDay)}`

function legSentence({ key, what, account }: DealLeg, counterparty: string | undefined): Piece[] {
  const values = { what, account, counterparty }
  return piecesOf(t(`TransferForm.leg_${key}`, tokens('what', 'account', 'counterparty')), values)
}

function cashSentence(
  { cash }: DealRepo,
  direction: DealView['direction'],
  counterparty: string | undefined,
): Piece[] {
  const key = direction === 'DELIVER' ? 'paid' : 'pay'
  return piecesOf(t(`TransferForm.leg_${key}`, tokens('counterparty', 'cash')), { counterparty, cash })
}

function dateSentence({ purchaseDate, repurchaseDate, isOpen, days, rate, dayCount }: DealRepo): Piece[] {
  const from = purchaseDate && longDay(purchaseDate)
  if (isOpen) return piecesOf(t('Ticket.dates_open', { ...tokens('from', 'rate'), dayCount }), { from, rate })
  const to = repurchaseDate && longDay(repurchaseDate)
  const template = t('Ticket.dates', { ...tokens('from', 'to', 'rate'), count: days ?? 0, dayCount })
  return piecesOf(template, { from, to, rate })
}

const tokens = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, `{{${name}}}`])) as Record<Name, string>

const MISSING = {
  what: 'Ticket.what',
  account: 'Ticket.account',
  counterparty: 'Ticket.counterparty',
  cash: 'Ticket.cash',
  rate: 'Ticket.rate',
  from: 'Ticket.from',
  to: 'Ticket.from',
  day: 'Ticket.from',
} as const

/** Splits a sentence at its tokens. `piecesOf('to {{counterparty}}.', { counterparty: undefined })` */
function piecesOf(
  template: string,
  values: Partial<Record<keyof typeof MISSING, string | undefined>>,
): Piece[] {
  return template
    .split(/(\{\{\w+\}\})/)
    .filter((text) => text !== '')
    .map((text) => {
      if (!text.startsWith('{{')) return { text, kind: 'words' }
      const name = text.slice(2, -2) as keyof typeof MISSING
      const value = values[name]
      return value === undefined
        ? { text: t(MISSING[name]), kind: 'missing' }
        : { text: value, kind: 'value' }
    })
}
