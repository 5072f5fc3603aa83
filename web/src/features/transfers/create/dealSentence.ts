// The deal as one reads it aloud, while it is typed: what is missing is named in its place.
import { formatUtcDay, formatIsoDay, midnightOf, weekdayOf } from '../../../lib/format.ts'
import { piecesOf, tokensOf, type Piece } from '../../../shared/paper/Sentences.tsx'
import { t } from '../../../messages/t.ts'
import type { DealLeg, DealRepo, DealView } from './dealView.ts'

/** `dealSentences(view)` → one list of pieces for each sentence */
export function dealSentences(view: DealView): Piece[][] {
  const { legs, repo, direction, counterparty, valueDate, more } = view
  return [
    ...legs.map((leg) => legSentence(leg, counterparty)),
    ...(repo === undefined ? [] : [cashSentence(repo.cash, direction, counterparty), dateSentence(repo)]),
    ...(valueDate === undefined
      ? []
      : [write(t('Ticket.settles', { day: '{{day}}' }), { day: formatUtcDay(midnightOf(valueDate)) })]),
    ...(more.length === 0 ? [] : [moreSentence(more)]),
  ]
}

/** 'Terms: reference DESK-4711; margin ratio 102%.' */
function moreSentence(more: DealView['more']): Piece[] {
  const texts = more.map(({ term }) => `${term.charAt(0).toLowerCase()}${term.slice(1)} `)
  const terms = more.flatMap(({ value }, index): Piece[] => [
    { text: `${index === 0 ? '' : '; '}${texts[index] ?? ''}`, kind: 'words' },
    { text: value, kind: 'value' },
  ])
  return piecesOf(t('Ticket.more', tokensOf('terms')), { terms: '' }).flatMap((piece) =>
    piece.kind === 'value' ? terms : piece,
  )
}

/** 'Mon 23 Nov 2026' */
export const longDay = (isoDay: string): string => `${weekdayOf(isoDay)} ${formatIsoDay(isoDay)}`

/** `legSentence(leg, 'Baltic')` → 'You deliver 1,000 Hafenbank 2029 from account 4100 to Baltic.' */
export function legSentence(
  { key, what, account }: Pick<DealLeg, 'key' | 'what' | 'account'>,
  counterparty: string | undefined,
): Piece[] {
  const values = { what, account, counterparty }
  return write(t(`TransferForm.leg_${key}`, tokensOf('what', 'account', 'counterparty')), values)
}

/** Who pays the cash: `cashSentence('EUR 1,000.00', 'DELIVER', 'Baltic')` */
export function cashSentence(
  cash: string | undefined,
  direction: DealView['direction'],
  counterparty: string | undefined,
): Piece[] {
  const key = direction === 'DELIVER' ? 'paid' : 'pay'
  return write(t(`TransferForm.leg_${key}`, tokensOf('counterparty', 'cash')), { counterparty, cash })
}

function dateSentence({ purchaseDate, repurchaseDate, isOpen, days, rate, dayCount }: DealRepo): Piece[] {
  const from = purchaseDate && longDay(purchaseDate)
  if (isOpen) return write(t('Ticket.dates_open', { ...tokensOf('from', 'rate'), dayCount }), { from, rate })
  const to = repurchaseDate && longDay(repurchaseDate)
  const template = t('Ticket.dates', { ...tokensOf('from', 'to', 'rate'), count: days ?? 0, dayCount })
  return write(template, { from, to, rate })
}

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

const write = (
  template: string,
  values: Partial<Record<keyof typeof MISSING, string | undefined>>,
): Piece[] => piecesOf(template, values, (name) => t(MISSING[name]))
