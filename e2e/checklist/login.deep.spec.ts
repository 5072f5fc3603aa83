// The checklist, row by row: the login, and who is let in. Each step is one row of the specification, by its id.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Seconds } from '@connex/protocol'
import { updateUser } from '@connex/sdk'
import { clientOf, expect, test, walletOf } from '../support/sandbox.ts'
import { signIn, unlock } from '../support/navigation.ts'

const PRODUCT = 'Collateral ConneX'
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('rows of the login screen: its contents, and how the wallet file gets there', async ({
  browser,
  sandbox,
}) => {
  const { file, url } = walletOf(sandbox, 'a.keller')
  const [custodian] = sandbox.description.custodians
  // A browser that would rather have German and a dark page.
  const context = await browser.newContext({ baseURL: url, locale: 'de-DE', colorScheme: 'dark' })
  const page = await context.newPage()
  await test.step('R004 R005 every other route ends at /login', async () => {
    const ofCustodian = ['accounts', 'burn-requests', 'instruments', 'mint-requests']
    const routes = [
      '/',
      '/holdings',
      '/transactions',
      '/custodians',
      '/no-such-path',
      ...ofCustodian.map((screen) => `/custodians/${custodian?.key}/${screen}`),
    ]
    for (const route of routes) {
      await page.goto(route)
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByLabel('Wallet file')).toBeVisible()
    }
  })
  await page.goto('/login')
  await test.step('W012 W014 the login layout has a file chooser, a password, no navigation', async () => {
    await expect(page.getByLabel('Wallet file')).toHaveAttribute('type', 'file')
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
  await test.step('W015 R008 its title is the product alone', () => expect(page).toHaveTitle(PRODUCT))
  await test.step('W039 the password is a labelled password', () =>
    expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password'))
  await test.step('W040 the slogan', () =>
    expect(page.getByText('Enter the world of collateral connex', { exact: true })).toBeVisible())
  await test.step('W041 the help link leads to something', async () => {
    const href = await page.getByRole('link', { name: 'Help' }).getAttribute('href')
    const answer = await page.request.get(new URL(href ?? '', url).href)
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain('<h1')
  })
  await test.step('W003 W073 English, whatever the browser wants', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
    await expect(page.getByText(/sprache|language/i)).toHaveCount(0)
  })
  await test.step('W011 light, although the browser prefers dark', async () =>
    expect(await background(page)).toBe('rgb(236, 239, 241)'))
  await test.step('W072 the logo is our own drawing', () =>
    expect(page.locator('svg[data-icon="logo"]').first()).toBeVisible())
  await test.step('W066 a picture asks for the file', () =>
    expect(page.locator('svg[data-icon="add-file"]')).toBeVisible())
  await test.step('W038 the chooser takes the file by the keyboard', async () => {
    await page.getByLabel('Wallet file').focus()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await chooser.setFiles(file)
    await expect(page.getByText(file.split('/').at(-1) ?? '')).toBeVisible()
  })
  await test.step('W067 and another picture says that it is there', () =>
    expect(page.locator('svg[data-icon="added-file"]')).toBeVisible())
  await test.step('W042 logout drops the file and the password', async () => {
    await page.getByLabel('Password', { exact: true }).fill('something')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.locator('svg[data-icon="add-file"]')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })
  await test.step('W037 a file that is dropped is chosen', async () => {
    const text = await readFile(file, 'utf8')
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer()
      data.items.add(new File([content], 'dropped.json', { type: 'application/json' }))
      return data
    }, text)
    await page.getByText('Drop your wallet file here').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page.getByText('dropped.json')).toBeVisible()
    // The whole screen takes it, so that the browser never opens the file in the client's place.
    for (const place of [page.getByRole('region', { name: PRODUCT }), page.getByRole('main')]) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByText('dropped.json')).toBeHidden()
      await place.dispatchEvent('drop', { dataTransfer: dropped })
      await expect(page.getByText('dropped.json')).toBeVisible()
    }
  })
  await test.step('W077 its fields are rounded', async () => {
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).not.toHaveCSS('border-top-left-radius', '0px')
  })
  await context.close()
})

test('rows of the login: each refusal has its own sentence', async ({ browser, sandbox }) => {
  const openRefused = async (user: string, sentences: (string | RegExp)[], password?: string) => {
    const wallet = walletOf(sandbox, user)
    const context = await browser.newContext({ baseURL: wallet.url })
    const page = await context.newPage()
    await page.goto('/login')
    await unlock(page, wallet.file, password ?? wallet.password)
    for (const sentence of sentences) await expect(page.getByText(sentence)).toBeVisible({ timeout: 60_000 })
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('Wallet file')).toBeAttached()
    return page
  }
  await test.step('E028 E039 E042 a wrong password', async () => {
    const page = await openRefused(
      'a.keller',
      ['Login Error', 'Could not unlock wallet.', 'incorrect password'],
      'no',
    )
    await page.context().close()
  })
  await test.step('E030 E040 R002 R079 a tenant without the investor privilege', async () => {
    const text = 'Your account is not configured correctly. Please consult your administrator.'
    const page = await openRefused('f.holm', ['Login Error', text])
    await page.context().close()
  })
  await test.step('E031 E044 R062 a user who is not active, with the status', async () => {
    const page = await openRefused('i.ruhe', ['Account not active. Account status: INACTIVE'])
    await page.context().close()
  })
  await test.step('E029 E043 whoami fails', async () => {
    const { file, password, url } = walletOf(sandbox, 'a.keller')
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await page.route('**/platform/me**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/login')
    await unlock(page, file, password)
    await expect(page.getByText('Could not get account info.')).toBeVisible({ timeout: 60_000 })
    await context.close()
  })
  await test.step('E041 R063 locked until a time; after it the login works without further act', async () => {
    const admin = await clientOf(sandbox, 'a.keller')
    const userAddr = (await clientOf(sandbox, 'l.riegel')).signer?.address
    if (userAddr === undefined) throw new Error('the wallet has no signer')
    const lockUntil = (seconds: number) =>
      updateUser(admin, { userAddr, lockExpiration: Seconds.parse(Math.floor(Date.now() / 1000) + seconds) })
    await lockUntil(86_400)
    const page = await openRefused('l.riegel', [/Account remains locked until \d/])
    await lockUntil(2)
    await expect(async () => {
      await page.getByRole('button', { name: 'Unlock' }).click()
      await expect(page).toHaveURL(/\/custodians$/, { timeout: 20_000 })
    }).toPass({ timeout: 120_000 })
    await lockUntil(86_400)
    await page.context().close()
  })
})

test('rows of the session: a reload goes on, the root leads to the custodians, a logout ends it', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'b.moser')
  await test.step('R006 the root leads to /custodians without a new login', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/custodians$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Custodians' })).toBeVisible()
  })
  await test.step('W006 W007 the menu names tenant and user', async () => {
    await page.getByRole('button', { name: 'b.moser' }).click()
    await expect(page.getByRole('menu').getByText('Alpenbank')).toBeVisible()
    await expect(page.getByRole('menu').getByText('b.moser')).toBeVisible()
  })
  await test.step('W008 W010 W075 the style takes effect at once: dark', async () => {
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(await background(page)).toBe('rgb(55, 71, 79)')
    expect(await color(page, '--primary')).toBe('#d3f5fd')
    expect(await color(page, '--accent')).toBe('#97b139')
  })
  await test.step('W010 as the system, also while running', async () => {
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await background(page)).toBe('rgb(236, 239, 241)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => background(page)).toBe('rgb(55, 71, 79)')
  })
  await test.step('W074 light', async () => {
    await page.getByRole('menuitemradio', { name: 'Light' }).click()
    expect(await background(page)).toBe('rgb(236, 239, 241)')
    expect(await color(page, '--primary')).toBe('#003745')
    expect(await color(page, '--accent')).toBe('#aecb46')
  })
  await test.step('W009 logout leads to /login, and no other route opens afterwards', async () => {
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/holdings')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('Wallet file')).toBeVisible()
  })
  await page.context().close()
})

const color = (page: Page, name: string) =>
  page.evaluate(
    (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(),
    name,
  )
