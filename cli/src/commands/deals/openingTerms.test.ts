// The terms that a desk adds to a repo or a loan, on the command lines of two banks with a server each: entered, read by whoever
// confirms, and imported from a file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner, eventually } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../../testkit/src/fixtures/market.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const BOND = 'DE000A1EWWW0'
const NOTE = 'DE000CNX0025'
const PARTIES = ['--custodian', 'Meridian Registrars', '--counterparty', 'Baltic Trust Bank']
const directory = mkdtempSync(join(tmpdir(), 'connex-terms-'))
const { userOf, setInput } = createCommandRunner(directory)

let market: MarketFixture
let alpen: RunCommand
let baltic: RunCommand

beforeAll(async () => {
  market = await startMarketFixture()
  await mint(market, await openRegistry(market, BOND), 100_000n)
  await mint(market, await openRegistry(market, NOTE), 100_000n)
  alpen = await userOf(market.north, market.alpenbank.user, 'alpen')
  baltic = await userOf(market.south, market.baltic.user, 'baltic')
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
  expect(
    (await repo('--haircut', '100', '--margin-ratio', 'x', '--reference', 'x'.repeat(36))).text,
  ).toMatchInlineSnapshot(`
    "--reference must have at most 35 characters; this has 36, not 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.
    --margin-ratio must be above 0 and below 10,000 percent, such as 102, not 'x'.
    --haircut must be from 0 to below 100 percent, such as 2 or 2.5, not '100'.
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
