// Messages on the command lines of two banks with a server each: a recall that is answered, and returned by a delivery that quotes it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeliveryId } from '@connex/protocol'
import { getDeal } from '@connex/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { ON_CONSENT, openBankRepo } from '../../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { until } from '../../../../testkit/src/machine.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'connex-messages-'))
const { userOf } = createCommandRunner(directory)

let market: MarketFixture
let alpen: RunCommand
let baltic: RunCommand
let deal: DeliveryId
let bond: MarketRegistry

beforeAll(async () => {
  market = await startMarketFixture()
  bond = await openRegistry(market, 'DE000A1EWWW0')
  await mint(market, bond, 10_000_000_000n)
  deal = await openBankRepo(market, bond)
  alpen = await userOf(market.north, market.alpenbank.user, 'alpen')
  baltic = await userOf(market.south, market.baltic.user, 'baltic')
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

const MESSAGE = `0x${'7a'.repeat(32)}`

test('wrong options are refused before anything is sent', async () => {
  expect((await alpen('deal', 'recall', deal)).text).toMatchInlineSnapshot(`
    "--lot is missing: what you ask for back, such as 3,000,000@L1; repeatable.
    --by is missing: the day by which it is due.
    exit code 2"
  `)
  expect((await alpen('deal', 'recall', deal, '--lot', '5@L7', '--by', '2030-01-07')).text)
    .toMatchInlineSnapshot(`
    "--lot must name one of P1, not 'L7'.
    exit code 2"
  `)
  const offer = ['--out', '5@P1', '--offer', '5,1@FR0013508470']
  expect((await alpen('deal', 'ask-substitution', deal, ...offer)).text).toMatchInlineSnapshot(`
    "--offer must be a quantity and an instrument such as 5,100,000@FR0013508470, not '5,1@FR0013508470'.
    exit code 2"
  `)
  expect((await alpen('deal', 'answer', deal, MESSAGE, 'perhaps')).text).toMatchInlineSnapshot(`
    "agree|decline|withdraw must be one of agree, decline, withdraw, not 'perhaps'.
    exit code 2"
  `)
  expect((await baltic('deal', 'recall', deal, '--lot', '5@P1', '--by', '2030-01-07')).text)
    .toMatchInlineSnapshot(`
    "You hold P1 yourself, so there is nothing to recall. Return it instead.
    exit code 1"
  `)
  expect((await alpen('deal', 'messages', deal)).text).toMatchInlineSnapshot(`
    "No messages yet.
    exit code 0"
  `)
})

test('a recall reaches the other side, which answers it', async () => {
  const by = ['--lot', '3,000,000@P1', '--by', '2030-01-07', '--text', 'For a margin call']
  const { id } = await alpen('deal', 'recall', deal, ...by)
  const inbox = await untilText(() => baltic('deal', 'inbox'), '1 in total')
  expect(inbox.text).toMatchInlineSnapshot(`
    "Sent                  From       Message                                                                     Deal                                                                Id
    TIME  Alpenbank  Asks for 3,000,000.00 DE000A1EWWW0 back by 2030-01-07. “For a margin call”  ID  ID

    1 in total
    exit code 0"
  `)
  expect((await baltic('deal', 'answer', deal, id, 'agree')).text).toMatchInlineSnapshot(`
    "Answer ID sent
    exit code 0"
  `)
  const messages = await untilText(() => alpen('deal', 'messages', deal), 'Agrees to')
  expect(messages.text).toMatchInlineSnapshot(`
    "Sent                  From                          Message                                                                     State   Id
    TIME  User of Alpenbank, Alpenbank  Asks for 3,000,000.00 DE000A1EWWW0 back by 2030-01-07. “For a margin call”  Agreed  ID
    TIME  Baltic Trust Bank             Agrees to the recall of 3,000,000.00 DE000A1EWWW0.                                  ID
    exit code 0"
  `)
  const answers = ['--quantity', '3,000,000', '--answers', id, '--yes']
  const returned = await baltic('transfer', 'return', deal, ...answers)
  expect(returned).toMatchObject({ code: 0 })
  const quoting = await until('the return', async () => {
    const { deliveries } = await getDeal(market.baltic.client, deal)
    return deliveries.find(({ deliveryId }) => deliveryId === returned.id)
  })
  expect(quoting.details?.deal?.answers).toEqual([id])
})

test('a request to substitute is withdrawn by its author alone', async () => {
  const { id } = await alpen(
    'deal',
    'ask-substitution',
    deal,
    '--out',
    '5,000,000@P1',
    '--offer',
    '5,100,000@FR0013508470',
  )
  const answer = async (text: string) => (await alpen('deal', 'answer', deal, id, text)).text
  expect(await answer('agree')).toMatchInlineSnapshot(`
    "This is your own request: only the other side can answer it. You can withdraw it.
    exit code 1"
  `)
  expect(await answer('withdraw')).toMatchInlineSnapshot(`
    "Answer ID sent
    exit code 0"
  `)
  expect(await answer('withdraw')).toMatchInlineSnapshot(`
    "This request is withdrawn, so it can no longer be answered.
    exit code 1"
  `)
})

test('a request to substitute is declined with a reason, which its author reads', async () => {
  const offer = ['--out', '5,000,000@P1', '--offer', '5,000,000@FR0013508470']
  const { id } = await alpen('deal', 'ask-substitution', deal, ...offer)
  await untilText(() => baltic('deal', 'inbox'), '1 in total')
  const answer = async (...typed: string[]) => (await baltic('deal', 'answer', deal, id, ...typed)).text
  expect(await answer('agree', '--reason', 'invalid_identifier')).toMatchInlineSnapshot(`
    "--reason is for an answer that declines.
    exit code 2"
  `)
  const why = ['--reason', 'insufficient_collateral', '--text', '5,200,000 would do']
  expect(await answer('decline', ...why)).toMatchInlineSnapshot(`
    "Answer ID sent
    exit code 0"
  `)
  const { text } = await untilText(() => alpen('deal', 'messages', deal), 'Declines the exchange')
  expect(text).toContain(
    'Declines the exchange of 5,000,000.00 DE000A1EWWW0: insufficient collateral. “5,200,000 would do”',
  )
})

test('where the terms want it, collateral is exchanged once its holder agrees: before that the command says whom to ask', async () => {
  const consenting = await openBankRepo(market, bond, ON_CONSENT)
  const exchange = ['--out', '5,000,000@P1', '--in', '5,000,000@DE000A1EWWW0', '--without-value-test']
  const substitute = () => alpen('deal', 'substitute', consenting, ...exchange, '--yes')
  expect((await substitute()).text).toMatchInlineSnapshot(`
    "The terms allow a substitution only once Baltic Trust Bank agrees, and it has not agreed to exchange 5,000,000.00 DE000A1EWWW0 (P1). Ask it with connex deal ask-substitution, and read its answer with connex deal messages.
    exit code 1"
  `)
  const offer = ['--out', '3,000,000@P1', '--offer', '3,000,000@DE000A1EWWW0']
  const requested = await alpen('deal', 'ask-substitution', consenting, ...offer)
  await untilText(() => baltic('deal', 'messages', consenting), 'Asks to exchange')
  await baltic('deal', 'answer', consenting, requested.id, 'agree')
  await untilText(() => alpen('deal', 'messages', consenting), 'Agrees to')
  expect((await substitute()).text).toMatchInlineSnapshot(`
    "The terms allow a substitution only once Baltic Trust Bank agrees, and it has not agreed to exchange 2,000,000.00 DE000A1EWWW0 (P1). Ask it with connex deal ask-substitution, and read its answer with connex deal messages.
    exit code 1"
  `)
  exchange[1] = '3,000,000@P1'
  const made = await substitute()
  expect(made).toMatchObject({ code: 0 })
  const { deliveries } = await getDeal(market.alpenbank.client, consenting)
  expect(deliveries.at(-1)?.details?.deal?.answers).toEqual([requested.id])
})

const untilText = (run: () => ReturnType<RunCommand>, wanted: string) =>
  until(wanted, async () => {
    const result = await run()
    return result.text.includes(wanted) ? result : undefined
  })
