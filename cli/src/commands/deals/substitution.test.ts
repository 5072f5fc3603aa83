// A substitution on the command lines of two banks with a server each: proposed, tested by both, confirmed, and returned at the end.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AccountNumber, DeliveryId } from '@connex/protocol'
import { createSubstitution } from '@connex/sdk'
import { createCommandRunner, eventually } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { createWithheld } from '../../../../testkit/src/fixtures/withheldDetails.ts'
import { until } from '../../../../testkit/src/machine.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const BOND = 'DE000A1EWWW0'
const NOTE = 'DE000CNX0025'
/** It matures before the repo ends. */
const BILL = 'DE000CNX0033'
const directory = mkdtempSync(join(tmpdir(), 'connex-substitution-'))
const { userOf } = createCommandRunner(directory)

let market: MarketFixture
let alpen: RunCommand
let baltic: RunCommand
let registrar: RunCommand
let opening: string
let note: MarketRegistry

beforeAll(async () => {
  market = await startMarketFixture()
  await mint(market, await openRegistry(market, BOND), 100_000n)
  note = await openRegistry(market, NOTE, '5')
  await mint(market, note, 100_000n)
  await mint(market, await openRegistry(market, BILL, undefined, undefined, '2027-06-15'), 100_000n)
  const { north, south } = market
  alpen = await userOf(north, market.alpenbank.user, 'alpen')
  baltic = await userOf(south, market.baltic.user, 'baltic')
  registrar = await userOf(north, market.registrar.user, 'registrar')
  const dates = '--purchase-date 2026-01-05 --repurchase-date 2028-01-10'
  const terms = `--quantity 100 --purchase-price 100.00 --rate 0 ${dates} --account 11 --yes`
  const parties = ['--custodian', 'Meridian Registrars', '--counterparty', 'Baltic Trust Bank']
  const repo = ['--direction', 'deliver', ...parties, '--instrument', BOND, '--description', 'One week']
  opening = (await alpen('transfer', 'repo', ...repo, ...terms.split(' '))).id
  await eventually(() => baltic('transfer', 'confirm', opening, '--receive-account', '22', '--yes'))
  await eventually(() => alpen('transfer', 'confirm', opening, '--yes'))
  await eventually(() => registrar('desk', 'confirm', opening, '--yes'))
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** With the day of the prices, which differs in every run. */
const DAY = new Date().toISOString().slice(0, 10)
const shown = ({ text }: { text: string }): string => text.replaceAll(DAY, 'TODAY')

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

test('every wrong option is refused before anything is signed', async () => {
  const substitute = (...rest: string[]) => alpen('deal', 'substitute', opening, ...rest)
  expect((await substitute()).text).toMatchInlineSnapshot(`
    "--out is missing: what comes back to you, such as 5,000,000@P1; repeatable.
    --in is missing: what you give in its place; 'enough' as the quantity proposes the smallest quantity that is worth enough; repeatable.
    exit code 2"
  `)
  expect((await substitute('--out', '50', '--in', '50', '--price', `${BOND}=x`)).text).toMatchInlineSnapshot(`
    "--out must be a quantity and a lot such as 5,000,000@P1, not '50'.
    --in must be a quantity and an instrument such as 5,100,000@DE000A2LQ5M4 or enough@DE000A2LQ5M4, not '50'.
    --price must be an instrument and its price such as DE000A2LQ5M4=98.5 or DE000A2LQ5M4=98.5+0.82, not 'DE000A1EWWW0=x'.
    exit code 2"
  `)
  const half = ['--out', '50@P1', '--in', `50@${NOTE}`]
  expect((await substitute('--out', '50@P2', '--in', `50@${NOTE}`)).text).toMatchInlineSnapshot(`
    "--out must name one of P1, not 'P2'.
    exit code 2"
  `)
  expect((await substitute(...half, '--price', 'XS=100')).text).toMatchInlineSnapshot(`
    "--price must name one of DE000A1EWWW0, DE000CNX0025, not 'XS'.
    exit code 2"
  `)
  const wrong = fileOf('wrong.csv', `isin,clean,currency\n${BOND},100%\n${NOTE},98.5,Euro\n`)
  expect((await substitute(...half, '--prices', wrong)).text).toMatchInlineSnapshot(`
    "Row  Column    What to do
      2  clean     The clean price must be a number such as 98.5, not '100%'.
      3  currency  The currency must be a code such as EUR, not 'Euro'.

    2 problems found in DIRECTORY/wrong.csv; nothing was imported.
    exit code 1"
  `)
  const other = fileOf('other.csv', 'isin,clean\nXS,98.5\n')
  expect((await substitute(...half, '--prices', other)).text).toMatchInlineSnapshot(`
    "--prices: DIRECTORY/other.csv must have a price of one of DE000A1EWWW0, DE000CNX0025.
    exit code 2"
  `)
  expect((await substitute('--out', '50@P1', '--in', '50@XS')).text).toMatchInlineSnapshot(`
    "Meridian Registrars keeps no registry of an instrument 'XS'.
    exit code 1"
  `)
  expect((await substitute(...half, '--price', `${BOND}=100`)).text).toMatchInlineSnapshot(`
    "There is no price for DE000CNX0025, so the value cannot be tested. Enter a price, or confirm that you continue without the test.
    exit code 1"
  `)
  const low = ['--price', `${BOND}=100+0.5`, '--price', `${NOTE}=98.5`]
  expect((await substitute(...half, ...low, '--yes')).text).toMatchInlineSnapshot(`
    "The new collateral is worth 1.00 too little. Raise the quantity.
    exit code 1"
  `)
  expect((await baltic('deal', 'substitute', opening, ...half)).text).toMatchInlineSnapshot(`
    "P1 is not collateral that you gave. Only its giver can substitute it; ask the other side to propose it.
    exit code 1"
  `)
})

test('half is exchanged: both sides see the same value test, and the end returns what is held then', async () => {
  const rows = [
    'isin;clean;accrued;date',
    `${BOND};100;0,5;${DAY}`,
    `${NOTE};98,5;;${DAY}`,
    `${NOTE};97;;2026-01-05`,
  ]
  const prices = ['--prices', fileOf('prices.csv', rows.join('\n')), '--price-source', 'close']
  const request = ['--out', '50@P1', '--in', `enough@${NOTE}`, ...prices, '--haircut', `${NOTE}=1`]
  const made = await alpen('deal', 'substitute', opening, ...request, '--yes')
  expect(shown(made)).toMatchInlineSnapshot(`
    "Alpenbank takes back 50.00 DE000A1EWWW0 (P1) from Baltic Trust Bank.
    Alpenbank gives 55.00 DE000CNX0025 from account 11 to Baltic Trust Bank; it is earmarked immediately.
    Out: 50.00 DE000A1EWWW0 at 100% plus 0.5 (TODAY, close), EUR 50.25.
    In: 55.00 DE000CNX0025 at 98.5% (TODAY, close), EUR 54.18; EUR 53.63 after a haircut of 1%.
    ! The haircut of DE000CNX0025 is 1%, entered by hand instead of the agreed 0%. It becomes part of the terms.
    Market value (must pass): EUR 54.18 in, EUR 50.25 out: enough.
    After haircuts: EUR 53.63 in, EUR 50.25 out: enough.
    The deal is covered with EUR 0.50 to spare before it, and covered with EUR 3.88 to spare after it.
    All legs settle together once everyone has confirmed.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Substitution ID created, in block N.
    Next: Baltic Trust Bank must confirm the delivery and confirm the receipt.
    exit code 0"
  `)
  const confirm = ['transfer', 'confirm', made.id]
  expect(shown(await eventually(() => baltic(...confirm, '--dry-run')))).toMatchInlineSnapshot(`
    "Baltic Trust Bank delivers 50.00 DE000A1EWWW0 from account 22 to Alpenbank, account 11.
    Alpenbank delivers 55.00 DE000CNX0025 from account 11 to Baltic Trust Bank, account 22.
    Out: 50.00 DE000A1EWWW0 at 100% plus 0.5 (TODAY, close), EUR 50.25.
    In: 55.00 DE000CNX0025 at 98.5% (TODAY, close), EUR 54.18; EUR 53.63 after a haircut of 1%.
    ! The haircut of DE000CNX0025 is 1%, entered by hand instead of the agreed 0%. It becomes part of the terms.
    Market value (must pass): EUR 54.18 in, EUR 50.25 out: enough.
    After haircuts: EUR 53.63 in, EUR 50.25 out: enough.
    The deal is covered with EUR 0.50 to spare before it, and covered with EUR 3.88 to spare after it.
    Still to come: Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect(shown(await baltic(...confirm, '--price', `${NOTE}=90`, '--yes'))).toMatchInlineSnapshot(`
    "Baltic Trust Bank delivers 50.00 DE000A1EWWW0 from account 22 to Alpenbank, account 11.
    Alpenbank delivers 55.00 DE000CNX0025 from account 11 to Baltic Trust Bank, account 22.
    Out: 50.00 DE000A1EWWW0 at 100% plus 0.5 (TODAY, close), EUR 50.25.
    In: 55.00 DE000CNX0025 at 90% (TODAY, entered by hand), EUR 49.50; EUR 49.01 after a haircut of 1%.
    ! The haircut of DE000CNX0025 is 1%, entered by hand instead of the agreed 0%. It becomes part of the terms.
    ! Market value (must pass): EUR 49.50 in, EUR 50.25 out: EUR 0.75 too little.
    ! After haircuts: EUR 49.01 in, EUR 50.25 out: EUR 1.25 too little.
    The deal is covered with EUR 0.50 to spare before it, and EUR 0.75 uncovered after it.
    Still to come: Meridian Registrars must confirm as registrar.
      signed      ID
      published
      in block    N
      indexed     by your server
    Transfer ID confirmed, in block N.
    Next: Meridian Registrars must confirm as registrar.
    exit code 0"
  `)
  expect((await eventually(() => registrar('desk', 'confirm', made.id, '--yes'))).code).toBe(0)
  const open = await eventually(() => baltic('deal', 'show', opening))
  expect(shown(open)).toMatchInlineSnapshot(`
    "Deal           ID
    State          Open: 50.00 of 100.00 DE000A1EWWW0 out, 55.00 of 55.00 DE000CNX0025 out, ends 2028-01-10, in N days, accrued EUR 0.00.
    Type           Repo
    Seller         Alpenbank
    Buyer          Baltic Trust Bank
    Principal      EUR 100.00 outstanding
    Rate           0% p.a., ACT/360
    Begins         2026-01-05
    Ends           2028-01-10
    Margin         by haircut (method B)
    Haircut of P2  1%
    Substitution   at any time
    Hash           ID, the same as the other side's

    Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
    P1   DE000A1EWWW0  Baltic Trust Bank     100.00     50.00       0.00        50.00
    P2   DE000CNX0025  Baltic Trust Bank      55.00      0.00       0.00        55.00

    Event         Status   Date        Securities            Cash                  Delivery
    Opening       settled  2026-01-05  +100.00 P1            EUR 100.00 principal  ID
    Substitution  settled  TODAY  −50.00 P1, +55.00 P2                        ID

    Opening of 100.00 DE000A1EWWW0: created by Alpenbank, confirmed by Baltic Trust Bank, Alpenbank and Meridian Registrars.
    Substitution of 50.00 DE000A1EWWW0 by 55.00 DE000CNX0025: created by Alpenbank, confirmed by Baltic Trust Bank and Meridian Registrars.
    exit code 0"
  `)
  expect((await eventually(() => baltic('transfer', 'return', opening, '--dry-run'))).text)
    .toMatchInlineSnapshot(`
      "Baltic Trust Bank returns 50.00 DE000A1EWWW0 from account 22; it is earmarked immediately.
      Baltic Trust Bank returns 55.00 DE000CNX0025 from account 22; it is earmarked immediately.
      Alpenbank pays EUR 100.00 to Baltic Trust Bank, outside the ledger: the repurchase price.
      All legs settle together once everyone has confirmed.
      Ledger check passed. Nothing was signed.
      exit code 0"
    `)
  const part = (...typed: string[]) =>
    baltic('transfer', 'return', opening, ...typed.flatMap((one) => ['--quantity', one]), '--dry-run')
  expect((await part('20')).text).toMatchInlineSnapshot(`
    "--quantity must name its lot, such as 1,000@P1. The lots are P1, P2.
    exit code 2"
  `)
  expect((await part('20@P1', '11@P2')).text).toMatchInlineSnapshot(`
    "The instrument is denominated in 5.00 DE000CNX0025. Enter a multiple of it, or everything that is outstanding.
    exit code 1"
  `)
  expect((await part('20@P1', '10@P2')).text).toMatchInlineSnapshot(`
    "Neither side can insist on a part return: you ask for it, and Alpenbank agrees by confirming it.
    Baltic Trust Bank returns 20.00 DE000A1EWWW0 from account 22; it is earmarked immediately.
    Baltic Trust Bank returns 10.00 DE000CNX0025 from account 22; it is earmarked immediately.
    Alpenbank pays EUR 29.09 to Baltic Trust Bank, outside the ledger: EUR 29.09 of the principal and EUR 0.00 interest.
    All legs settle together once everyone has confirmed.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await part('0@P1', '10@P2')).text).toMatchInlineSnapshot(`
    "Neither side can insist on a part return: you ask for it, and Alpenbank agrees by confirming it.
    Baltic Trust Bank returns 10.00 DE000CNX0025 from account 22; it is earmarked immediately.
    Alpenbank pays EUR 9.09 to Baltic Trust Bank, outside the ledger: EUR 9.09 of the principal and EUR 0.00 interest.
    All legs settle together once everyone has confirmed.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await part('0@P1', '60@P2')).text).toMatchInlineSnapshot(`
    "This is 5.00 DE000CNX0025 more than is outstanding. Give back at most what is outstanding.
    exit code 1"
  `)
  const elsewhere = await baltic('transfer', 'return', opening, '--lot-account', '44@P2', '--dry-run')
  expect(elsewhere.text).toContain('Account 44 is not open with this custodian')
})

test('without a price it goes on if the user says so: the other side reads that, and the deal keeps it', async () => {
  const request = ['--out', '10@P1', '--in', `10@${NOTE}`, '--without-value-test']
  const made = await eventually(() => alpen('deal', 'substitute', opening, ...request, '--yes'))
  expect(made.text).toMatchInlineSnapshot(`
    "Alpenbank takes back 10.00 DE000A1EWWW0 (P1) from Baltic Trust Bank.
    Alpenbank gives 10.00 DE000CNX0025 from account 11 to Baltic Trust Bank; it is earmarked immediately.
    ! The value was not tested: there is no price for DE000A1EWWW0, DE000CNX0025.
    All legs settle together once everyone has confirmed.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Substitution ID created, in block N.
    Next: Baltic Trust Bank must confirm the delivery and confirm the receipt.
    exit code 0"
  `)
  const confirm = ['transfer', 'confirm', made.id, '--yes']
  expect((await eventually(() => baltic(...confirm))).text).toMatchInlineSnapshot(`
    "Baltic Trust Bank delivers 10.00 DE000A1EWWW0 from account 22 to Alpenbank, account 11.
    Alpenbank delivers 10.00 DE000CNX0025 from account 11 to Baltic Trust Bank, account 22.
    ! The value was not tested: there is no price for DE000A1EWWW0, DE000CNX0025.
    Still to come: Meridian Registrars must confirm as registrar.
      signed      ID
      published
      in block    N
      indexed     by your server
    Transfer ID confirmed, in block N.
    Next: Meridian Registrars must confirm as registrar.
    exit code 0"
  `)
  expect((await eventually(() => registrar('desk', 'confirm', made.id, '--yes'))).code).toBe(0)
  const warned = (await eventually(() => alpen('deal', 'show', opening))).text
  expect(warned).toContain(
    '! The value of what came in was not tested: it quotes no price for some of the securities.',
  )
})

test('a colleague who approves a substitution reads its value tests, whether it is created or confirmed', async () => {
  const idOf = (text: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ''
  const sentences = ({ text }: { text: string }) => shown({ text }).split('\n\n')[1]
  const prices = ['--price', `${BOND}=100+0.5`, '--price', `${NOTE}=98.5`, '--price-source', 'close']
  const request = ['--out', '20@P1', '--in', `enough@${NOTE}`, ...prices, '--haircut', `${NOTE}=1`, '--yes']
  const proposed = await eventually(() => alpen('deal', 'substitute', opening, ...request, '--propose'))
  expect(sentences(await alpen('approvals', 'show', idOf(proposed.text)))).toMatchInlineSnapshot(`
    "Creates delivery ID:
    Baltic Trust Bank delivers 20.00 DE000A1EWWW0 to Alpenbank, account 11.
    Alpenbank delivers 25.00 DE000CNX0025 from account 11 to Baltic Trust Bank.
    Description: Substitution in One week
    Substitution in deal ID.
    Out: 20.00 DE000A1EWWW0 at 100% plus 0.5 (TODAY, close), EUR 20.10.
    In: 25.00 DE000CNX0025 at 98.5% (TODAY, close), EUR 24.63; EUR 24.38 after a haircut of 1%.
    Market value: EUR 24.63 in, EUR 20.10 out: enough.
    After haircuts (must pass: margin of method B): EUR 24.38 in, EUR 20.10 out: enough.
    The deal is covered with EUR 3.58 to spare before it, and covered with EUR 7.86 to spare after it."
  `)
  await alpen('approvals', 'reject', idOf(proposed.text), '--yes')

  const { id } = await eventually(() => alpen('deal', 'substitute', opening, ...request))
  const confirming = await eventually(() => baltic('transfer', 'confirm', id, '--propose', '--yes'))
  expect(sentences(await baltic('approvals', 'show', idOf(confirming.text)))).toMatchInlineSnapshot(`
    "Confirms both sides of delivery ID:
    Baltic Trust Bank delivers 20.00 DE000A1EWWW0 from account 22 to Alpenbank, account 11.
    Alpenbank delivers 25.00 DE000CNX0025 from account 11 to Baltic Trust Bank, account 22.
    Description: Substitution in One week
    Substitution in deal ID.
    Out: 20.00 DE000A1EWWW0 at 100% plus 0.5 (TODAY, close), EUR 20.10.
    In: 25.00 DE000CNX0025 at 98.5% (TODAY, close), EUR 24.63; EUR 24.38 after a haircut of 1%.
    Market value: EUR 24.63 in, EUR 20.10 out: enough.
    After haircuts (must pass: margin of method B): EUR 24.38 in, EUR 20.10 out: enough.
    The deal is covered with EUR 3.58 to spare before it, and covered with EUR 7.86 to spare after it."
  `)
  expect(shown(await baltic('approvals', 'approve', idOf(confirming.text), '--dry-run'))).toContain(
    'Market value',
  )
  await baltic('approvals', 'reject', idOf(confirming.text), '--yes')
  expect((await alpen('transfer', 'cancel', id, '--yes')).code).toBe(0)
})

test('a substitution is never summarized as a plain transfer, even if its details are missing or arrive meanwhile', async () => {
  const { alpenbank, baltic: other } = market
  const substitution = {
    deliveryId: DeliveryId.parse(opening),
    out: { P1: 1_000n },
    in: [{ ...note, account: AccountNumber.parse('11'), quantity: 1_000n }],
    acceptUntested: true,
  }
  const { deliveryId, store } = await createWithheld(
    (options) => createSubstitution(alpenbank.client, substitution, options),
    other.client,
  )
  const confirm = ['transfer', 'confirm', deliveryId, '--dry-run']
  expect((await baltic(...confirm)).text).toMatchInlineSnapshot(`
    "Your server has not received the private details of this transfer yet, so the deal behind this exchange is unknown, and its value cannot be tested. Try again in a moment. If Alpenbank has given you the terms by other means, pass --without-details to confirm.
    exit code 1"
  `)
  expect((await baltic(...confirm, '--without-details')).text).toMatchInlineSnapshot(`
    "Baltic Trust Bank delivers 10.00 DE000A1EWWW0 from account 22 to Alpenbank; it is earmarked immediately.
    Baltic Trust Bank receives 10.00 DE000CNX0025 into account 22 from Alpenbank.
    Still to come: Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)

  const unhindered = fetch
  const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (JSON.stringify(input).includes('/deliveries/details?')) {
      slow.mockRestore()
      await store(other.client)
    }
    return unhindered(input, init)
  })
  expect((await baltic(...confirm)).text).toMatchInlineSnapshot(`
    "Baltic Trust Bank delivers 10.00 DE000A1EWWW0 from account 22 to Alpenbank, account 11.
    Alpenbank delivers 10.00 DE000CNX0025 from account 11 to Baltic Trust Bank, account 22.
    ! The value was not tested: there is no price for DE000A1EWWW0, DE000CNX0025.
    Still to come: Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await alpen('transfer', 'cancel', deliveryId, '--yes')).code).toBe(0)
})

test('securities that mature before the deal ends are named, and a suspended registry refuses before anything is signed', async () => {
  const request = ['--out', '10@P1', '--in', `10@${BILL}`, '--price', `${BOND}=100`, '--price', `${BILL}=100`]
  const substitute = (...rest: string[]) => alpen('deal', 'substitute', opening, ...request, ...rest)
  expect(shown(await substitute('--dry-run'))).toMatchInlineSnapshot(`
    "Alpenbank takes back 10.00 DE000A1EWWW0 (P1) from Baltic Trust Bank.
    Alpenbank gives 10.00 DE000CNX0033 from account 11 to Baltic Trust Bank; it is earmarked immediately.
    Out: 10.00 DE000A1EWWW0 at 100% (TODAY, entered by hand), EUR 10.00.
    In: 10.00 DE000CNX0033 at 100% (TODAY, entered by hand), EUR 10.00.
    Market value: EUR 10.00 in, EUR 10.00 out: enough.
    After haircuts (must pass: margin of method B): EUR 10.00 in, EUR 10.00 out: enough.
    ! DE000CNX0033 matures on 2027-06-15, before the deal ends on 2028-01-10. It must be substituted again before it matures.
    All legs settle together once everyone has confirmed.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  const made = await substitute('--yes')
  const confirm = ['transfer', 'confirm', made.id, '--dry-run']
  expect((await eventually(() => baltic(...confirm))).text).toContain(
    '! DE000CNX0033 matures on 2027-06-15, before the deal ends on 2028-01-10.',
  )
  expect((await registrar('desk', 'suspend', BILL, '--reason', 'Coupon', '--yes')).code).toBe(0)
  await until('the other server to know', async () =>
    (await baltic(...confirm)).text.startsWith(
      'A custodian cannot confirm this now: Meridian Registrars has suspended its registry of DE000CNX0033.',
    ),
  )
  expect((await alpen('transfer', 'cancel', made.id, '--yes')).code).toBe(0)
  expect((await substitute('--yes')).text).toMatchInlineSnapshot(`
    "A custodian cannot confirm this now: Meridian Registrars has suspended its registry of DE000CNX0033. Choose other securities, or wait until it can.
    exit code 1"
  `)
})
