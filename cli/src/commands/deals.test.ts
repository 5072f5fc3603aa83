// A deal on the command lines of two banks with a server each, from its opening to its last return.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeliveryId } from '@connex/protocol'
import { getTransfer } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner, eventually } from '../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../testkit/src/cli/commandRunner.ts'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../testkit/src/fixtures/market.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const ISIN = 'DE000A1EWWW0'
const PARTIES = ['--custodian', 'Meridian Registrars', '--counterparty', 'Baltic Trust Bank']
const directory = mkdtempSync(join(tmpdir(), 'connex-deals-'))
const { userOf } = createCommandRunner(directory)

let market: MarketFixture
let alpen: RunCommand
let baltic: RunCommand
let registrar: RunCommand

beforeAll(async () => {
  market = await startMarketFixture()
  await mint(market, await openRegistry(market, ISIN), 100_000n)
  const { north, south } = market
  alpen = await userOf(north, market.alpenbank.user, 'alpen')
  baltic = await userOf(south, market.baltic.user, 'baltic')
  registrar = await userOf(north, market.registrar.user, 'registrar')
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

test('a repo is returned in two parts, and both banks see the same deal', async () => {
  const dates = '--purchase-date 2028-01-03 --repurchase-date 2028-01-10'
  const terms = `--quantity 100 --purchase-price 100.00 --rate 2.14 ${dates} --yes`
  const repo = ['--direction', 'deliver', ...PARTIES, '--instrument', ISIN, '--account', '11']
  const description = ['--description', 'One week']
  const { id } = await alpen('transfer', 'repo', ...repo, ...description, ...terms.split(' '))
  // Who did not create it receives and pays; then its creator has been paid, or the other way round.
  const settle = async (delivery: string, [other, account]: [RunCommand, string], creator: RunCommand) => {
    await eventually(() => other('transfer', 'confirm', delivery, '--receive-account', account, '--yes'))
    await eventually(() => creator('transfer', 'confirm', delivery, '--yes'))
    const settled = await eventually(() => registrar('desk', 'confirm', delivery, '--yes'))
    // Either server follows the ledger in its own time.
    for (const bank of [alpen, baltic]) expect((await bank('transfers', 'wait', delivery)).code).toBe(0)
    return settled
  }
  expect((await alpen('deal', 'show', id)).text).toMatchInlineSnapshot(`
    "Deal    ID
    State   Proposed: the opening has not settled.
    Type    Repo
    Seller  Alpenbank
    Buyer   Baltic Trust Bank
    Rate    2.14% p.a., ACT/360
    Begins  2028-01-03
    Ends    2028-01-10
    Hash    ID, the other side has created no event yet

    Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
    P1   DE000A1EWWW0  Baltic Trust Bank       0.00      0.00       0.00         0.00

    Event    Status     Date        Securities  Cash                  Delivery
    Opening  in flight  2028-01-03  +100.00 P1  EUR 100.00 principal  ID

    Opening of 100.00 DE000A1EWWW0: created by Alpenbank.
    exit code 0"
  `)
  expect((await alpen('transfer', 'return', id)).text).toMatchInlineSnapshot(`
    "Only a settled transfer can be returned.
    exit code 1"
  `)
  expect((await settle(id, [baltic, '22'], alpen)).code).toBe(0)
  const part = ['transfer', 'return', id, '--repurchase-date', '2028-01-06', '--quantity']
  expect((await baltic(...part, '100.01', '--yes')).text).toMatchInlineSnapshot(`
    "This is 0.01 DE000A1EWWW0 more than is outstanding. Give back at most what is outstanding.
    exit code 1"
  `)
  expect((await baltic('transfer', 'return', id, '--lot', 'P1')).text).toMatchInlineSnapshot(`
    "--lot needs --quantity.
    exit code 2"
  `)
  expect((await baltic(...part, '30', '--lot', 'P2')).text).toMatchInlineSnapshot(`
    "--lot must be one of P1, not 'P2'.
    exit code 2"
  `)
  const first = await baltic(...part, '30', '--yes')
  expect(first.text).toMatchInlineSnapshot(`
    "Neither side can insist on a part return: you ask for it, and Alpenbank agrees by confirming it.
    Baltic Trust Bank returns 30.00 DE000A1EWWW0 from account 22; it is earmarked immediately.
    Alpenbank pays EUR 30.01 to Baltic Trust Bank, outside the ledger: EUR 30.00 of the principal and EUR 0.01 interest.
    All legs settle together once everyone has confirmed.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Return ID created, in block N.
    Next: Alpenbank must confirm the receipt and report the payment as sent.
    exit code 0"
  `)
  const second = await baltic(...part, '10', '--yes')
  expect((await settle(first.id, [alpen, '11'], baltic)).code).toBe(0)
  const confirmSecond = ['transfer', 'confirm', second.id, '--receive-account', '11']
  expect((await alpen(...confirmSecond, '--yes')).text).toMatchInlineSnapshot(`
    "Since this was proposed, the deal has changed: Return of 30.00 DE000A1EWWW0. Review it with connex deal show, then pass --accept-changes to confirm.
    exit code 1"
  `)
  expect((await alpen(...confirmSecond, '--accept-changes', '--dry-run')).text).toMatchInlineSnapshot(`
    "Since this was proposed, the deal has changed: Return of 30.00 DE000A1EWWW0.
    Alpenbank receives 10.00 DE000A1EWWW0 into account 11 from Baltic Trust Bank.
    Alpenbank reports the payment of EUR 10.00 to Baltic Trust Bank as sent, outside the ledger.
    Still to come: Baltic Trust Bank must confirm that the payment arrived; Meridian Registrars must confirm as registrar.
    Ledger check passed. Nothing was signed.
    exit code 0"
  `)
  expect((await baltic('transfer', 'cancel', second.id, '--yes')).code).toBe(0)
  expect((await eventually(() => alpen('deal', 'show', id))).text).toMatchInlineSnapshot(`
    "Deal       ID
    State      Open: 70.00 of 100.00 DE000A1EWWW0 out, ends 2028-01-10, in N days, accrued EUR 0.00.
    Type       Repo
    Seller     Alpenbank
    Buyer      Baltic Trust Bank
    Principal  EUR 70.00 outstanding
    Rate       2.14% p.a., ACT/360
    Begins     2028-01-03
    Ends       2028-01-10
    Hash       ID, the same as the other side's

    Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
    P1   DE000A1EWWW0  Baltic Trust Bank     100.00     30.00       0.00        70.00

    Event    Status    Date        Securities  Cash                                    Delivery
    Opening  settled   2028-01-03  +100.00 P1  EUR 100.00 principal                    ID
    Return   settled   2028-01-06  −30.00 P1   EUR 30.00 principal, EUR 0.01 interest  ID
    Return   canceled  2028-01-06                                                      ID

    Opening of 100.00 DE000A1EWWW0: created by Alpenbank, confirmed by Baltic Trust Bank, Alpenbank and Meridian Registrars.
    Return of 30.00 DE000A1EWWW0: created by Baltic Trust Bank, confirmed by Alpenbank, Baltic Trust Bank and Meridian Registrars.
    Return: created by Baltic Trust Bank.
    exit code 0"
  `)
  expect((await alpen('deal', 'list', '--open')).text).toMatchInlineSnapshot(`
    "Deal                                                                Type  State  Counterparty              Outstanding  Ends
    ID  Repo  Open   Baltic Trust Bank  70.00 DE000A1EWWW0  2028-01-10

    1 in total
    exit code 0"
  `)
  const past = async (...moment: string[]) => (await alpen('deal', 'show', id, ...moment)).text
  expect(await past('--as-of-time', 'yesterday')).toMatchInlineSnapshot(`
    "--as-of-time must be a day or a time such as 2026-12-01 or TIME, not 'yesterday'.
    exit code 2"
  `)
  expect(await past('--as-of-time', '2099-01-01T08:00:00Z')).toMatchInlineSnapshot(`
    "2099-01-01 08:00 UTC is in the future. Choose an earlier moment.
    exit code 1"
  `)
  expect((await past('--as-of-block', '1')).replace(/created on .* UTC/, 'created on DAY TIME UTC'))
    .toMatchInlineSnapshot(`
    "The deal did not exist at this moment: it was created on DAY TIME UTC. Choose that moment or a later one.
    exit code 1"
  `)
  const { createdBlock } = await getTransfer(market.alpenbank.client, first.id as DeliveryId)
  expect((await past('--as-of-block', String(createdBlock - 1))).replaceAll(/block \d+/g, 'block N'))
    .toMatchInlineSnapshot(`
      "Deal       ID
      As of      block N: as it was then, not as it is now
      State      Open: 100.00 of 100.00 DE000A1EWWW0 out, ends 2028-01-10, in N days, accrued EUR 0.00.
      Type       Repo
      Seller     Alpenbank
      Buyer      Baltic Trust Bank
      Principal  EUR 100.00 outstanding
      Rate       2.14% p.a., ACT/360
      Begins     2028-01-03
      Ends       2028-01-10
      Hash       ID, the other side has created no event yet

      Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
      P1   DE000A1EWWW0  Baltic Trust Bank     100.00      0.00       0.00       100.00

      Event    Status   Date        Securities  Cash                  Delivery
      Opening  settled  2028-01-03  +100.00 P1  EUR 100.00 principal  ID

      Opening of 100.00 DE000A1EWWW0: created by Alpenbank, confirmed by Baltic Trust Bank, Alpenbank and Meridian Registrars.
      exit code 0"
    `)
  const last = await eventually(() => baltic('transfer', 'return', id, '--yes'))
  expect(last.text).toMatchInlineSnapshot(`
    "Baltic Trust Bank returns 70.00 DE000A1EWWW0 from account 22; it is earmarked immediately.
    Alpenbank pays EUR 70.03 to Baltic Trust Bank, outside the ledger: the repurchase price.
    All legs settle together once everyone has confirmed.
      stored      private details on your server
      signed      ID
      published
      in block    N
      indexed     by your server
    Return ID created, in block N.
    Next: Alpenbank must confirm the receipt and report the payment as sent.
    exit code 0"
  `)
  expect((await settle(last.id, [alpen, '11'], baltic)).code).toBe(0)
  expect((await eventually(() => baltic('deal', 'show', id))).text).toMatchInlineSnapshot(`
    "Deal       ID
    State      Closed: everything has been returned.
    Type       Repo
    Seller     Alpenbank
    Buyer      Baltic Trust Bank
    Principal  EUR 0.00 outstanding
    Rate       2.14% p.a., ACT/360
    Begins     2028-01-03
    Ends       2028-01-10
    Hash       ID, the other side has created no event yet

    Lot  Instrument    Held by            Delivered  Returned  In flight  Outstanding
    P1   DE000A1EWWW0  Baltic Trust Bank     100.00    100.00       0.00         0.00

    Event    Status    Date        Securities  Cash                                    Delivery
    Opening  settled   2028-01-03  +100.00 P1  EUR 100.00 principal                    ID
    Return   settled   2028-01-06  −30.00 P1   EUR 30.00 principal, EUR 0.01 interest  ID
    Return   settled   2028-01-10  −70.00 P1   EUR 70.00 principal, EUR 0.03 interest  ID
    Return   canceled  2028-01-06                                                      ID

    Opening of 100.00 DE000A1EWWW0: created by Alpenbank, confirmed by Baltic Trust Bank, Alpenbank and Meridian Registrars.
    Return of 30.00 DE000A1EWWW0: created by Baltic Trust Bank, confirmed by Alpenbank, Baltic Trust Bank and Meridian Registrars.
    Return of 70.00 DE000A1EWWW0: created by Baltic Trust Bank, confirmed by Alpenbank, Baltic Trust Bank and Meridian Registrars.
    Return: created by Baltic Trust Bank.
    exit code 0"
  `)
})
