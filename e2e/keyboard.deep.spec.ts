// A day's work by the keyboard alone: no call in this file moves or presses a mouse.
import type { Browser, Locator, Page } from '@playwright/test'
import { chooseInMenu, pressOn, tabTo, typeInto, walkTo } from './support/navigation.ts'
import type { Sandbox } from './support/sandbox.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { rowOf } from './support/tables.ts'

const BOND = 'DE000A2LQ5M4'

async function signInByKeys(browser: Browser, sandbox: Sandbox, user: string): Promise<Page> {
  const { file, password, url } = walletOf(sandbox, user)
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/')
  await tabTo(page, page.getByLabel('Wallet file'))
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await chooser).setFiles(file)
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
  await expect(page.getByRole('grid')).toBeVisible()
  return page
}

const go = async (page: Page, key: 'h' | 't', name: string) => {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** `/`, what is looked for, and the row that is found. */
async function find(page: Page, text: string, row: Locator): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await walkTo(page, row)
}

const inGrid = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role="grid"] tbody tr')?.textContent ?? 'elsewhere')

async function createFop(page: Page, description: string): Promise<void> {
  await go(page, 'h', 'Holdings')
  const row = rowOf(page, BOND).filter({ hasText: '4100' }).first()
  await find(page, BOND, row)
  await page.keyboard.press('ContextMenu')
  await chooseInMenu(page, 'Create FoP Transfer')
  const dialog = page.getByRole('dialog', { name: 'Create FoP Transfer' })
  await typeInto(page, dialog.getByLabel('Counterparty', { exact: true }), 'Baltic Trust')
  await expect(page.getByRole('option', { name: 'Baltic Trust Bank' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByLabel('Quantity', { exact: true }), '5')
  await typeInto(page, dialog.getByLabel('Description', { exact: true }), description)
  await pressOn(page, dialog.getByRole('button', { name: 'Review' }))
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  await pressOn(page, dialog.getByRole('button', { name: 'Sign and create' }))
  await expect(page.getByText('Transfer created').last()).toBeVisible({ timeout: 60_000 })
  await expect(dialog).toBeHidden()
  await test.step('the focus is back in the row that one came from', async () =>
    expect.poll(() => inGrid(page)).toContain(BOND))
}

test('a bank’s day by the keyboard alone: found, transferred, confirmed by the other side, canceled', async ({
  browser,
  sandbox,
}, info) => {
  test.setTimeout(900_000)
  const mark = `By keys ${info.repeatEachIndex} of ${Date.now()}`
  const page = await signInByKeys(browser, sandbox, 'a.keller')
  const [firstFop, secondFop] = [`${mark}, first`, `${mark}, second`]

  await createFop(page, firstFop)
  await createFop(page, secondFop)

  await test.step('it is found under the transactions, opened beside the table and closed', async () => {
    await go(page, 't', 'Transactions')
    await find(page, mark, rowOf(page, firstFop))
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary').filter({ hasText: firstFop })
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect.poll(() => inGrid(page)).toContain(firstFop)
  })

  await test.step('the other side comes by the palette to what waits, and confirms', async () => {
    const other = await signInByKeys(browser, sandbox, 'k.tamm')
    await other.keyboard.press('Control+k')
    await expect(other.getByRole('combobox')).toBeFocused()
    await other.keyboard.type('waiting for')
    await expect(other.getByRole('option')).toHaveCount(1)
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/transactions\?waiting=true/)
    await expect(rowOf(other, firstFop)).toBeVisible()
    await find(other, firstFop, rowOf(other, firstFop))
    await other.keyboard.press('Enter')
    const panel = other.getByRole('complementary').filter({ hasText: firstFop })
    await pressOn(other, panel.getByRole('button', { name: 'Confirm Receive' }))
    const dialog = other.getByRole('dialog', { name: 'Confirm Receive' })
    await tabTo(other, dialog.getByLabel('Receive into account'))
    await other.keyboard.press('Enter')
    await expect(other.getByRole('option').first()).toBeVisible()
    await other.keyboard.press('ArrowDown')
    await other.keyboard.press('Enter')
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    await pressOn(other, dialog.getByRole('button', { name: 'Sign and confirm' }))
    await expect(other.getByText('Transfer confirmed')).toBeVisible({ timeout: 60_000 })
    await other.context().close()
    await expect(rowOf(page, firstFop)).toContainText('Done')
  })

  await test.step('the second is canceled from its row', async () => {
    await walkTo(page, rowOf(page, secondFop))
    await page.keyboard.press('ContextMenu')
    await chooseInMenu(page, 'Cancel')
    const dialog = page.getByRole('dialog', { name: 'Cancel this transfer?' })
    await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    await pressOn(page, dialog.getByRole('button', { name: 'Cancel transfer' }))
    await expect(page.getByText('Transfer canceled')).toBeVisible({ timeout: 60_000 })
    await expect(rowOf(page, secondFop)).toContainText('Canceled')
    await expect.poll(() => inGrid(page)).toContain(secondFop)
  })

  await test.step('the keys and the palette give the focus back', async () => {
    for (const [key, opened] of [
      ['?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
      ['Control+k', page.getByRole('dialog', { name: 'Search or jump to' })],
    ] as const) {
      await page.keyboard.press(key)
      await expect(opened).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
      await expect.poll(() => inGrid(page)).toContain(secondFop)
    }
  })
  await page.context().close()
})
