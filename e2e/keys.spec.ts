// What is done by keys alone, from anywhere.
import type { Browser } from '@playwright/test'
import { leaveForm } from './support/forms.ts'
import { goTo, logOut, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

test('one goes anywhere by Ctrl+K, reads the keys by ?, and follows an earmark to its deals and back', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  // Shortcuts work once the screen has rendered.
  await expect(page.getByRole('button', { name: /^Search or jump to…/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search transfers, ISINs, screens…' })
  await expect(box).toBeFocused()
  await box.fill('mer acc')
  await expect(page.getByRole('option')).toHaveText(['Meridian Registrars - Accounts'])
  await box.press('Enter')
  await expect(page).toHaveURL(/\/accounts$/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Search or jump to…')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goTo(page, 'Holdings')
  await page
    .getByRole('link', { name: /^earmarked/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/transactions\?deliverIdentifier=is/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Delivery account: is')
  await page.goBack()
  await page.getByRole('button', { name: 'As of now' }).click()
  await page.getByLabel('As of', { exact: true }).fill('2020-01-01')
  await expect(page).toHaveURL(/asOf=2020-01-01/)
  await expect(page.getByText('No holdings at the end of this day')).toBeVisible()
  await page.getByLabel('As of', { exact: true }).fill('2020-01-02')
  await page.getByLabel('Time', { exact: true }).fill('14:30')
  await expect(page).toHaveURL(/asOf=2020-01-0\dT\d\d%3A\d\dZ/)
  await expect(page.getByText('No holdings at this time')).toBeVisible()
  await expect(page.getByRole('button', { name: /^As of 2 Jan 2020, 14:30 [A-Z]/ })).toBeVisible()
  await page.getByLabel('As of', { exact: true }).fill('9999-01-01')
  await expect(page.getByText('This time is in the future. Enter an earlier one.')).toBeVisible()
  await expect(page).toHaveURL(/asOf=2020/)
  await page.context().close()
})

test('the palette opens a form, and half a date is refused, in a browser of another language', async ({
  browser,
  sandbox,
}) => {
  const german: Pick<Browser, 'newContext'> = {
    newContext: (options) => browser.newContext({ ...options, locale: 'de-DE' }),
  }
  const page = await signIn(german, sandbox, 'b.moser')
  await expect(page.getByRole('button', { name: /^Search or jump to…/ })).toBeVisible()
  const dialog = page.getByRole('dialog')
  const ask = async (query: string) => {
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(query)
    await page.keyboard.press('Enter')
  }
  await test.step('what is typed at once is the palette’s, also while it is fetched', async () => {
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/CommandPalette-*.js', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.reload()
    await expect(page.getByRole('button', { name: /^Search or jump to…/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('c/?')
    await expect(dialog).toHaveCount(0)
    letCome()
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await expect(dialog).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the form of a repo, on the screen of the transfers', async () => {
    await ask('new repurchase')
    await expect(page).toHaveURL(/\/transactions$/)
    await expect(page.getByRole('dialog', { name: 'Create Repo Transfer' })).toBeVisible()
  })
  await test.step('W003 a day is written in one order, and text that is not a day is called so', async () => {
    const day = dialog.getByLabel('Repurchase date')
    await expect(day).toHaveAttribute('placeholder', 'YYYY-MM-DD')
    await expect(dialog.getByText(/Open from/)).toBeVisible()
    for (const half of ['2027-01', '30.11.', '11/12/2026']) {
      await day.fill(half)
      await expect(dialog.getByText('Enter a date as YYYY-MM-DD')).toBeVisible()
      await expect(dialog.getByText(/Open from/)).toBeHidden()
    }
    await day.fill('5 Jan 2027')
    await day.blur()
    await expect(day).toHaveValue('2027-01-05')
    // The purchase date, which is today, has its weekday beside it as well.
    await expect(dialog.getByText('Tue', { exact: true }).last()).toBeVisible()
    await leaveForm(page)
  })
  await test.step('the form of a request, on the screen of its custodian; closed, it stays closed', async () => {
    await ask('nordhafen create burn')
    await expect(page).toHaveURL(/\/burn-requests$/)
    await expect(page.getByRole('dialog', { name: 'Create Burn Request' })).toContainText('Nordhafen Custody')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await goTo(page, 'Transactions')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('opened on the screen itself, it preserves the filter of the table', async () => {
    await page.goto('/transactions?waiting=true')
    await expect(page.getByRole('grid')).toBeVisible()
    await ask('new loan')
    await expect(page.getByRole('dialog', { name: 'Create Sec. Lend Transfer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/waiting=true$/)
  })
  await page.context().close()
})

test('[ folds the navigation to a rail of icons, and the badge leads to what waits', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const widthOf = async () => Math.round((await navigation.boundingBox())?.width ?? 0)
  await expect(navigation).toBeVisible()
  // Below 1600 px the rail is the first choice.
  expect(await widthOf()).toBeLessThanOrEqual(64)
  await page.keyboard.press('[')
  await expect.poll(widthOf).toBeGreaterThan(200)
  await page.reload()
  await expect(navigation).toBeVisible()
  expect(await widthOf()).toBeGreaterThan(200)
  await navigation.getByRole('button', { name: 'Collapse navigation' }).click()
  await expect.poll(widthOf).toBeLessThanOrEqual(64)
  await navigation.getByRole('link', { name: 'Transactions' }).hover()
  await expect(page.locator('[data-side="right"]').getByText('Transactions')).toBeVisible()
  const icon = page.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('href', /favicon-waiting\.svg$/)
  await navigation.getByRole('link', { name: /^Transfers waiting for you: \d+$/ }).click()
  await expect(page).toHaveURL(/\/transactions\?waiting=true$/)
  await logOut(page, 'a.keller')
  await expect(icon).toHaveAttribute('href', /favicon\.svg$/)
  await page.context().close()
})

test('the palette shows what waits, and finds deals, holdings and counterparties', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await expect(page.getByRole('button', { name: /^Search or jump to…/ })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Search transfers, ISINs, screens…' })
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  await test.step('before anything is typed: the first three deals that wait', async () => {
    await page.keyboard.press('Control+k')
    await expect(group('Your turn').getByRole('option')).toHaveCount(3)
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/transactions\?row=0x/)
    await expect(page.getByRole('complementary')).toBeVisible()
  })
  await test.step('a name, with the list’s own match; Enter opens the deals with it', async () => {
    await page.keyboard.press('Control+k')
    await box.fill('rho')
    await expect(group('Transfers').getByRole('option')).toHaveCount(5)
    await expect(group('Counterparties').getByRole('option')).toHaveText(['Rhône Capital'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/transactions\?counterparty=is/)
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
      'Counterparty: is Rhône Capital',
    )
  })
  await test.step('a code and an amount', async () => {
    await page.keyboard.press('Control+k')
    await box.fill('NL0015000DX5')
    await expect(group('Holdings').getByRole('option')).toContainText(['Delta Water Bond 2028'])
    await expect(group('Instruments').getByRole('option')).toContainText(['Delta Water Bond 2028'])
    await box.fill('637,500')
    await expect(group('Transfers').getByRole('option').first()).toContainText('637,500')
    await box.fill('no such thing')
    await expect(page.getByText('No results for “no such thing”.')).toBeVisible()
  })
  await test.step('a list that fails is reported, the others still answer', async () => {
    await page.route('**/transfers?**', (route) => route.abort())
    await box.fill('delta')
    await expect(page.getByText('Some results could not be loaded.')).toBeVisible({ timeout: 30_000 })
    await expect(group('Holdings').getByRole('option').first()).toBeVisible()
  })
  await page.context().close()
})
