// Calendars by command, against a real server: refusals first, then a calendar's life.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../../../testkit/src/cli/commandRunner.ts'
import type { RunCommand } from '../../../../testkit/src/cli/commandRunner.ts'
import { startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../../testkit/src/fixtures/market.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const directory = mkdtempSync(join(tmpdir(), 'connex-calendars-'))
const { userOf, setInput } = createCommandRunner(directory)
let market: MarketFixture
let user: RunCommand
let admin: RunCommand

beforeAll(async () => {
  market = await startMarketFixture()
  user = await userOf(market.north, market.alpenbank.user, 'alpen')
  admin = await userOf(market.north, market.alpenbank.admin, 'admin')
})
afterAll(async () => {
  await market.stop()
  rmSync(directory, { recursive: true, force: true })
})

const file = (...lines: string[]): string => {
  const path = join(directory, 'usd.csv')
  writeFileSync(path, ['date,name', ...lines].join('\n'))
  return path
}
const store = (run: RunCommand, path: string, ...more: string[]) =>
  run('calendars', 'import', path, '--currency', 'USD', ...more)

test('a file is refused with all its problems at once', async () => {
  const { code, text } = await store(admin, file('26.11.2026', '2026-12-25', '2026-12-25'), '--yes')
  expect(code).toBe(1)
  expect(text).toContain("The date must be a day such as 2027-11-25, not '26.11.2026'.")
  expect(text).toContain('2026-12-25 is already in row 3: remove one.')
  expect(text).toContain('2 problems found in DIRECTORY/usd.csv; nothing was imported.')
})

test('euros have no calendar of their own, and --until is not before the last day', async () => {
  const path = file('2026-12-25')
  expect((await admin('calendars', 'import', path, '--currency', 'EUR', '--yes')).text).toMatch(
    /--currency must be one of USD, /,
  )
  expect((await store(admin, path, '--until', '2026-11-30', '--yes')).text).toContain(
    '--until must not be before the last closed day, 2026-12-25.',
  )
})

test('nothing is stored without an answer, in a dry run, or without the privilege', async () => {
  const path = file('2026-12-25')
  expect((await store(admin, path)).code).toBe(2)
  expect((await store(admin, path, '--dry-run')).text).toContain(
    'The file is valid: 1 closed day from 2026-12-25, known until 2026-12-25. Nothing was stored.',
  )
  expect((await store(user, path, '--yes')).text).toContain('user.BUSINESS_ADMIN')
  expect((await user('calendars')).text).toContain('No calendars. EUR uses TARGET')
  expect((await user('calendars', 'show', 'USD')).text).toContain("There is no calendar 'USD'.")
})

test('a calendar is stored, replaced, read by every user, and removed', async () => {
  const own = market.alpenbank.admin.address
  await admin('admin', 'grant', own, '--privilege', 'user.BUSINESS_ADMIN', '--yes')
  setInput('2026-12-25\n2026-11-26,Thanksgiving\n')
  expect((await store(admin, '-', '--yes')).text).toContain('Stored the calendar for USD: 2 closed days')
  const replaced = await store(admin, file('2026-11-26,Thanksgiving'), '--until', '2026-12-31', '--yes')
  expect(replaced.text).toContain('This replaces the stored one: 2 closed days from 2026-11-26')
  expect((await user('calendars')).text).toMatch(/USD +1 +2026-11-26 +2026-12-31/)
  expect((await user('calendars', 'show', 'usd', '--csv')).text).toContain(
    'date,name\n2026-11-26,Thanksgiving',
  )
  expect((await user('deal', 'calendar')).text).toContain('Nothing falls due.')
  const removed = await admin('calendars', 'remove', 'USD', '--yes')
  expect(removed.text).toContain('USD: 1 closed day from 2026-11-26, known until 2026-12-31.')
  expect(removed.text).toContain('Removed the calendar for USD: from now on only its weekends are known.')
  expect((await user('calendars')).text).toContain('No calendars.')
})
