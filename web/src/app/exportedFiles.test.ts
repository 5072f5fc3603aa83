// The files of the real tables, by their real columns.
import type { Position, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { holdingColumns } from '../features/holdings/holdingColumns.tsx'
import { requestColumns } from '../features/requests/requestColumns.tsx'
import { transferColumns } from '../features/transfers/list/transferColumns.tsx'
import { app } from '../messages/en/app.ts'
import { addMessages } from '../messages/t.ts'
import type { Column } from '../lib/table/Column.ts'
import { sheetOf } from '../lib/table/sheet.ts'

addMessages(app)

const NOTE = `0x${'a'.repeat(64)}`
const LABEL = 'Speicher Promissory Note 2027 (HI-2024-007)'

/** The only row of a file, by header. */
async function exported<Row>(columns: readonly Column<Row>[], shownIds: readonly string[], row: Row) {
  const shown = columns.filter(({ id }) => shownIds.includes(id))
  const { header, rows } = await sheetOf('Table', { columns, shown }, [row])
  return Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index]]))
}

const number = (text: string) => ({ kind: 'number', text })
const textCell = (text: string) => ({ kind: 'text', text })

it('D7: a file of holdings has what is earmarked, what is available and the name, whatever is shown', async () => {
  const position = {
    identifier: NOTE,
    label: LABEL,
    account: '4100118',
    quantity: '206000',
    earmarked: '1000',
    available: '205000',
    decimals: 2,
    unit: 'EUR',
  } as Position
  const columns = holdingColumns(
    [],
    () => 'Meridian Registrars',
    () => undefined,
    () => false,
    (_keeper, account) => (account === '4100118' ? 'Trading book' : undefined),
  )
  expect(await exported(columns, ['account'], position)).toEqual({
    'Account number': textCell('4100118'),
    'Account name': textCell('Trading book'),
    Identifier: textCell(NOTE),
    Quantity: number('2060.00'),
    Earmarked: number('10.00'),
    Available: number('2050.00'),
    Name: textCell(LABEL),
    Unit: textCell('EUR'),
  })
})

const transactions = transferColumns([], () => '', '0x1' as Transfer['creator'])
const NO_REPO = {
  'Purchase date': textCell(''),
  'Repurchase date': textCell(''),
  'Rate, % p.a.': textCell(''),
  'Day count': textCell(''),
  'Repurchase price': textCell(''),
  'Repurchase currency': textCell(''),
}
const SECURITIES = ['deliverIdentifier', 'deliverQuantity', 'receiveIdentifier', 'receiveQuantity']
const BOND = { identifier: 'DE000A2LQ5M4', label: 'Hafenbank 2029', quantity: '1000', decimals: 0 }
const PRIVATE_NOTE = { identifier: NOTE, label: LABEL, account: '4100118', quantity: '206000', decimals: 2 }
const FUND = { identifier: 'LU1681048804', label: 'Rhône Equity Fund', quantity: '12500', decimals: 3 }

const legs = [{ legType: 'DIGITAL', sender: '0x01' }]

const repo = {
  transferType: 'REPO',
  legs: [...legs, { legType: 'EXTERNAL', sender: '0x02' }],
  direction: 'DELIVER',
  deliver: PRIVATE_NOTE,
  receive: null,
  cashQuantity: '1000000.00',
  cashCurrency: 'EUR',
  repo: {
    purchaseDate: '2026-11-23',
    repurchaseDate: '2026-11-30',
    purchasePrice: '1000000.00',
    rate: '2.14',
    dayCount: 'ACT/360',
  },
} as unknown as Transfer

it('D7: a file of transactions has the identifier of a private note, its name, and cash as a number beside its currency', async () => {
  expect(await exported(transactions, SECURITIES, repo)).toEqual({
    'Delivery instrument': textCell(NOTE),
    'Delivery instrument name': textCell(LABEL),
    'Delivery quantity': number('2060.00'),
    'Delivery cash amount': textCell(''),
    'Delivery currency': textCell(''),
    'Receive instrument': textCell('Cash Documented'),
    'Receive instrument name': textCell(''),
    'Receive quantity': textCell(''),
    'Receive cash amount': number('1000000.00'),
    'Receive currency': textCell('EUR'),
    'Purchase date': textCell('23 Nov 2026'),
    'Repurchase date': textCell('30 Nov 2026'),
    'Rate, % p.a.': number('2.14'),
    'Day count': textCell('ACT/360'),
    'Repurchase price': number('1000416.11'),
    'Repurchase currency': textCell('EUR'),
  })
})

it('a file of transactions has the number of each own account, and its name', async () => {
  const columns = transferColumns(
    [],
    () => '',
    '0x1' as Transfer['creator'],
    [],
    () => Promise.resolve((_keeper, account) => (account === '4100118' ? 'Trading book' : undefined)),
  )
  const leg = { assetId: '0x07', assetManagerAddr: '0x08', registrar: '0x09' }
  const deliver = { ...PRIVATE_NOTE, registryId: '0x07' }
  const fop = { ...repo, legs: [{ ...legs[0], ...leg }], deliver } as unknown as Transfer
  expect(await exported(columns, ['deliverAccount', 'receiveAccount'], fop)).toMatchObject({
    'Delivery account': textCell('4100118'),
    'Delivery account name': textCell('Trading book'),
    'Receive account': textCell(''),
    'Receive account name': textCell(''),
  })
})

it('D7: an open repo has no price of its repurchase in the file, and a negative rate is a number', async () => {
  const open = { ...repo.repo, repurchaseDate: undefined, rate: '-0.5' }
  expect(await exported(transactions, ['repurchaseDate'], { ...repo, repo: open } as Transfer)).toEqual({
    ...NO_REPO,
    'Purchase date': textCell('23 Nov 2026'),
    'Rate, % p.a.': number('-0.5'),
    'Day count': textCell('ACT/360'),
  })
})

it('D7: a loan of a bond against a fund has both identifiers and both names in the file, and no terms of a repo', async () => {
  const loan = { legs, direction: 'DELIVER', deliver: BOND, receive: FUND, repo: null, cashQuantity: null }
  expect(await exported(transactions, SECURITIES, loan as unknown as Transfer)).toEqual({
    'Delivery instrument': textCell('DE000A2LQ5M4'),
    'Delivery instrument name': textCell('Hafenbank 2029'),
    'Delivery quantity': number('1000'),
    'Delivery cash amount': textCell(''),
    'Delivery currency': textCell(''),
    'Receive instrument': textCell('LU1681048804'),
    'Receive instrument name': textCell('Rhône Equity Fund'),
    'Receive quantity': number('12.500'),
    'Receive cash amount': textCell(''),
    'Receive currency': textCell(''),
    ...NO_REPO,
  })
})

it('D7: a payment alone is in the file as what it is: by its event, with its cash, and without a custodian', async () => {
  const payment = {
    transferType: 'FOP',
    dealEvent: 'INTEREST',
    isCashOnly: true,
    legs: [{ legType: 'EXTERNAL', sender: '0x01' }],
    direction: 'DELIVER',
    deliver: null,
    receive: null,
    repo: null,
    cashQuantity: '4161.11',
    cashCurrency: 'EUR',
  } as unknown as Transfer
  const columns = ['transferType', 'custodian', 'deliverIdentifier', 'deliverQuantity']
  expect(await exported(transactions, columns, payment)).toMatchObject({
    'Transaction type': textCell('Interest · Deliver'),
    Custodian: textCell('–'),
    'Delivery instrument': textCell('Cash Documented'),
    'Delivery quantity': textCell(''),
    'Delivery cash amount': number('4161.11'),
    'Delivery currency': textCell('EUR'),
  })
})

it('D7: a transfer of an instrument whose name nobody here knows has its identifier alone in the file', async () => {
  const unnamed = { ...BOND, identifier: NOTE, label: null }
  const fop = { legs, direction: 'DELIVER', deliver: unnamed, receive: null, repo: null }
  const cells = await exported(
    transactions,
    ['deliverIdentifier', 'receiveIdentifier'],
    fop as unknown as Transfer,
  )
  expect(cells).toEqual({
    'Delivery instrument': textCell(NOTE),
    'Delivery instrument name': textCell(''),
    'Receive instrument': textCell(''),
    'Receive instrument name': textCell(''),
    ...NO_REPO,
  })
})

it('D7: a file of requests names every instrument beside its identifier, and repeats none as its name', async () => {
  const cellsOf = (receive: object) =>
    exported(requestColumns('receive', { nameOf: String, trackOf: () => null }), ['receiveIdentifier'], {
      receive,
      deliver: null,
    } as Transfer)
  expect(await cellsOf(PRIVATE_NOTE)).toEqual({ ISIN: textCell(NOTE), Name: textCell(LABEL) })
  expect(await cellsOf(BOND)).toEqual({ ISIN: textCell('DE000A2LQ5M4'), Name: textCell('Hafenbank 2029') })
  expect(await cellsOf({ ...FUND, label: null })).toEqual({
    ISIN: textCell('LU1681048804'),
    Name: textCell(''),
  })
})
