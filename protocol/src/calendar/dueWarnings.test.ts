import { expect, it } from 'vitest'
import { Bytes32 } from '../scalars.ts'
import type { DueEvent } from '../entities/desk.ts'
import type { Currency } from '../terms/cash.ts'
import { dueWarnings } from './dueWarnings.ts'

const NOTHING = { securities: [], cash: null }
const id = (digit: string) => Bytes32.parse(`0x${digit.repeat(64)}`)
const bond = (digit: string) => ({
  instrumentId: id(digit),
  identifier: null,
  label: `Bond ${digit}`,
  unit: 'EUR' as const,
  quantity: '1' as never,
  decimals: 0,
})

const event = (part: Partial<DueEvent>): DueEvent => ({
  kind: 'REPURCHASE',
  date: '2027-03-26',
  isOverdue: false,
  deliveryId: null,
  workflowId: null,
  messageId: null,
  transferType: null,
  dealEvent: null,
  isCashOnly: false,
  direction: null,
  state: null,
  deliveryState: null,
  counterpartyAddr: null,
  description: null,
  rate: null,
  calendarCurrency: null,
  startDate: null,
  closingDeliveryId: null,
  incoming: NOTHING,
  outgoing: NOTHING,
  ...part,
})
const paid = (currency: Currency) => ({
  incoming: { securities: [], cash: { amount: '1.00', currency } },
})
const textsOf = (...parameters: Parameters<typeof dueWarnings>) =>
  dueWarnings(...parameters).map(({ text }) => text)

const thanksgiving = {
  currency: 'USD' as const,
  completeUntil: '2026-12-31',
  closedDays: [{ date: '2026-11-26', name: 'Thanksgiving' }],
}

it('warns of Good Friday for a repo in euros, not for one in dollars', () => {
  const dollars = { currency: 'USD' as const, closedDays: [{ date: '2027-11-25' }] }
  expect(textsOf(event(paid('EUR')), [], [dollars])).toEqual(['TARGET is closed: Good Friday'])
  expect(textsOf(event({}), [], [dollars])).toEqual(['TARGET is closed: Good Friday'])
  expect(textsOf(event(paid('USD')), [], [dollars])).toEqual([])
})

it('says of a repo in dollars over Thanksgiving that no calendar is known, or that the day is closed', () => {
  const repo = event({ date: '2026-11-26', ...paid('USD') })
  expect(textsOf(repo, [], [])).toEqual(['No calendar for USD: only weekends are known.'])
  expect(textsOf(repo, [], [thanksgiving])).toEqual(['Your USD calendar: Thanksgiving'])
})

it('says of a notice that counts business days of a currency without a calendar that only weekends are known', () => {
  const notice = event({ kind: 'NOTICE', date: '2026-11-25', calendarCurrency: 'USD' })
  expect(textsOf(notice, [], [])).toEqual(['No calendar for USD: only weekends are known.'])
  expect(textsOf(notice, [], [thanksgiving])).toEqual([])
  expect(textsOf({ ...notice, calendarCurrency: 'EUR' }, [], [])).toEqual([])
})

it('says that the calendar ends before the deal does', () => {
  expect(textsOf(event({ date: '2027-01-04', ...paid('USD') }), [], [thanksgiving])).toEqual([
    'Your USD calendar ends on 31 Dec 2026: after that only weekends are known.',
  ])
})

it('says nothing of the days of expiries and maturities, nor of what is overdue or open', () => {
  for (const part of [
    { kind: 'EXPIRY' },
    { kind: 'MATURITY' },
    { isOverdue: true },
    { kind: 'LOAN', date: null },
  ] as const)
    expect(textsOf(event(part), [], [])).toEqual([])
})

it('warns of an instrument that matures before the deal ends, and of no other', () => {
  const matures = (digit: string, date: string) =>
    event({ kind: 'MATURITY', date, outgoing: { securities: [bond(digit)], cash: null } })
  const repo = event({ date: '2027-03-31', incoming: { securities: [bond('1')], cash: null } })
  const events = [matures('1', '2027-03-15'), matures('2', '2027-03-15'), repo]
  expect(textsOf(repo, events, [])).toEqual(['Bond 1 matures on 15 Mar 2027, before the deal ends.'])
  expect(textsOf(repo, [matures('1', '2027-03-31')], [])).toEqual([])
})

it('warns of an instrument that a counterparty has, and once where several do', () => {
  const given = (counterpartyAddr: string) =>
    event({
      kind: 'MATURITY',
      date: '2027-03-15',
      counterpartyAddr: counterpartyAddr as never,
      incoming: { securities: [bond('1')], cash: null },
    })
  const loan = event({ kind: 'LOAN', date: '2027-03-31', incoming: { securities: [bond('1')], cash: null } })
  expect(textsOf(loan, [given('0xa'), given('0xb'), loan], [])).toEqual([
    'Bond 1 matures on 15 Mar 2027, before the deal ends.',
  ])
})

it('warns of the end of a loan as of that of a repo', () => {
  const loan = event({ kind: 'LOAN', date: '2027-03-28', incoming: { securities: [bond('1')], cash: null } })
  const matures = event({
    kind: 'MATURITY',
    date: '2027-03-15',
    outgoing: { securities: [bond('1')], cash: null },
  })
  expect(textsOf(loan, [matures], [])).toEqual([
    'Weekend',
    'Bond 1 matures on 15 Mar 2027, before the deal ends.',
  ])
})

it('judges nothing but euros while the stored calendars are unknown', () => {
  const christmas = { date: '2026-12-25' }
  expect(textsOf(event({ ...christmas, ...paid('USD') }), [], undefined)).toEqual([])
  expect(textsOf(event({ ...christmas, ...paid('EUR') }), [], undefined)).toEqual([
    'TARGET is closed: Christmas Day',
  ])
})
