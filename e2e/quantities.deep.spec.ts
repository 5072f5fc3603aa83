// No digit of a quantity is ever lost: not by its length, not by the width of the column or of the window.
import type { Page } from '@playwright/test'
import { cutQuantities, replaceQuantities, type Amount } from './support/quantities.ts'
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const WIDTHS = [360, 1440, 3840]
const THEMES = ['light', 'dark'] as const
const MOST_DIGITS = 38
const MOST_DECIMALS = 18
const KINDS = MOST_DIGITS * (MOST_DECIMALS + 1)

/** Every length with every number of decimals, in an order that puts short ones beside long ones. */
const amounts: Amount[] = Array.from({ length: KINDS }, (_, index) => {
  const kind = (index * 277) % KINDS
  const digits = Array.from({ length: 1 + (kind % MOST_DIGITS) }, (_, place) => ((index + place) % 9) + 1)
  return { units: digits.join(''), decimals: Math.floor(kind / MOST_DIGITS) }
})

/** Every column is shown, each as narrow as a user can make it or as wide as it begins. */
async function arrange(page: Page, table: string, width: number | undefined): Promise<void> {
  await page.addInitScript(
    ([name, narrow]) => {
      const ids = ['available', 'label', 'quantity', 'issueSize', 'deliverQuantity', 'receiveQuantity']
      const widths = narrow === undefined ? {} : Object.fromEntries(ids.map((id) => [id, narrow]))
      const visible = Object.fromEntries(ids.map((id) => [id, true]))
      localStorage.setItem(`connex.table.${name}`, JSON.stringify({ visible, widths }))
    },
    [table, width] as const,
  )
}

test('D1: no digit of a quantity is cut off, in any column, at any width, in any theme', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(900_000)
  const page = await signIn(browser, sandbox, 'a.keller')
  const [custodian] = sandbox.description.custodians
  const screens = {
    holdings: '/holdings',
    transactions: '/transactions',
    instruments: `/custodians/${custodian?.key}/instruments`,
    'mint-requests': `/custodians/${custodian?.key}/mint-requests`,
    'burn-requests': `/custodians/${custodian?.key}/burn-requests`,
  }
  const sent = await replaceQuantities(page, amounts)
  for (const [table, path] of Object.entries(screens))
    for (const narrow of [undefined, 64])
      await test.step(`${table}, columns ${narrow ?? 'as they begin'}`, async () => {
        await arrange(page, table, narrow)
        for (const width of WIDTHS) {
          sent.clear()
          await page.setViewportSize({ width, height: 900 })
          await page.goto(path)
          const rows = page.getByRole('grid').getByRole('row').nth(1)
          // The session signs 300 requests a minute: enough for a few dozen page loads.
          await expect(rows.or(page.getByRole('main').getByRole('listitem').first()).first()).toBeVisible({
            timeout: 90_000,
          })
          for (const colorScheme of THEMES) {
            await page.emulateMedia({ colorScheme })
            const shown = async () => (await cutQuantities(page, [...sent])).shown
            await expect.poll(shown, `${table} at ${width}`).toBeGreaterThan(0)
            const { cut } = await cutQuantities(page, [...sent])
            expect(cut, `${table} at ${width}, ${colorScheme}`).toEqual([])
          }
        }
      })
  await page.context().close()
})

test('D1: no digit of a quantity is cut off in the panel and among many that are confirmed at once', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(900_000)
  const page = await signIn(browser, sandbox, 'a.keller')
  const sent = await replaceQuantities(page, amounts)
  for (const width of WIDTHS)
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto('/transactions?state=PENDING')
      await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
      const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
      await expect(panel.getByText('You deliver').or(panel.getByText('You receive')).first()).toBeVisible()
      await page.setViewportSize({ width, height: 900 })
      expect((await cutQuantities(page, [...sent])).cut).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      await panel.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('grid').getByRole('checkbox').first().check({ force: true })
      await page
        .getByRole('button', { name: /^Confirm/ })
        .last()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
      await page.setViewportSize({ width, height: 900 })
      expect((await cutQuantities(page, [...sent])).cut).toEqual([])
    })
  await page.context().close()
})
