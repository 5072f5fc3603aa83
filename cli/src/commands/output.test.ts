// The commands of investors, desks, issuers and administrators against a real ledger and two servers, started once. Their
// output is compared as text, without the ids, addresses and times that differ from run to run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountNumber, Address, contentFingerprintOf } from '@connex/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner, eventually } from '../../../testkit/src/cli/commandRunner.ts'
import type { CommandResult, RunCommand } from '../../../testkit/src/cli/commandRunner.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../testkit/src/fixtures/market.ts'
import { issueHolding, registerBond } from '../../../testkit/src/fixtures/registry.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const ISIN = 'DE000A1EWWW0'
const directory = mkdtempSync(join(tmpdir(), 'connex-commands-'))
const { userOf, setInput } = createCommandRunner(directory)

let market: MarketFixture
let alpen: RunCommand
let baltic: RunCommand
let registrar: RunCommand
let issuer: RunCommand
let admin: RunCommand

beforeAll(async () => {
  market = await startMarketFixture()
  const registry = await openRegistry(market, ISIN)
  await mint(market, registry, 100_000n)
  const { north, south } = market
  alpen = await userOf(north, market.alpenbank.user, 'alpen')
  baltic = await userOf(south, market.baltic.user, 'baltic')
  registrar = await userOf(north, market.registrar.user, 'registrar')
  issuer = await userOf(north, market.issuer.user, 'issuer')
  admin = await userOf(north, market.alpenbank.admin, 'admin')
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

const at = ['--custodian', 'Meridian Registrars']
const parties = [...at, '--counterparty', 'Baltic Trust Bank']
const asset = ['--instrument', ISIN, '--account', '11', '--quantity', '10.5']
const fop = (...more: string[]): string[] => [
  'transfer',
  'fop',
  '--direction',
  'deliver',
  ...parties,
  ...asset,
  '--description',
  'Rebalancing',
  ...more,
]

test('login, whoami and logout name the server and the user', async () => {
  expect((await alpen('login')).text).toMatchInlineSnapshot(`
    "Logged in at http://HOST.

    Tenant          Alpenbank
    Tenant address  ADDRESS
    User            User of Alpenbank
    Wallet          ADDRESS
    Status          ACTIVE
    Wallet expiry   never
    Privileges      user.TECHNICAL_ADMIN, user.DAPP_USER, registry.SHARED_POSITION_HANDLING, delivery.BACKOFFICE
    exit code 0"
  `)
  expect((await alpen('whoami')).text).toMatchInlineSnapshot(`
    "Tenant          Alpenbank
    Tenant address  ADDRESS
    User            User of Alpenbank
    Wallet          ADDRESS
    Status          ACTIVE
    Wallet expiry   never
    Privileges      user.TECHNICAL_ADMIN, user.DAPP_USER, registry.SHARED_POSITION_HANDLING, delivery.BACKOFFICE
    exit code 0"
  `)
  expect((await alpen('logout')).text).toMatchInlineSnapshot(`
    "Logged out.
    exit code 0"
  `)
  expect((await alpen('resume')).text).toMatchInlineSnapshot(`
    "Nothing to resume: no signed transaction of this wallet has an unknown outcome.
    exit code 0"
  `)
  expect((await alpen('whoami', '--tenant', 'Baltic Trust Bank')).text).toMatchInlineSnapshot(`
    "The wallet belongs to Alpenbank, not to Baltic Trust Bank.
    exit code 1"
  `)
})

test('custodians, holdings and transfers are listed, and wrong filters refused', async () => {
  expect((await alpen('custodians')).text).toMatchInlineSnapshot(`
    "Custodian            Key
    Meridian Registrars  ADDRESS:ADDRESS
    exit code 0"
  `)
  expect((await alpen('holdings')).text).toMatchInlineSnapshot(`
    "Identifier    Label           Custodian            Account  Quantity  Earmarked  Available
    DE000A1EWWW0  Hanseatic 2031  Meridian Registrars       11  1,000.00       0.00   1,000.00

    1 in total
    exit code 0"
  `)
  expect((await registrar('holdings', '--owner', 'Alpenbank')).text).toMatchInlineSnapshot(`
    "Identifier    Label           Custodian            Owner      Account  Quantity  Earmarked  Available
    DE000A1EWWW0  Hanseatic 2031  Meridian Registrars  Alpenbank       11  1,000.00       0.00   1,000.00

    1 in total
    exit code 0"
  `)
  expect((await alpen('holdings', '--where', 'available:at-least:2,000')).text).toMatchInlineSnapshot(`
    "No holdings found.

    0 in total
    exit code 0"
  `)
  expect((await alpen('holdings', '--custodian', 'Nobody')).text).toMatchInlineSnapshot(`
    "There is no custodian 'Nobody'. There are: Meridian Registrars.
    exit code 1"
  `)
  expect((await issuer('holdings')).text).toMatchInlineSnapshot(`
    "Restricted Access: your user lacks the privilege to handle positions. Your administrator can grant it.
    exit code 1"
  `)
  expect((await alpen('transfers', '--state', 'canceled')).text).toMatchInlineSnapshot(`
    "No transfers found.

    0 in total
    exit code 0"
  `)
  expect((await alpen('transfers', '--state', "Counterparty's turn")).text).toContain('No transfers found.')
  expect((await alpen('transfers', '--state', 'done', '--where', 'state:is:Done')).text).toContain(
    '1 in total',
  )
  expect((await alpen('transfers', '--state', 'over')).text).toMatchInlineSnapshot(`
    "--state must be one of PENDING (Your turn), PENDING_COUNTERPARTY (Counterparty's turn), PENDING_CUSTODIAN (Custodian's turn), SETTLED (Done), CANCELED, not 'over'.
    exit code 2"
  `)
  expect((await alpen('transfers', '--participant', 'Balt Trust Bank')).text).toMatchInlineSnapshot(`
    "There is no tenant 'Balt Trust Bank'. Did you mean 'Baltic Trust Bank'?
    exit code 1"
  `)
})

test('a list is printed as CSV, its place in the whole beside it, and as of a time', async () => {
  expect((await alpen('holdings', '--csv')).text).toMatchInlineSnapshot(`
    "1 in total
    Identifier,Label,Custodian,Account,Quantity,Earmarked,Available
    DE000A1EWWW0,Hanseatic 2031,Meridian Registrars,11,1000.00,0.00,1000.00
    exit code 0"
  `)
  expect((await alpen('holdings', '--csv', '--json')).text).toMatchInlineSnapshot(`
    "{
      "error": {
        "code": "usage",
        "message": "Pass --json or --csv, not both."
      }
    }
    exit code 2"
  `)
  expect((await alpen('holdings', '--as-of-time', '2026-02-30')).text).toMatchInlineSnapshot(`
    "--as-of-time must be a day or a time such as 2026-12-01 or TIME, not '2026-02-30'.
    exit code 2"
  `)
  expect((await alpen('holdings', '--as-of-time', '2026-12-01T08:00:00')).code).toBe(2)
  const now = new Date().toISOString().slice(0, 19)
  expect((await alpen('holdings', '--as-of-time', `${now}Z`)).code).toBe(0)
})

test.each([
  ['no agreement', []],
  ['an unknown counterparty', ['--yes', '--counterparty', 'Baltik Trust Bank']],
  ['an unknown custodian', ['--yes', '--custodian', 'Nobody']],
  ['no quantity', ['--yes', '--quantity', '0']],
  ['too many decimals', ['--yes', '--quantity', '1.555']],
  ['more than is available', ['--yes', '--quantity', '1000.01']],
  ['an account of somebody else', ['--yes', '--account', '22']],
  ['an unknown instrument', ['--yes', '--instrument', 'DE000A1EWWW1']],
])('a transfer with %s is refused, with the next step', async (_, more) => {
  expect((await alpen(...fop(...more))).text).toMatchSnapshot()
})

test('a user of a tenant that is not an investor creates no transfer', async () => {
  expect((await issuer(...fop('--yes'))).text).toMatchInlineSnapshot(`
    "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.
    exit code 1"
  `)
})

const REPO = ['--purchase-date', '2026-11-23', '--purchase-price', '98000.00', '--rate', '2.14']
const repo = (...more: string[]): string[] => [
  'transfer',
  'repo',
  ...fop().slice(2),
  ...REPO,
  '--dry-run',
  ...more,
]
const secLend = (direction: string): string[] => [
  'transfer',
  'sec-lend',
  '--direction',
  direction,
  ...parties,
  '--description',
  'Loan',
  '--dry-run',
  '--deliver-instrument',
  ISIN,
  '--deliver-account',
  '11',
  '--deliver-quantity',
  '10',
  '--receive-instrument',
  ISIN,
  '--receive-account',
  '11',
  '--receive-quantity',
  '5',
]

test.each([
  ['a delivery with a value date', fop('--dry-run', '--value-date', '2027-01-04')],
  ['a receipt', fop('--dry-run', '--direction', 'receive')],
  ['a repo', repo('--repurchase-date', '2026-11-30')],
  ['an open reverse repo', repo('--direction', 'receive', '--currency', 'USD')],
  ['a repo that ends before it begins', repo('--repurchase-date', '2026-11-20')],
  ['a repo that ends on the day it begins', repo('--repurchase-date', '2026-11-23')],
  ['a repo with a wrong rate', repo('--rate', 'two')],
  ['a securities loan', secLend('deliver')],
  ['a borrowing', secLend('receive')],
  ['a mint request', ['mint', ...at, ...asset, '--description', 'Deposit', '--dry-run']],
  ['a burn request', ['burn', ...at, ...asset, '--description', 'Withdrawal', '--dry-run']],
])('the dry run of %s prints its outcome, and signs nothing', async (_, args) => {
  expect((await alpen(...args)).text).toMatchSnapshot()
})

test('a transfer is created, confirmed by the counterparty and the registrar, and settled', async () => {
  const created = await alpen(...fop('--yes'))
  expect(created.text).toMatchInlineSnapshot(`
    "Alpenbank delivers 10.50 of Hanseatic 2031 from account 11 to Baltic Trust Bank, free of payment.
    It is earmarked immediately, and settles once Baltic Trust Bank and Meridian Registrars have confirmed.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Transfer ID created, in block N.
    Next: Baltic Trust Bank must confirm the receipt.
    exit code 0"
  `)
  const { id } = created
  expect((await alpen('transfers')).text).toMatchInlineSnapshot(`
    "Delivery                                                            Type  State                Custodian            Counterparty                       Delivers                   Receives  Description
    ID  FoP   Counterparty's turn  Meridian Registrars  Baltic Trust Bank    10.50 DE000A1EWWW0 @11                             Rebalancing
    ID  Mint  Done                 Meridian Registrars  Meridian Registrars                          1,000.00 DE000A1EWWW0 @11  First deposit

    2 in total
    exit code 0"
  `)
  expect((await alpen('transfer', 'confirm', id, '--yes')).text).toContain(
    'Next: Baltic Trust Bank must confirm the receipt.\nexit code 1',
  )
  expect((await registrar('desk', 'confirm', id, '--yes')).text).toContain(
    'Next: Baltic Trust Bank must confirm the receipt.\nexit code 1',
  )
  expect((await registrar('desk', 'tasks')).text).toMatchInlineSnapshot(`
    "No deliveries are waiting for you.
    exit code 0"
  `)
  expect((await eventually(() => baltic('transfers', 'show', id))).text).toContain(
    [
      'Available actions  Confirm Receive: connex transfer confirm ID',
      '                   cancel: connex transfer cancel ID',
    ].join('\n'),
  )
  expect((await baltic('transfer', 'confirm', id, '--yes')).text).toMatchInlineSnapshot(`
    "Baltic Trust Bank receives 10.50 DE000A1EWWW0 into account 22 from Alpenbank.
    Still to come: Meridian Registrars must confirm as registrar.
      signed      ID
      published
      in block    N
      indexed     by your server
    Transfer ID confirmed, in block N.
    Next: Meridian Registrars must confirm as registrar.
    exit code 0"
  `)
  expect((await eventually(() => registrar('desk', 'confirm', id, '--dry-run'))).text).toMatchInlineSnapshot(`
    "Alpenbank delivers 10.50 DE000A1EWWW0 from account 11 to Baltic Trust Bank, account 22.
    Meridian Registrars confirms this as registrar. The delivery then settles immediately, and can no longer be canceled.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await registrar('desk', 'tasks')).text).toMatchInlineSnapshot(`
    "Delivery                                                            Type  Parties                       Assets              Description
    ID  FoP   Alpenbank, Baltic Trust Bank  10.50 DE000A1EWWW0  Rebalancing
    exit code 0"
  `)
  expect((await registrar('desk', 'confirm', id, '--yes')).text).toMatchInlineSnapshot(`
    "Alpenbank delivers 10.50 DE000A1EWWW0 from account 11 to Baltic Trust Bank, account 22.
    Meridian Registrars confirms this as registrar. The delivery then settles immediately, and can no longer be canceled.
      signed      ID
      published
      in block    N
      indexed     by your server
    Delivery ID confirmed, in block N.
    Settled.
    exit code 0"
  `)
  expect((await alpen('transfers', 'show', id)).text).toMatchInlineSnapshot(`
    "Delivery           ID
    Type               FoP
    State              Done
    Custodian          Meridian Registrars
    Counterparty       Baltic Trust Bank
    Delivers           10.50 DE000A1EWWW0 @11
    Receives
    Description        Rebalancing
    Value date         none
    Created            TIME in block N
    Available actions  none

    Leg  Confirmed by         As         At                    Block
      1  Alpenbank            sender     TIME     N
      1  Baltic Trust Bank    receiver   TIME     N
      1  Meridian Registrars  registrar  TIME     N

    No confirmations are due.

    No comments.
    exit code 0"
  `)
  expect((await alpen('transfer', 'cancel', id, '--yes')).text).toContain('Settled.\nexit code 1')
  expect((await alpen('transfer', 'return', id, '--yes', '--json')).text).toContain('"wrongTransfer"')
})

test('a command waits for a state, and listens to what changes', async () => {
  expect((await alpen('transfers', 'wait', '0x12')).code).toBe(2)
  const { id } = await alpen(...fop('--yes'))
  expect((await alpen('transfers', 'wait', id, '--timeout', '10')).text).toMatchInlineSnapshot(`
    "--timeout must be a length of time such as 90s, 10m or 2h, not '10'.
    exit code 2"
  `)
  expect((await alpen('transfers', 'wait', id, '--timeout', '1s')).text).toMatchInlineSnapshot(`
    "The transfer is not in this state yet. Its state: Counterparty's turn. Run the command again to keep waiting.
    exit code 6"
  `)
  expect((await alpen('transfers', 'wait', id, '--for', 'pending_counterparty')).text).toMatchInlineSnapshot(`
    "Transfer ID: Counterparty's turn.
    exit code 0"
  `)
  const [canceled, other, final] = await Promise.all([
    alpen('transfers', 'wait', id, '--for', 'canceled', '--timeout', '1m'),
    alpen('transfers', 'wait', id, '--timeout', '1m'),
    alpen('transfer', 'cancel', id, '--yes', '--until', 'final'),
  ])
  expect(final.text).toContain('final       no chain reorg takes it back')
  expect(canceled.text).toMatchInlineSnapshot(`
    "Transfer ID: Canceled.
    exit code 0"
  `)
  expect(other.text).toMatchInlineSnapshot(`
    "The transfer has ended in another state: Canceled.
    exit code 1"
  `)
  // The stream announces what happens once it is open.
  const listening = alpen('events', '--topic', 'transfers', '--count', '1', '--json')
  const announce = async () => {
    const next = await alpen(...fop('--yes'))
    await alpen('transfer', 'cancel', next.id, '--yes')
    return undefined
  }
  let heard: CommandResult | undefined
  do heard = await Promise.race([listening, announce()])
  while (heard === undefined)
  const [line = ''] = heard.text.split('\n')
  expect(JSON.parse(line)).toMatchObject({
    topic: 'transfers',
    keys: expect.arrayContaining(['ID']) as unknown,
  })
})

test('a transfer is canceled by its sender, another one refused by the registrar', async () => {
  const { id } = await alpen(...fop('--yes'))
  expect((await alpen('transfer', 'cancel', id, '--reason', 'Wrong quantity', '--yes')).text)
    .toMatchInlineSnapshot(`
    "Alpenbank delivers 10.50 DE000A1EWWW0 from account 11 to Baltic Trust Bank.
    Alpenbank cancels this transfer. Its earmarks are released immediately.
      signed      ID
      published
      in block    N
      indexed     by your server
    Transfer ID canceled, in block N.
    Canceled.
    exit code 0"
  `)
  expect((await alpen('transfers', 'show', id)).text).toMatchInlineSnapshot(`
    "Delivery           ID
    Type               FoP
    State              Canceled
    Custodian          Meridian Registrars
    Counterparty       Baltic Trust Bank
    Delivers           10.50 DE000A1EWWW0 @11
    Receives
    Description        Rebalancing
    Value date         none
    Canceled           Alpenbank: Wrong quantity
    Created            TIME in block N
    Available actions  none

    Leg  Confirmed by  As      At                    Block
      1  Alpenbank     sender  TIME     N

    No confirmations are due.

    No comments.
    exit code 0"
  `)
  expect((await alpen('transfer', 'cancel', id, '--yes')).text).toContain('Canceled.\nexit code 1')
  const request = await alpen('mint', ...at, ...asset, '--description', 'Deposit', '--yes')
  expect(request.text).toMatchInlineSnapshot(`
    "Alpenbank asks Meridian Registrars to issue 10.50 of Hanseatic 2031 into account 11.
    It appears in your holdings once Meridian Registrars confirms; until then you can cancel the request.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Mint request ID created, in block N.
    Next: Meridian Registrars must confirm as registrar.
    exit code 0"
  `)
  const refusal = ['desk', 'refuse', request.id, '--reason', 'No deposit', '--yes']
  expect((await registrar(...refusal)).text).toMatchInlineSnapshot(`
    "Meridian Registrars issues 10.50 DE000A1EWWW0 to Alpenbank, account 11.
    Meridian Registrars refuses this delivery: No deposit
    It is canceled immediately and its earmarks are released. All parties can read the reason.
      signed      ID
      published
      in block    N
      indexed     by your server
    Delivery ID refused, in block N.
    Canceled.
    exit code 0"
  `)
  expect((await registrar(...refusal)).text).toContain('Canceled.\nexit code 1')
  const burn = await alpen('burn', ...at, ...asset, '--description', 'Withdrawal', '--yes')
  expect((await alpen('burn', 'cancel', burn.id, '--yes')).text).toMatchInlineSnapshot(`
    "Alpenbank cancels the burn request ID.
    Its earmark is released immediately.
      signed      ID
      published
      in block    N
      indexed     by your server
    Burn request ID canceled, in block N.
    exit code 0"
  `)
})

test('a file of transfers is checked as a whole, then created in one transaction', async () => {
  const file = (name: string, ...rows: string[]): string => {
    const path = join(directory, name)
    const titles = 'type,direction,custodian,counterparty,instrument,account,quantity,description'
    writeFileSync(path, [titles, ...rows].join('\n'))
    return path
  }
  const row = (quantity: string, counterparty = 'Baltic Trust Bank') =>
    `FOP,DELIVER,Meridian Registrars,${counterparty},${ISIN},11,${quantity},From a file`
  const wrong = file(
    'wrong.csv',
    row('0'),
    row('1', 'Nobody'),
    row('900'),
    row('900'),
    'REPO' + row('1').slice(3),
    `FOP,AWAY,Meridian Registrars,Nobody,${ISIN},99,1.555,`,
    'FOP,DELIVER,Nobody,Baltic Trust Bank,XS0,x,many,A custodian that nobody knows',
    'LOAN,DELIVER,Meridian Registrars,Baltic Trust Bank,XS0,11,1,x,over',
  )
  expect((await alpen('import', wrong, '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column          What to do
      2  quantity        The quantity must be greater than 0, not '0'.
      3  counterparty    There is no counterparty 'Nobody'. There are: Baltic Trust Bank, Fjord Advisory, Hanseatic Issuance, Rhône Capital.
      5  quantity        Maximum quantity is 88.50
      6  purchase-date   Required for type REPO: the purchase date.
      6  purchase-price  Required for type REPO: the purchase price.
      6  rate            Required for type REPO: the repo rate, % p.a.
      7  direction       direction must be one of DELIVER, RECEIVE, not 'AWAY'.
      7  counterparty    There is no counterparty 'Nobody'. There are: Baltic Trust Bank, Fjord Advisory, Hanseatic Issuance, Rhône Capital.
      7  account         Your tenant has no account 99 with Meridian Registrars. It has: 11.
      7  quantity        The quantity must have at most 2 decimals, not '1.555'.
      7  description     description is missing: visible only to the parties.
      8  custodian       There is no custodian 'Nobody'. There are: Meridian Registrars.
      8  account         account must be an account number above 0, not 'x'.
      8  quantity        The quantity must be a number such as 1,000.50, not 'many'.
      9  I               The column has no title. A cell that contains commas must be in quotes.
      9  type            type must be one of FOP, REPO, SEC_LEND, not 'LOAN'.
      9  instrument      Meridian Registrars keeps no registry of an instrument 'XS0'.

    17 problems found in DIRECTORY/wrong.csv; nothing was imported.
    exit code 1"
  `)
  const loan = 'SEC_LEND,DELIVER,Meridian Registrars,Baltic Trust Bank'
  const more = join(directory, 'more.csv')
  writeFileSync(
    more,
    [
      'type,direction,custodain,counterparty,instrument,account,receive-instrument,receive-account,receive-quantity,description,purchase-date,repurchase-date,rate,color',
      `${loan},${ISIN},11,XS0,99,0,Loan,,,,`,
      `${loan},${ISIN},11,,,,Loan,,,,`,
      `REPO,DELIVER,Meridian Registrars,Baltic Trust Bank,${ISIN},11,,,,Repo,2027-01-11,2027-01-04,two,`,
    ].join('\n'),
  )
  expect((await alpen('import', more, '--yes')).text).toMatchInlineSnapshot(`
    "Row  Column              What to do
      1  custodain           Did you mean 'custodian'?
      1  color               Unknown column. The columns are: type, direction, custodian, counterparty, instrument, account, quantity, description, value-date, reference, purchase-date, repurchase-date, purchase-price, currency, rate, day-count, margin-method, margin-ratio, haircut, substitution, fee-rate, term-type, start-date, end-date, notice-days, minimum-fee, fee-price, billing, receive-instrument, receive-account, receive-quantity.
      1  quantity            The column is missing: the quantity, such as 1,000.50.
      2  receive-quantity    The quantity must be greater than 0, not '0'.
      3  receive-instrument  Required for type SEC_LEND: the instrument that you receive; the columns without receive- describe your delivery.
      3  receive-account     Required for type SEC_LEND: your account for the receipt.
      3  receive-quantity    Required for type SEC_LEND: the quantity that you receive.
      4  repurchase-date     The repurchase date must be after the purchase date.
      4  purchase-price      Required for type REPO: the purchase price.
      4  rate                rate must be a decimal number such as 2.14, not 'two'.

    10 problems found in DIRECTORY/more.csv; nothing was imported.
    exit code 1"
  `)
  expect((await alpen('import', file('one.csv', row('0')), '--yes', '--json')).text).toMatchInlineSnapshot(`
    "{
      "error": {
        "code": "importInvalid",
        "message": "1 problem found in DIRECTORY/one.csv; nothing was imported.",
        "faults": [
          {
            "row": 2,
            "column": "quantity",
            "message": "The quantity must be greater than 0, not '0'."
          }
        ]
      }
    }
    exit code 1"
  `)
  expect((await alpen('import', file('empty.csv'), '--yes')).text).toMatchInlineSnapshot(`
    "DIRECTORY/empty.csv is not a usable CSV file: it has no row below the titles.
    exit code 1"
  `)
  expect((await alpen('import', join(directory, 'none.csv'), '--yes')).text).toMatchInlineSnapshot(`
    "DIRECTORY/none.csv cannot be read: no such file.
    exit code 1"
  `)
  expect((await alpen('import')).text).toMatchInlineSnapshot(`
    "FILE is missing: the CSV file. connex import --template fop prints one.
    exit code 2"
  `)
  expect((await alpen('import', '--template', 'repo')).text).toMatchInlineSnapshot(`
    "type,direction,custodian,counterparty,instrument,account,quantity,description,value-date,reference,purchase-date,repurchase-date,purchase-price,currency,rate,day-count,margin-method,margin-ratio,haircut,substitution
    REPO,DELIVER,Meridian Registrars,Baltic Trust Bank,DE000A2LQ5M4,4100118,1000,Rebalancing,2027-01-04,DESK-4711,2027-01-04,2027-01-11,98000.00,EUR,2.14,ACT/360,B,100,2,ON_CONSENT
    exit code 0"
  `)
  expect((await alpen('import', file('right.csv', row('1'), row('2')), '--yes')).text).toMatchInlineSnapshot(`
    "Row 2  FoP: 1.00 of Hanseatic 2031 to Baltic Trust Bank
    Row 3  FoP: 2.00 of Hanseatic 2031 to Baltic Trust Bank
    Alpenbank creates 2 transfers in one ledger transaction: all or none.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Row  Delivery
      2  ID
      3  ID

    2 transfers created, in block N.
    exit code 0"
  `)
})

test('a desk sees what waits for whom, what falls due, and what there is with each counterparty', async () => {
  expect((await issuer('desk', 'today')).text).toMatchInlineSnapshot(`
    "Your user needs one of the privileges delivery.BACKOFFICE, delivery.BACKOFFICE_RO. An administrator of your tenant can grant it.
    exit code 1"
  `)
  expect((await alpen('desk', 'due', '--from', '2028-02-30')).text).toMatchInlineSnapshot(`
    "--from must be a day such as 2026-11-30, not '2028-02-30'.
    exit code 2"
  `)
  expect((await alpen('desk', 'counterparties', '--since', 'yesterday')).text).toMatchInlineSnapshot(`
    "--since must be a day such as 2026-11-30, not 'yesterday'.
    exit code 2"
  `)
  expect((await alpen('desk', 'counterparties', '--where', 'lastAt:is:1')).text).toMatchInlineSnapshot(`
    "--where must begin with a column, one of name, pending, openDeals, overdueDeals, settled, canceled, not 'lastAt:is:1'.
    exit code 2"
  `)
  expect((await alpen('desk', 'due', '--days', '0')).text).toMatchInlineSnapshot(`
    "--days must be a whole number from 1 to 3660, not '0'.
    exit code 2"
  `)
  const due = ['desk', 'due', '--from', '2028-01-03', '--days', '7']
  expect((await alpen(...due)).text).toMatchInlineSnapshot(`
    "Nothing falls due.

    0 in total
    exit code 0"
  `)
  const planned = await alpen(...fop('--yes', '--value-date', '2028-01-04'))
  expect((await alpen(...due)).text).toMatchInlineSnapshot(`
    "Date        What        Counterparty       Comes in  Goes out              Late  Id
    2028-01-04  value date  Baltic Trust Bank            10.50 Hanseatic 2031        ID

    1 in total
    exit code 0"
  `)
  expect((await alpen('desk', 'today', '--from', '2028-01-03')).text).toMatchInlineSnapshot(`
    "Waits for     Name               Transfers  Since
    counterparty  Baltic Trust Bank          3  TIME

    Overdue: 2

    Due         Events  Cash in  Cash out
    2028-01-04       1
    exit code 0"
  `)
  expect((await alpen('desk', 'today', '--from', '2028-01-05')).text).toMatchInlineSnapshot(`
    "Waits for     Name               Transfers  Since
    counterparty  Baltic Trust Bank          3  TIME

    Overdue: 3

    Nothing falls due.
    exit code 0"
  `)
  expect((await alpen('desk', 'due', '--from', '2028-01-05', '--overdue')).text).toMatchInlineSnapshot(`
    "Date        What              Counterparty       Comes in  Goes out              Late  Id
    EXPIRY-DAY  transfer expires  Baltic Trust Bank                                        ID
    EXPIRY-DAY  transfer expires  Baltic Trust Bank                                        ID
    2028-01-04  value date        Baltic Trust Bank            10.50 Hanseatic 2031        ID

    3 in total
    exit code 0"
  `)
  expect((await alpen('transfers', '--where', 'turn:is:1')).text).toMatchInlineSnapshot(`
    "--where must begin with a column, one of deliveryId, transferType, state, direction, custodian, counterparty, description, deliverIdentifier, deliverAccount, receiveIdentifier, receiveAccount, deliverQuantity, receiveQuantity, createdAt, lastAt, valueDate, expiresAt, repurchaseDate, not 'turn:is:1'.
    exit code 2"
  `)
  expect((await baltic('transfers', '--sort-by', 'turn')).code).toBe(0)
  expect((await alpen('desk', 'counterparties')).text).toMatchInlineSnapshot(`
    "Counterparty       Pending  Open  Overdue  Settled      Delivered  Received  Cash in  Cash out
    Baltic Trust Bank        3     0        0        1  10.50 nominal

    1 in total
    exit code 0"
  `)
  expect((await alpen('desk', 'counterparties', '--where', 'overdueDeals:at-least:1')).text)
    .toMatchInlineSnapshot(`
      "No counterparties found.

      0 in total
      exit code 0"
    `)
  expect((await alpen('transfer', 'cancel', planned.id, '--yes')).code).toBe(0)
})

test('a registrar lists, suspends, resumes and issues in its registries', async () => {
  const on = (verb: string, ...more: string[]) => registrar('desk', verb, ISIN, ...more, '--yes')
  expect((await registrar('desk', 'registries')).text).toMatchInlineSnapshot(`
    "Instrument    Label           Kind      State         Issued  Registry
    DE000A1EWWW0  Hanseatic 2031  accounts  REGISTERED  1,000.00  ID
    exit code 0"
  `)
  expect((await alpen('desk', 'registries')).text).toMatchInlineSnapshot(`
    "No registries. connex desk register requests one.
    exit code 0"
  `)
  expect((await on('suspend', '--reason', 'Corporate action')).text).toMatchInlineSnapshot(`
    "You suspend the registry of Hanseatic 2031: Corporate action
    Until you resume it, nothing can be transferred or earmarked. Pending transfers can still be canceled.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Registry of Hanseatic 2031 suspended. connex desk unsuspend resumes it.
    exit code 0"
  `)
  expect((await on('unsuspend', '--reason', 'Over')).text).toMatchInlineSnapshot(`
    "You resume the registry of Hanseatic 2031: Over
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Registry of Hanseatic 2031 resumed: pending transfers can be confirmed again.
    exit code 0"
  `)
  const to = ['--owner', 'Alpenbank', '--account', '11', '--quantity']
  expect((await on('issue', ...to, '5')).text).toMatchInlineSnapshot(`
    "You issue 5 of DE000A1EWWW0 to Alpenbank, account 11.
      signed      ID
      published
      in block    N
      indexed     by your server
    Issued, in block N.
    exit code 0"
  `)
  expect((await on('issue', ...to, 'five')).text).toMatchInlineSnapshot(`
    "--quantity must be a number above 0, such as 1,000.5, not 'five'.
    exit code 2"
  `)
  expect((await on('suspend', '--reason', 'x', '--in', 'chains')).text).toMatchInlineSnapshot(`
    "There is no registry 'DE000A1EWWW0'. connex desk registries lists yours.
    exit code 1"
  `)
  expect((await registrar('desk', 'open-account', 'Alpenbank', '12', '--yes')).text).toMatchInlineSnapshot(`
    "You open account 12 of Alpenbank.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await registrar('desk', 'register', 'XS0', '--yes')).text).toMatchInlineSnapshot(`
    "There is no instrument 'XS0'. Identifiers and labels must match exactly.
    exit code 1"
  `)
  expect((await registrar('agent', 'create-chain', ISIN, '--yes')).text).toMatchInlineSnapshot(`
    "There is no registry 'DE000A1EWWW0'. connex desk registries lists yours.
    exit code 1"
  `)
})

test('a mistyped ISIN or LEI is refused before anything is sent, and --force accepts it', async () => {
  const wrong = ['DE0007164601', '--label', 'Hanseatic 2035']
  for (const verb of ['draft', 'create'])
    expect((await issuer('issuer', verb, ...wrong)).text).toContain(
      "'DE0007164601' is not an ISIN: its check digit would be 0, not 1. Correct it, or pass --force",
    )
  expect((await issuer('issuer', 'create', ...wrong, '--force', '--dry-run')).text).toMatchInlineSnapshot(`
    "'DE0007164601' is not an ISIN: its check digit would be 0, not 1.
    You create BOND DE0007164601, 'Hanseatic 2035'.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  const accept = ['admin', 'accept', 'aB3', '--as', 'Elbe', '--lei', '529900T8BM49AURSDO54']
  expect((await admin(...accept)).text).toMatchInlineSnapshot(`
    "'529900T8BM49AURSDO54' is not an LEI: its check digits would be 55, not 54. Correct it, or pass --force to use it as it is: what is on the ledger stays there.
    exit code 2"
  `)
  expect((await admin(...accept, '--force')).text).toMatch(/^'529900T8BM49AURSDO54' is not an LEI/)
  const place = ['--rpc-url', 'http://127.0.0.1:1', '--chain-id', '1', '--api-url', 'https://connex.example']
  expect((await admin('deploy', ...place, '--wallet', 'none', ...accept.slice(-2))).text).toContain(
    'is not an LEI: its check digits would be 55, not 54.',
  )
})

test('an issuer drafts, creates and revises an instrument, and answers its registrar', async () => {
  const other = 'DE0007164600'
  const label = ['--label', 'Hanseatic 2035', '--coupon-rate', '2.5', '--custom-field', 'couponFrequency=2']
  const draft = await issuer('issuer', 'draft', other, ...label)
  expect(draft.text).toMatchInlineSnapshot(`
    "Draft ID saved.
    exit code 0"
  `)
  const removal = ['issuer', 'draft', other, ...label, '--draft', draft.id, '--delete']
  expect((await issuer(...removal)).text).toMatchInlineSnapshot(`
    "Draft ID deleted.
    exit code 0"
  `)
  expect((await issuer('issuer', 'create', other, ...label, '--yes')).text).toMatchInlineSnapshot(`
    "You create BOND DE0007164600, 'Hanseatic 2035'.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Instrument ID created. A registrar can now request its registry.
    exit code 0"
  `)
  expect((await issuer('issuer', 'revise', other, ...label, '--yes')).text).toMatchInlineSnapshot(`
    "You revise DE0007164600: revision 2, 'Hanseatic 2035'.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Revised, in block N.
    exit code 0"
  `)
  const answer = ['issuer', 'confirm-registration', other, '--registrar', 'Meridian Registrars', '--yes']
  expect((await issuer(...answer)).text).toMatchInlineSnapshot(`
    "There is no open request for 'DE0007164600'. The registrar must request the registration first.
    exit code 1"
  `)
  expect((await registrar('desk', 'register', other, '--yes')).text).toMatchInlineSnapshot(`
    "You request the registry of DE0007164600, revision 2, in the registry manager for accounts.
      signed      ID
      published
      in block    N
      indexed     by your server
    Registry ID requested. Next: the issuer or depositary must confirm or reject it.
    exit code 0"
  `)
  expect((await issuer(...answer, '--reject', 'Not yet')).text).toMatchInlineSnapshot(`
    "You reject Meridian Registrars as registrar of DE0007164600: Not yet
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Registry ID rejected.
    exit code 0"
  `)
  expect((await registrar('desk', 'register', other, '--yes')).code).toBe(0)
  expect((await issuer(...answer)).text).toMatchInlineSnapshot(`
    "You confirm Meridian Registrars as registrar of DE0007164600.
      signed      ID
      published
      in block    N
      indexed     by your server
    Registry ID confirmed.
    exit code 0"
  `)
})

test('a document is uploaded, named by a revision, listed and saved', async () => {
  const other = 'DE0007164600'
  const file = join(directory, 'terms.pdf')
  writeFileSync(file, '%PDF terms')
  expect((await issuer('documents', 'upload', join(directory, 'none.pdf'))).text).toMatchInlineSnapshot(`
    "DIRECTORY/none.pdf cannot be read: no such file.
    exit code 1"
  `)
  expect((await issuer('documents', 'upload', file, '--media-type', 'pdf')).code).toBe(2)
  expect((await issuer('documents', 'upload', file)).text).toMatchInlineSnapshot(`
    "Your user needs the privilege document.BACKOFFICE. An administrator of your tenant can grant it.
    exit code 1"
  `)
  const manager = await userOf(market.north, market.issuer.admin, 'issuer-manager')
  const grant = [
    'admin',
    'grant',
    'User of Hanseatic Issuance',
    '--privilege',
    'document.BACKOFFICE',
    '--yes',
  ]
  expect((await manager(...grant)).code).toBe(0)
  const uploaded = await issuer('documents', 'upload', file, '--name', 'Terms, final.pdf')
  expect(uploaded.text).toBe('ID:ID:Terms, final.pdf\nexit code 0')
  const reference = `${uploaded.id}:${contentFingerprintOf(readFileSync(file))}:Terms, final.pdf`
  const revise = (document: string) =>
    issuer('issuer', 'revise', other, '--label', 'Hanseatic 2035', '--document', document, '--yes')
  expect((await revise('Terms.pdf')).text).toMatchInlineSnapshot(`
    "--document must be the reference that connex documents upload prints, not 'Terms.pdf'.
    exit code 2"
  `)
  expect((await revise(reference)).code).toBe(0)
  expect((await issuer('documents', other)).text).toMatchInlineSnapshot(`
    "Name              Content fingerprint
    Terms, final.pdf  ID
    exit code 0"
  `)
  const saved = join(directory, 'saved.pdf')
  const save = (name: string) => issuer('documents', 'download', other, name, '--out', saved)
  expect((await save('Terms.pdf')).text).toMatchInlineSnapshot(`
    "There is no document 'Terms.pdf'. connex documents lists them.
    exit code 1"
  `)
  expect((await save('Terms, final.pdf')).text).toMatchInlineSnapshot(`
    "10 bytes saved to DIRECTORY/saved.pdf; they match their fingerprint.
    exit code 0"
  `)
  expect(readFileSync(saved, 'utf8')).toBe('%PDF terms')
  expect((await save('Terms, final.pdf')).text).toMatchInlineSnapshot(`
    "DIRECTORY/saved.pdf already exists: choose another name.
    exit code 1"
  `)
})

test('an administrator lists and locks users, and tries privileges and a nomination', async () => {
  expect((await admin('admin', 'users')).text).toMatchInlineSnapshot(`
    "User                                        Wallet                                      Status  Locked until  Privileges
    ADDRESS  ADDRESS  ACTIVE                user.TENANT_ADMIN, user.DAPP_USER
    User of Alpenbank                           ADDRESS  ACTIVE                user.TECHNICAL_ADMIN, user.DAPP_USER, registry.SHARED_POSITION_HANDLING, delivery.BACKOFFICE

    2 in total
    exit code 0"
  `)
  expect((await admin('admin', 'tenants', '--filter', 'Baltic')).text).toMatchInlineSnapshot(`
    "Tenant             Address                                     Server                  LEI
    Baltic Trust Bank  ADDRESS  http://HOST

    1 in total
    exit code 0"
  `)
  const wallet = `0x${'5b'.repeat(20)}`
  const grant = ['--privilege', 'delivery.BACKOFFICE']
  expect((await admin('admin', 'grant', 'User of Alpenbank', ...grant, '--dry-run')).text)
    .toMatchInlineSnapshot(`
      "You grant these privileges to User of Alpenbank: delivery.BACKOFFICE.
      Ledger check passed. Nothing was signed.
      exit code 0"
    `)
  expect((await admin('admin', 'grant', 'User of Alpenbank', '--as', 'investor', '--dry-run')).text)
    .toMatchInlineSnapshot(`
    "You grant these privileges to User of Alpenbank: user.DAPP_USER, registry.SHARED_POSITION_HANDLING, delivery.BACKOFFICE, document.BACKOFFICE_RO.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await admin('admin', 'grant', wallet, '--as', 'node', '--dry-run')).text).toMatchInlineSnapshot(`
    "You grant these privileges to ADDRESS: user.NODE_ACCOUNT.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  const onDapp = ['admin', 'grant', 'Rhône Capital', '--dapp', 'InstrumentManager', '--as', 'investor']
  expect((await admin(...onDapp, '--dry-run')).text).toMatchInlineSnapshot(`
    "A tenant with the role 'investor' needs no privileges on InstrumentManager. Without --dapp the privileges are a user's.
    exit code 1"
  `)
  const roleOnUser = ['--privilege', 'registry.INVESTOR,delivery.BACKOFFICE', '--dry-run']
  expect((await admin('admin', 'grant', 'User of Alpenbank', ...roleOnUser)).text).toMatchInlineSnapshot(`
    "registry.INVESTOR: held by tenants on a dApp, not by users. Specify the tenant, and the dApp with --dapp.
    exit code 1"
  `)
  const onOtherDapp = ['--dapp', 'InstrumentManager', '--privilege', 'registry.INVESTOR', '--dry-run']
  expect((await admin('admin', 'grant', 'Rhône Capital', ...onOtherDapp)).text).toMatchInlineSnapshot(`
    "InstrumentManager never requires registry.INVESTOR: the grant would have no effect. It requires: instrument.OPERATOR, instrument.ISSUER, instrument.DATA_PROVIDER, instrument.DATA_PROVIDER_TA, instrument.DEPOSITARY, instrument.DAPP, instrument.PLATFORM_UPGRADE, document.OPERATOR, document.OWNER.
    exit code 1"
  `)
  expect((await admin('admin', 'revoke', 'User of Alpenbank', ...grant, '--dry-run')).text)
    .toMatchInlineSnapshot(`
      "You revoke these privileges from User of Alpenbank: delivery.BACKOFFICE.
      Ledger check passed. Nothing was signed.
      exit code 0"
    `)
  expect((await admin('admin', 'grant', 'Nobody', ...grant, '--yes')).text).toMatchInlineSnapshot(`
    "There is no user 'Nobody'. connex admin users lists them.
    exit code 1"
  `)
  const invite = ['admin', 'invite', wallet, 'R. Lesser']
  const mayRead = ['--privilege', 'registry.SHARED_POSITION_HANDLING_RO']
  expect((await admin(...invite, ...mayRead, '--dry-run')).text).toMatchInlineSnapshot(`
    "You invite R. Lesser, wallet ADDRESS: registry.SHARED_POSITION_HANDLING_RO.
    Ledger check of the privileges passed. Your server checks the invitation when you send it. Nothing was signed.
    exit code 0"
  `)
  expect((await admin(...invite, '--as', 'read-only', '--dry-run')).text).toMatchInlineSnapshot(`
    "You invite R. Lesser, wallet ADDRESS: registry.SHARED_POSITION_HANDLING_RO.
    Ledger check of the privileges passed. Your server checks the invitation when you send it. Nothing was signed.
    exit code 0"
  `)
  expect((await admin(...invite, '--dry-run')).text).toMatchInlineSnapshot(`
    "You invite R. Lesser, wallet ADDRESS: no privileges.
    Nothing to check with the ledger. Your server checks the invitation when you send it. Nothing was signed.
    exit code 0"
  `)
  expect((await admin('admin', 'nominate', wallet, '--dry-run')).text).toMatchInlineSnapshot(`
    "You nominate ADDRESS as administrator. The nominee can commit from tomorrow, for 30 days.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await admin('admin', 'four-eyes')).text).toMatchInlineSnapshot(`
    "Every function needs one signature.
    exit code 0"
  `)
  expect((await admin('admin', 'four-eyes', '--signatures', '2', '--yes')).text).toMatchInlineSnapshot(`
    "--signatures needs --dapp and --function.
    exit code 2"
  `)
  expect((await admin('admin', 'lock', 'User of Alpenbank')).text).toMatchInlineSnapshot(`
    "--until must be a time such as 2026-12-01. To unlock, pass --unlock.
    exit code 2"
  `)
  expect((await admin('admin', 'lock', 'User of Alpenbank', '--until', '2030-01-01')).text)
    .toMatchInlineSnapshot(`
    "User of Alpenbank is locked until TIME.
    exit code 0"
  `)
  expect((await alpen('holdings')).text).toMatchInlineSnapshot(`
    "Account remains locked until TIME
    exit code 1"
  `)
  expect((await admin('admin', 'lock', 'User of Alpenbank', '--unlock')).text).toMatchInlineSnapshot(`
    "User of Alpenbank is unlocked.
    exit code 0"
  `)
  expect((await admin('admin', 'refund-limits')).text).toMatchInlineSnapshot(`
    "Threshold  48000000 wei
    Limit      480000000 wei
    exit code 0"
  `)
  expect((await admin('admin', 'invite-tenant', 'Elbe Bank')).code).toBe(1)
})

test('an operator lists the pushes to other servers, tries them again, and reads the audit', async () => {
  expect((await alpen('sync', 'retry')).text).toMatchInlineSnapshot(`
    "Pass the ids of the pushes, or --all.
    exit code 2"
  `)
  expect((await alpen('sync', 'retry', '1', '--all')).code).toBe(2)
  expect((await alpen('sync', 'retry', '999999')).text).toMatchInlineSnapshot(`
    "There is no waiting push '999999'. connex sync operations lists them.
    exit code 1"
  `)
  expect((await issuer('sync', 'operations')).text).toMatchInlineSnapshot(`
    "Your user needs one of the privileges user.TECHNICAL_ADMIN, user.TECHNICAL_ADMIN_RO. An administrator of your tenant can grant it.
    exit code 1"
  `)
  const settled = ['--status', 'synced', '--destination', 'Baltic Trust Bank', '--items-per-page', '2']
  const pushes = await alpen('sync', 'operations', ...settled, '--where', 'event:is:DELIVERY_DETAILS')
  expect(
    pushes.text
      .replaceAll(/^ *\d+  SYNCED/gm, 'N   SYNCED')
      .replace(/of \d+/, 'of N')
      .trimStart(),
  ).toMatchInlineSnapshot(`
    "Id  Status  What              To                 Attempts  Next  Reason  About
    N   SYNCED  DELIVERY_DETAILS  Baltic Trust Bank         1                ID
    N   SYNCED  DELIVERY_DETAILS  Baltic Trust Bank         1                ID

    2 of N, page 1; next: --page 2
    exit code 0"
  `)
  expect((await alpen('sync', 'operations', '--status', 'fingerprint_mismatch')).text).toMatchInlineSnapshot(`
    "No pushes found.

    0 in total
    exit code 0"
  `)
  await expect
    .poll(async () => (await alpen('sync', 'retry', '--all')).text)
    .toBe('No pushes are waiting.\nexit code 0')
  await market.south.node.close()
  expect((await alpen(...fop('--yes'))).code).toBe(0)
  expect((await alpen('sync', 'operations', '--status', 'pending,request_failed')).text).toContain(
    '1 in total',
  )
  expect((await alpen('sync', 'retry', '--all')).text).toMatchInlineSnapshot(`
    "1 push is tried again now. connex sync operations shows the outcome.
    exit code 0"
  `)
  await market.south.restart()
  const about = ['--user', 'User of Alpenbank', '--where', 'action:is:EXECUTE', '--items-per-page', '1']
  const { text } = await admin('audit', ...about)
  expect(text).toMatch(/^Time +User +Action +Call +Outcome +About\nTIME +ADDRESS/)
})

test('lists of accounts and instruments, and comments on a transfer', async () => {
  expect((await alpen('accounts')).text).toMatchInlineSnapshot(`
    "Account  Custodian            Name  Category  Internal identifier
         11  Meridian Registrars
         12  Meridian Registrars

    2 in total
    exit code 0"
  `)
  expect((await alpen('accounts', '--custodian', 'Nobody')).code).toBe(1)
  expect((await alpen('instruments', '--filter', ISIN)).text).toMatchInlineSnapshot(`
    "Identifier    Label           Type  State       Issuer              Revision  Decimals  Id
    DE000A1EWWW0  Hanseatic 2031  BOND  REGISTERED  Hanseatic Issuance         1         2  ID

    1 in total
    exit code 0"
  `)
  expect((await alpen('instruments', '--issuer', 'Alpenbank', '--state', 'draft')).text)
    .toMatchInlineSnapshot(`
    "No instruments found.

    0 in total
    exit code 0"
  `)
  const { id } = await alpen(...fop('--yes'))
  expect((await alpen('transfers', 'comment', id, '')).code).toBe(2)
  expect((await alpen('transfers', 'comment', id, 'Cash sent')).text).toMatchInlineSnapshot(`
    "Comment stored; all parties of the transfer receive it.
    exit code 0"
  `)
  expect((await alpen('transfers', 'comment', id, 'Check it', '--internal')).text).toMatchInlineSnapshot(`
    "Comment stored for your tenant.
    exit code 0"
  `)
  expect((await alpen('transfers', 'show', id)).text).toMatch(
    /all parties +Cash sent\n.* your tenant +Check it\n/,
  )
})

test('an issuer ends an instrument and chooses who holds a private one, and a registrar moves by force', async () => {
  expect((await alpen('issuer', 'expire', ISIN, '--dry-run')).text).toMatchInlineSnapshot(`
    "You lack the privilege instrument.BACKOFFICE. Ask your administrator.
    exit code 1"
  `)
  expect((await issuer('issuer', 'whitelist', ISIN, '--yes')).text).toMatchInlineSnapshot(`
    "--holder is missing: specify the tenants that may hold it.
    exit code 2"
  `)
  expect((await issuer('issuer', 'public', ISIN, '--dry-run')).text).toMatchInlineSnapshot(`
    "The instrument is not a private placement.
    exit code 1"
  `)
  const terms = ['--type', 'PRIVATE', '--identifier-type', 'DOCUMENT_REFERENCE', '--label', 'Loan note']
  const note = [`0x${'7e'.repeat(32)}`, ...terms, '--whitelist', 'Alpenbank', '--yes']
  expect((await issuer('issuer', 'create', ...note)).code).toBe(0)
  const hold = (...more: string[]) => issuer('issuer', 'whitelist', 'Loan note', '--holder', ...more)
  expect((await hold('Baltic Trust Bank', '--yes')).text).toMatchInlineSnapshot(`
    "You lack the privilege instrument.WHITELIST. Ask your administrator.
    exit code 1"
  `)
  const manager = await userOf(market.north, market.issuer.admin, 'issuer-admin')
  const grant = ['admin', 'grant', 'User of Hanseatic Issuance', '--privilege', 'instrument.WHITELIST']
  expect((await manager(...grant, '--yes')).code).toBe(0)
  expect((await hold('Baltic Trust Bank', '--yes')).text).toMatchInlineSnapshot(`
    "You let these tenants hold Loan note (0x7e7e7e…7e7e7e): Baltic Trust Bank.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await hold('Alpenbank', '--take-off', '--dry-run')).text).toMatchInlineSnapshot(`
    "You take off the whitelist of Loan note (0x7e7e7e…7e7e7e): Alpenbank. Their holdings remain.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await issuer('issuer', 'public', 'Loan note', '--yes')).text).toMatchInlineSnapshot(`
    "You make Loan note (0x7e7e7e…7e7e7e) public: every tenant may hold it. This cannot be undone.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  expect((await issuer('issuer', 'expire', 'Loan note', '--yes')).text).toMatchInlineSnapshot(`
    "You end the life of Loan note (0x7e7e7e…7e7e7e). This cannot be undone.
    Nothing more of it can be issued; what is held can still be moved and terminated.
      signed      ID
      published
      in block    N
      indexed     by your server
    Done, in block N.
    exit code 0"
  `)
  const from = ['--from', 'Alpenbank', '--from-account', '11', '--quantity', '1.5']
  const force = (...to: string[]) =>
    registrar('desk', 'forced-transfer', ISIN, ...from, '--reason', 'Court order 12/26', ...to)
  expect((await force('--to', 'Alpenbank', '--to-account', '11', '--yes')).text).toMatchInlineSnapshot(`
    "--to-account must be another account.
    exit code 2"
  `)
  expect((await force('--to', 'Baltic Trust Bank', '--to-account', '22', '--yes')).text)
    .toMatchInlineSnapshot(`
    "You move 1.5 of DE000A1EWWW0 from Alpenbank, account 11, to Baltic Trust Bank, account 22: Court order 12/26
    It moves immediately, and neither owner confirms. Both can read the reason.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Moved, in block N.
    exit code 0"
  `)
})

test('the example file of the documents passes, read from a file and from the input', async () => {
  const example = 'docs/examples/transfers.csv'
  const account = AccountNumber.parse('4100118')
  const { issuer: bonds, registrar: desk, alpenbank, ledger } = market
  const registryManagerAddr = Address.parse(ledger.deployment.contracts.AccountRegistryManager)
  for (const [index, identifier] of ['DE000A2LQ5M4', 'AT0000A2WSC8'].entries()) {
    const parties = { issuer: bonds.client, registrar: desk.client, registryManagerAddr }
    const accounts = index === 0 ? [[alpenbank.address, account] as const] : []
    const options = { identifier, decimals: 0, label: `Example ${index + 1}`, accounts }
    const { registryId } = await registerBond(parties, options)
    const holding = { registryManagerAddr, registrarAddr: desk.address, registryId, account }
    await issueHolding(alpenbank.client, desk.client, {
      ...holding,
      quantity: 5_000n,
      description: 'First deposit',
    })
  }
  const { text } = await alpen('import', example, '--dry-run')
  expect(text).toMatchInlineSnapshot(`
    "Row 2  FoP: 1,000 of Example 1 to Baltic Trust Bank
    Row 3  FoP: 250 of Example 2 from Baltic Trust Bank
    Row 4  Repo: 500 of Example 1 to Baltic Trust Bank for EUR 49,250.00; Reference: DESK-4711; Margin: by haircut (method B); Haircut of P1: 2%; Substitution: once the holder agrees
    Row 5  Sec. Lend: 200 of Example 1 to Baltic Trust Bank against 210 of Example 2; Fee: 0.35% p.a., ACT/360; Fee price: last price of each day; Billing: monthly; Loan term: open; Loan start: 2027-01-04; Notice: 2 business days; Margin: by ratio to the value of the loan; Margin ratio: 102%; Substitution: at any time
    Alpenbank creates 4 transfers in one ledger transaction: all or none.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  setInput(readFileSync(example, 'utf8'))
  expect((await alpen('import', '-', '--dry-run')).text).toBe(text)
  setInput('type\nFOP\n')
  expect((await alpen('import', '-', '--dry-run')).text).toMatch(
    /problems found in the input; nothing was imported/,
  )
})
