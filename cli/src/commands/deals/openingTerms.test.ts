// The terms that a desk adds to a repo or a loan, on the command lines of two banks with a server each: entered, read by whoever
// confirms, and imported from a file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountNumber, Bytes32, freshSalt } from '@connex/protocol'
import { call, createRepoTransfer } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner, eventually } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const BOND = 'DE000A1EWWW0'
const NOTE = 'DE000CNX0025'
const PARTIES = ['--custodian', 'Meridian Registrars', '--counterparty', 'Baltic Trust Bank']
const directory = mkdtempSync(join(tmpdir(), 'connex-terms-'))
const { userOf, setInput } = createCommandRunner(directory)

let market: MarketFixture
let bond: MarketRegistry
let alpen: RunCommand
let baltic: RunCommand

beforeAll(async () => {
  market = await startMarketFixture()
  bond = await openRegistry(market, BOND)
  await mint(market, bond, 100_000n)
  await mint(market, await openRegistry(market, NOTE), 100_000n)
  alpen = await userOf(market.north, market.alpenbank.user, 'alpen')
  baltic = await userOf(market.south, market.baltic.user, 'baltic')
  const registrar = await userOf(market.north, market.registrar.user, 'registrar')
  // Collateral for the other bank.
  const funding = ['--instrument', NOTE, '--account', '11', '--quantity', '90', '--description', 'Funding']
  const fop = ['transfer', 'fop', '--direction', 'deliver', ...PARTIES, ...funding, '--yes']
  const { id } = await alpen(...fop)
  await eventually(() => baltic('transfer', 'confirm', id, '--receive-account', '22', '--yes'))
  await eventually(() => registrar('desk', 'confirm', id, '--yes'))
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

const days = ['--purchase-date', '2028-01-03', '--repurchase-date', '2028-01-10']
const price = ['--purchase-price', '100.00', '--rate', '2.14']
const asset = ['--instrument', BOND, '--account', '11', '--quantity', '100', '--description', 'One week']
const REPO = ['transfer', 'repo', '--direction', 'deliver', ...PARTIES, ...asset, ...days, ...price]
const shownBy = async (bank: RunCommand, id: string, ...fields: string[]) => {
  const { text } = await eventually(() => bank('transfers', 'show', id))
  return text.split('\n').filter((line) => fields.some((field) => line.startsWith(field)))
}

test('terms of margin that do not fit together are refused, all at once', async () => {
  const repo = (...rest: string[]) => alpen(...REPO, ...rest)
  expect((await repo('--haircut', '100', '--margin-ratio', 'x', '--reference', 'x'.repeat(36))).text)
    .toMatchInlineSnapshot(`
    "--reference must have at most 35 characters; this has 36, not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.
    --margin-ratio must be above 0 and below 10,000 percent, such as 102, not 'x'.
    --haircut must be at least 0 and less than 100 percent, such as 2 or 2.5, not '100'.
    exit code 2"
  `)
  expect((await repo('--haircut', '2')).text).toMatchInlineSnapshot(`
    "--margin-method: Choose a margin method, or leave all terms of margin empty.
    --substitution: Choose whether collateral may be exchanged.
    exit code 2"
  `)
  expect((await repo('--margin-method', 'loan', '--substitution', 'none')).text).toMatchInlineSnapshot(`
    "--margin-method: A repo has the margin method A or B, a loan LOAN or B.
    --margin-ratio: Methods A and LOAN need a margin ratio; method B needs haircuts.
    exit code 2"
  `)
})

test('nobody confirms a payment of unknown amount, except who has the terms by other means', async () => {
  const { alpenbank, baltic: other } = market
  const terms = {
    purchaseDate: '2028-01-03',
    repurchaseDate: '2028-01-10',
    purchasePrice: '100.00',
    rate: '2.14',
    dayCount: 'ACT/360',
  } as const
  const repo = {
    ...bond,
    account: AccountNumber.parse('11'),
    quantity: 1_000n,
    direction: 'DELIVER',
    counterpartyAddr: other.address,
    description: 'Its private details go to no server',
    terms,
  } as const
  const { deliveryId } = await createRepoTransfer(alpenbank.client, repo, { storeBy: async () => undefined })
  const confirm = ['transfer', 'confirm', deliveryId, '--receive-account', '22', '--dry-run']
  await vi.waitUntil(async () => (await baltic('transfers', 'show', deliveryId)).code === 0, 30_000)
  expect((await baltic(...confirm)).text).toMatchInlineSnapshot(`
    "Your server has not received the private details of this transfer yet, so the amount of cash is unknown. Try again in a moment. If Alpenbank has given you the terms by other means, pass --without-details to confirm.
    exit code 1"
  `)
  expect((await baltic(...confirm, '--without-details')).text).toMatchInlineSnapshot(`
    "Baltic Trust Bank receives 10.00 DE000A1EWWW0 into account 22 from Alpenbank.
    Baltic Trust Bank reports the payment of an unknown amount of cash to Alpenbank as sent, outside the ledger.
    Still to come: Alpenbank must confirm that the payment arrived; Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await baltic(...confirm, '--without-details', '--propose')).text).toMatchInlineSnapshot(`
    "A colleague approves by the private details, and your server has none that match the ledger. Try again in a moment; if they stay away, ask Alpenbank to send them again. --without-details does not replace them in a proposal.
    exit code 1"
  `)

  const details = { salt: Bytes32.parse(freshSalt()), description: 'Not those of the ledger' }
  await call(other.client, 'putDeliveryDetails', { body: { deliveryId, details } })
  expect((await baltic(...confirm)).text).toMatchInlineSnapshot(`
    "The private details on your server do not match the ledger's fingerprint: do not rely on them. Ask Alpenbank for the terms by other means, then pass --without-details to confirm.
    exit code 1"
  `)
})

test('a repo with haircuts: the other bank reads the terms before it confirms, and both afterwards', async () => {
  const margin = ['--margin-method', 'b', '--haircut', '2', '--substitution', 'on_consent']
  const made = await alpen(...REPO, '--reference', 'DESK-4711', ...margin, '--yes')
  expect(made.text).toMatchInlineSnapshot(`
    "Alpenbank sells 100.00 of Hanseatic 2031 to Baltic Trust Bank for EUR 100.00 on 2028-01-03, at 2.14% p.a. (ACT/360).
    Alpenbank buys back on 2028-01-10 for EUR 100.04.
    The securities are earmarked in account 11 immediately. Baltic Trust Bank must confirm the receipt and report the payment, Alpenbank must confirm that it arrived, then Meridian Registrars must confirm.
    The cash is documented here and paid outside the ledger.
    Reference: DESK-4711
    Margin: by haircut (method B)
    Haircut of P1: 2%
    Substitution: once the holder agrees
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Repo ID created, in block N.
    Next: Baltic Trust Bank must confirm the receipt and report the payment as sent.
    exit code 0"
  `)
  const confirm = ['transfer', 'confirm', made.id, '--receive-account', '22']
  expect((await eventually(() => baltic(...confirm, '--dry-run'))).text).toMatchInlineSnapshot(`
    "Reference: DESK-4711
    Margin: by haircut (method B)
    Haircut of P1: 2%
    Substitution: once the holder agrees
    Baltic Trust Bank receives 100.00 DE000A1EWWW0 into account 22 from Alpenbank.
    Baltic Trust Bank reports the payment of EUR 100.00 to Alpenbank as sent, outside the ledger.
    Still to come: Alpenbank must confirm that the payment arrived; Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  const terms = ['Reference', 'Margin', 'Haircut', 'Substitution']
  const shown = await shownBy(alpen, made.id, ...terms)
  expect(shown).toMatchInlineSnapshot(`
    [
      "Reference          DESK-4711",
      "Margin             by haircut (method B)",
      "Haircut of P1      2%",
      "Substitution       once the holder agrees",
    ]
  `)
  expect(await shownBy(baltic, made.id, ...terms)).toEqual(shown)
  const found = await alpen('transfers', '--reference', 'DESK-4711', '--json')
  expect(found.text).toContain('"totalItemCount": 1')
})

const LEGS = '--deliver-account 11 --deliver-quantity 100 --receive-account 11 --receive-quantity 90'.split(
  ' ',
)
const SECURITIES = ['--deliver-instrument', BOND, '--receive-instrument', NOTE, '--description', 'Open loan']
const LOAN = ['transfer', 'sec-lend', '--direction', 'deliver', ...PARTIES, ...LEGS, ...SECURITIES]

test('terms of a loan that do not fit together are refused, all at once', async () => {
  const loan = (...rest: string[]) => alpen(...LOAN, ...rest)
  expect((await loan('--fee-rate', '0,35', '--notice-days', '366')).text).toMatchInlineSnapshot(`
    "--fee-rate must be a decimal number such as 0.35, not '0,35'.
    --notice-days must be a whole number from 0 to 365, not '366'.
    exit code 2"
  `)
  expect((await loan('--notice-days', '2')).text).toMatchInlineSnapshot(`
    "--fee-rate: Enter the fee rate, or leave all terms of the loan empty.
    --term-type: Choose the term type.
    exit code 2"
  `)
  expect((await loan('--fee-rate', '0.35', '--term-type', 'fixed')).text).toMatchInlineSnapshot(`
    "--end-date: A loan of this term type needs an end date.
    exit code 2"
  `)
})

test('a loan with its fee, term and margin: the other bank reads them before it confirms', async () => {
  const fee = '--fee-rate 0.35 --minimum-fee 1,250 --fee-price contract --billing at_end'
  const term = '--term-type extendable --start-date 2028-01-03 --end-date 2028-03-03 --notice-days 2'
  const margin = '--margin-method loan --margin-ratio 105 --haircut 2 --substitution any_time'
  const made = await alpen(...LOAN, ...`${fee} ${term} ${margin} --yes`.split(' '))
  expect(made.text).toMatchInlineSnapshot(`
    "Alpenbank lends 100.00 of Hanseatic 2031 from account 11 to Baltic Trust Bank.
    Alpenbank receives 90.00 of Hanseatic 2031 as collateral into account 11.
    Your delivery is earmarked immediately. Both legs settle together once Baltic Trust Bank and Meridian Registrars have confirmed.
    Fee: 0.35% p.a., ACT/360
    Fee price: contract price
    Minimum fee: 1,250.00, in the currency of the lent securities
    Billing: at the end of the loan
    Loan term: extendable
    Loan start: 2028-01-03
    Loan end: 2028-03-03
    Notice: 2 business days
    Margin: by ratio to the value of the loan
    Margin ratio: 105%
    Haircut of C1: 2%
    Substitution: at any time
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Securities loan ID created, in block N.
    Next: Baltic Trust Bank must confirm the delivery and confirm the receipt.
    exit code 0"
  `)
  const confirm = ['transfer', 'confirm', made.id, '--receive-account', '22', '--deliver-account', '22']
  expect((await eventually(() => baltic(...confirm, '--dry-run'))).text).toMatchInlineSnapshot(`
    "Fee: 0.35% p.a., ACT/360
    Fee price: contract price
    Minimum fee: 1,250.00, in the currency of the lent securities
    Billing: at the end of the loan
    Loan term: extendable
    Loan start: 2028-01-03
    Loan end: 2028-03-03
    Notice: 2 business days
    Margin: by ratio to the value of the loan
    Margin ratio: 105%
    Haircut of C1: 2%
    Substitution: at any time
    Baltic Trust Bank delivers 90.00 DE000CNX0025 from account 22 to Alpenbank; it is earmarked immediately.
    Baltic Trust Bank receives 100.00 DE000A1EWWW0 into account 22 from Alpenbank.
    Still to come: Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  const terms = ['Fee', 'Minimum', 'Billing', 'Loan', 'Notice', 'Margin', 'Haircut', 'Substitution']
  const shown = await shownBy(alpen, made.id, ...terms)
  expect(shown).toMatchInlineSnapshot(`
    [
      "Fee                0.35% p.a., ACT/360",
      "Fee price          contract price",
      "Minimum fee        1,250.00, in the currency of the lent securities",
      "Billing            at the end of the loan",
      "Loan term          extendable",
      "Loan start         2028-01-03",
      "Loan end           2028-03-03",
      "Notice             2 business days",
      "Margin             by ratio to the value of the loan",
      "Margin ratio       105%",
      "Haircut of C1      2%",
      "Substitution       at any time",
    ]
  `)
  expect(await shownBy(baltic, made.id, ...terms)).toEqual(shown)
  expect((await alpen('deal', 'show', made.id)).text).toMatchInlineSnapshot(`
    "Deal           ID
    State          Proposed: the opening has not settled.
    Type           Securities loan
    Lender         Alpenbank
    Borrower       Baltic Trust Bank
    Rate           0.35% p.a., ACT/360
    Begins         2028-01-03
    Ends           2028-03-03
    Fee price      contract price
    Minimum fee    1,250.00, in the currency of the lent securities
    Billing        at the end of the loan
    Notice         2 business days
    Margin         by ratio to the value of the loan
    Margin ratio   105%
    Haircut of C1  2%
    Substitution   at any time
    Hash           ID, the other side has created no event yet

    Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
    L1   DE000A1EWWW0  Baltic Trust Bank       0.00      0.00       0.00         0.00
    C1   DE000CNX0025  Alpenbank               0.00      0.00       0.00         0.00

    Event    Status     Date  Securities             Cash  Delivery
    Opening  in flight        +100.00 L1, +90.00 C1        ID

    Opening of 100.00 DE000A1EWWW0 and 90.00 DE000CNX0025: created by Alpenbank.
    exit code 0"
  `)
})

/** A file of one repo with further columns. */
const repoFile = (cells: Record<string, string>): string => {
  const own = {
    type: 'REPO',
    direction: 'DELIVER',
    custodian: 'Meridian Registrars',
    counterparty: 'Baltic Trust Bank',
  }
  const securities = { instrument: BOND, account: '11', quantity: '100', description: 'From a file' }
  const repo = { 'purchase-date': '2028-01-03', 'purchase-price': '100.00', rate: '2.14' }
  const row = { ...own, ...securities, ...repo, ...cells }
  return `${Object.keys(row).join(';')}\n${Object.values(row).join(';')}\n`
}

test('a file names the column of each term that is wrong, and takes them with a decimal comma', async () => {
  setInput(repoFile({ 'margin-method': 'LOAN', 'margin-ratio': '0', haircut: '', substitution: 'maybe' }))
  expect((await alpen('import', '-', '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column         What to do
      2  margin-method  A repo has the margin method A or B, a loan LOAN or B.
      2  margin-ratio   margin-ratio must be above 0 and below 10,000 percent, such as 102, not '0'.
      2  substitution   substitution must be one of ANY_TIME, ON_CONSENT, NONE, not 'maybe'.

    3 problems found in the input; nothing was imported.
    exit code 1"
  `)
  setInput(repoFile({ 'margin-method': 'B', haircut: '', substitution: '' }))
  expect((await alpen('import', '-', '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column        What to do
      2  haircut       Methods A and LOAN need a margin ratio; method B needs haircuts.
      2  substitution  Choose whether collateral may be exchanged.

    2 problems found in the input; nothing was imported.
    exit code 1"
  `)
  setInput(repoFile({ reference: 'FILE-1', 'margin-method': 'B', haircut: '2,5', substitution: 'NONE' }))
  expect((await alpen('import', '-', '--dry-run')).text).toMatchInlineSnapshot(`
    "Row 2  Repo: 100.00 of Hanseatic 2031 to Baltic Trust Bank for EUR 100.00; Reference: FILE-1; Margin: by haircut (method B); Haircut of P1: 2.5%; Substitution: never
    Alpenbank creates 1 transfer in one ledger transaction: all or none.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
})

test('a term that the type of the row does not have is refused', async () => {
  setInput(repoFile({ 'fee-rate': '0.35', 'notice-days': '2' }))
  expect((await alpen('import', '-', '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column       What to do
      2  fee-rate     Not a term of type REPO: leave the cell empty.
      2  notice-days  Not a term of type REPO: leave the cell empty.

    2 problems found in the input; nothing was imported.
    exit code 1"
  `)
})

test('a file takes the terms of a loan, and names the column of each that is wrong', async () => {
  const received = { 'receive-instrument': NOTE, 'receive-account': '11', 'receive-quantity': '90' }
  const loanFile = (cells: Record<string, string>) =>
    setInput(repoFile({ type: 'SEC_LEND', ...received, 'value-date': '2028-01-03', ...cells }))
  loanFile({ 'fee-rate': '0,3x', 'term-type': 'FIXED', 'notice-days': 'two', 'minimum-fee': '-1' })
  expect((await alpen('import', '-', '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column       What to do
      2  fee-rate     fee-rate must be a decimal number such as 0.35, not '0,3x'.
      2  end-date     A loan of this term type needs an end date.
      2  notice-days  notice-days must be a whole number from 0 to 365, not 'two'.
      2  minimum-fee  minimum-fee must be an amount such as 250.00, not '-1'.

    4 problems found in the input; nothing was imported.
    exit code 1"
  `)
  loanFile({ 'fee-rate': '0,35', 'term-type': 'EVERGREEN', 'notice-days': '35', 'minimum-fee': '1.250,00' })
  expect((await alpen('import', '-', '--dry-run')).text).toMatchInlineSnapshot(`
    "Row 2  Sec. Lend: 100.00 of Hanseatic 2031 to Baltic Trust Bank against 90.00 of Hanseatic 2031; Fee: 0.35% p.a., ACT/360; Fee price: last price of each day; Minimum fee: 1,250.00, in the currency of the lent securities; Billing: monthly; Loan term: evergreen; Loan start: 2028-01-03; Notice: 35 business days
    Alpenbank creates 1 transfer in one ledger transaction: all or none.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
})
