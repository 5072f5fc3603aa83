// What comes from others is text, never markup; what is not of this client's own making gets nowhere.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chromiumPath, launchArguments } from '../tools/browser.ts'
import { chooseCounterparty, fill, openFromHolding } from './support/forms.ts'
import { createFop, openTransfer, readHoldings, rowOf } from './support/tables.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { goTo, signIn, unlock } from './support/navigation.ts'

const MARKUP = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>{{constructor}}`
const isOwned = (page: Page) => page.evaluate(() => 'owned' in window)
/** What a tenant or its users write. */
const TEXTS =
  /"(name|label|description|text|accountName|internalIdentifier|username|tenantName)":"(?:[^"\\]|\\.)*"/g

/** The server's answers as they are, with every text in them replaced. */
async function rewrite(page: Page, replacement: string): Promise<void> {
  await page.route('**/api/v6/**', async (route) => {
    if (route.request().url().includes('/events/')) return route.fallback()
    try {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replace(TEXTS, (_, key: string) => `"${key}":${JSON.stringify(replacement)}`)
      await route.fulfill({ response, body })
    } catch (error) {
      // The page has navigated and discarded the request.
      if (!/disposed|closed|canceled/i.test(String(error))) throw error
    }
  })
}

test('WEB-01 markup in whatever others have written is shown as it is, on every screen, and runs nowhere', async ({
  browser,
  sandbox,
}, info) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const [custodian] = sandbox.description.custodians
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await test.step('in a description that went through ledger and server', async () => {
    const holdings = await readHoldings(page)
    const given = holdings.find(({ quantity, earmarked }) => quantity - earmarked > 100n)
    if (given === undefined) throw new Error('the sandbox has no such holding')
    const description = `${MARKUP} ${info.repeatEachIndex} ${Date.now()}`
    await createFop(page, { ...given, quantity: '1', counterparty: 'Baltic Trust Bank', description })
    await goTo(page, 'Transactions')
    await expect(rowOf(page, description)).toBeVisible()
    const panel = await openTransfer(page, description)
    await panel.getByLabel('Comment', { exact: true }).fill(MARKUP)
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect(panel.getByRole('listitem').filter({ hasText: 'onerror' })).toBeVisible()
    expect(await isOwned(page)).toBe(false)
  })
  await test.step('in every other word of the server', async () => {
    await rewrite(page, MARKUP)
    for (const path of [
      '/holdings',
      '/transactions',
      '/custodians',
      ...['accounts', 'instruments', 'mint-requests', 'burn-requests'].map(
        (screen) => `/custodians/${custodian?.key}/${screen}`,
      ),
    ]) {
      await page.goto(path)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      await expect(page.locator('img[src="x"]')).toHaveCount(0)
      expect(await isOwned(page)).toBe(false)
    }
    await page.goto('/holdings')
    await expect(page.getByText('onerror').first()).toBeVisible()
  })
  expect(dialogs).toEqual([])
  await page.context().close()
})

test('WEB-02 a name that hides something or turns its direction cannot be taken for another', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.route('**/platform/tenants?**', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const name = 'Bal\\u202Etic Trust Bank'
    await route.fulfill({ response, body: text.replaceAll('"Baltic Trust Bank"', `"${name}"`) })
  })
  await page.goto('/transactions')
  const cell = page.getByRole('gridcell', { name: /^Bal\u{fffd}tic Trust Bank \(0x.{4}….{4}\)$/u })
  await expect(cell.first()).toBeVisible()
  await page.context().close()
})

test('D4: WEB-02 nothing that others wrote hides anything or turns a direction, on any screen', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const [custodian] = sandbox.description.custodians
  const HIDDEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/
  const shown = () => page.evaluate(() => document.body.innerText)
  const replaced = page.getByText('Hidden\u{fffd}gnp.exe')
  await rewrite(page, 'Hidden\u202Egnp.exe\u202C \u200Bבנק\u2066x')
  for (const path of [
    '/today',
    '/calendar',
    '/counterparties',
    '/holdings',
    '/holdings?layout=inventory',
    '/transactions',
    '/custodians',
    ...['accounts', 'instruments', 'mint-requests', 'burn-requests'].map(
      (screen) => `/custodians/${custodian?.key}/${screen}`,
    ),
  ])
    await test.step(path, async () => {
      await page.goto(path)
      const row = page.getByRole('grid').getByRole('row').nth(1)
      await expect(page.getByRole('main').locator(replaced).or(row).first()).toBeVisible()
      await expect.poll(shown).not.toMatch(HIDDEN)
      const attributes = await page
        .locator('[data-whole]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-whole')).join())
      expect(attributes).not.toMatch(HIDDEN)
    })
  await test.step('in the panels, the palette and a form', async () => {
    const panel = page.getByRole('complementary')
    for (const path of ['/transactions', '/holdings']) {
      await page.goto(path)
      await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
      await expect(panel.locator(replaced).first()).toBeVisible()
      await expect.poll(shown).not.toMatch(HIDDEN)
    }
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await palette.getByRole('combobox').fill('baltic')
    await expect(palette.getByRole('group', { name: 'Transfers' }).locator(replaced).first()).toBeVisible()
    expect(await shown()).not.toMatch(HIDDEN)
    await page.goto('/holdings')
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('button').first().click()
    await page.getByRole('menuitem', { name: 'Create FoP Transfer' }).click()
    await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Instrument' })).toBeVisible()
    expect(await shown()).not.toMatch(HIDDEN)
  })
  await page.context().close()
})

test('D18: the lines of a description stay lines in the panel, and are one line in the table', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const given = (await readHoldings(page)).find(({ quantity, earmarked }) => quantity - earmarked > 100n)
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const firstLine = `First line of ${Date.now()}`
  const description = `${firstLine}\nSecond line`
  await createFop(page, { ...given, quantity: '1', counterparty: 'Baltic Trust Bank', description })
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, firstLine)
  const written = panel.locator('[dir=auto]').filter({ hasText: firstLine })
  expect(await written.evaluate((element: HTMLElement) => element.innerText)).toBe(description)
  expect(
    await rowOf(page, firstLine)
      .getByText(firstLine)
      .last()
      // With the expiry beside it.
      .locator('..')
      .evaluate((element: HTMLElement) => element.innerText),
  ).toMatch(new RegExp(`^${firstLine} Second line · Expires [^\\n]+$`))
  await page.context().close()
})

test('WEB-04 whatever config.json answers, the login appears, with the defaults', async ({
  browser,
  sandbox,
}) => {
  const { url } = walletOf(sandbox, 'a.keller')
  const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) })
  const cases = {
    missing: { status: 404, body: '' },
    'a page instead': { contentType: 'text/html', body: '<!doctype html><title>Hello</title>' },
    'of ten megabytes': {
      contentType: 'application/json',
      body: `{"productName":"${'x'.repeat(10_000_000)}"}`,
    },
    'not an object': json([1, 2]),
    'a script for an address': json({ helpUrl: 'javascript:alert(1)', logoUrl: 'javascript:alert(1)' }),
  }
  for (const [name, answer] of Object.entries(cases))
    await test.step(name, async () => {
      const context = await browser.newContext({ baseURL: url })
      const page = await context.newPage()
      let cacheControl: string | undefined
      await page.route('**/config/config.json', (route) => {
        cacheControl = route.request().headers()['cache-control']
        return route.fulfill(answer)
      })
      await page.goto('/login')
      await expect.poll(() => cacheControl).toBe('no-cache')
      await expect(page.getByText('Enter the world of collateral connex')).toBeVisible()
      await expect(page).toHaveTitle('Collateral ConneX')
      expect(await page.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/help.html')
      await expect(page.locator('img')).toHaveCount(0)
      await context.close()
    })
  await test.step('an API of a foreign origin is not spoken to', async () => {
    const { file, password } = walletOf(sandbox, 'a.keller')
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    const reached: string[] = []
    await page.route('**/config/config.json', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as object
      await route.fulfill({ response, json: { ...config, apiUrl: 'https://evil.example/' } })
    })
    await page.route('https://evil.example/**', (route) => {
      reached.push(route.request().url())
      return route.fulfill({ status: 200, body: '{}' })
    })
    await page.goto('/login')
    await unlock(page, file, password)
    await expect(page.getByText('Could not get account info.')).toBeVisible({ timeout: 60_000 })
    expect(reached).toEqual([])
    await context.close()
  })
})

test('WEB-05 WEB-06 another site can neither frame this one, nor reach it as its opener, nor speak to it', async ({
  browser,
  sandbox,
}) => {
  const { url } = walletOf(sandbox, 'a.keller')
  const other = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<iframe src="${url}/login"></iframe>`)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const context = await browser.newContext()
  const page = await context.newPage()
  await test.step('WEB-05 framed it stays empty', async () => {
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect.poll(() => page.frames().length).toBe(2)
    await expect(page.frameLocator('iframe').getByText('Wallet file')).toHaveCount(0)
    expect(page.frames()[1]?.url()).not.toContain('/login')
  })
  await test.step('WEB-06 opened by it, it has no opener, and answers no message', async () => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => {
        const handle = window.open(address)
        Object.assign(window, { handle, answers: [] as unknown[] })
        window.addEventListener('message', ({ data }) => (window as never as Opener).answers.push(data))
      }, `${url}/login`),
    ])
    await expect(opened.getByLabel('Wallet file')).toBeAttached()
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    const result = await page.evaluate(async () => {
      const { handle, answers } = window as never as Opener
      for (const message of ['status', { type: 'status' }, { type: 'signRequest' }])
        handle?.postMessage(message, '*')
      await new Promise((resolve) => setTimeout(resolve, 500))
      return { isClosed: handle?.closed ?? true, answers }
    })
    expect(result).toEqual({ isClosed: true, answers: [] })
  })
  await context.close()
  other.close()
})

type Opener = { handle: Window | null; answers: unknown[] }

test('WEB-15 where nothing may be stored one can still come in; the session ends with the page', async ({
  browser,
  sandbox,
}) => {
  const { file, password, url } = walletOf(sandbox, 'a.keller')
  const blocked = () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  }
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  }
  for (const [name, script] of Object.entries({ blocked, full }))
    await test.step(name, async () => {
      const context = await browser.newContext({ baseURL: url })
      await context.addInitScript(script)
      const page = await context.newPage()
      await page.goto('/')
      await unlock(page, file, password)
      await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
      await goTo(page, 'Holdings')
      await page.getByRole('button', { name: 'a.keller' }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      await context.close()
    })
})

test('WEB-15 over plain http, without WebCrypto and without a vault, the page says so, and opens the file all the same', async ({
  sandbox,
}) => {
  const { file, url } = walletOf(sandbox, 'a.keller')
  const insecure = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [...launchArguments, '--host-resolver-rules=MAP connex.test 127.0.0.1'],
  })
  const page = await insecure.newPage()
  await page.goto(`${url.replace('127.0.0.1', 'connex.test')}/login`)
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false])
  await expect(page.getByText('In this browser, closing or reloading the page')).toBeVisible()
  await unlock(page, file, 'not the password')
  await expect(page.getByText('incorrect password')).toBeVisible({ timeout: 60_000 })
  await insecure.close()
})

test('WEB-16 what is shown before the signature is read back from what is signed, whoever writes into the page', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Tampered ${info.repeatEachIndex} of ${Date.now()}`
  const page = await signIn(browser, sandbox, 'a.keller')
  // A private instrument is spoken of by its label, which the table does not lead with.
  const isPublic = (identifier: string) => !identifier.startsWith('0x')
  const given = (await readHoldings(page)).find(
    ({ identifier, quantity, earmarked }) => isPublic(identifier) && quantity - earmarked > 1000n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const dialog = await openFromHolding(page, given, 'Create FoP Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '4')
  await fill(dialog, 'Description', description)
  await dialog.getByRole('button', { name: 'Review' }).click()
  const signed = dialog.getByRole('region', { name: /^What you are signing/ })
  const legOf = (quantity: string) =>
    `${quantity} .+ \\(${given.identifier}\\) from Alpenbank to Baltic Trust Bank, from account ${given.account}`
  await expect(signed).toContainText(new RegExp(legOf('4(\\.0+)?')))

  await test.step('the form changed behind the user’s back: what is shown is what is signed now', async () => {
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Quantity', { exact: true }).evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '9')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await dialog.getByRole('button', { name: 'Review' }).click()
    await expect(signed).toContainText(new RegExp(legOf('9(\\.0+)?')))
  })

  await test.step('changed on the screen alone: the signed transaction is the same', async () => {
    await page.evaluate(() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walk.nextNode())
        if (walk.currentNode.textContent?.includes('Baltic Trust Bank') === true)
          walk.currentNode.textContent = 'You deliver 999 to somebody else.'
    })
    await dialog.getByRole('button', { name: 'Sign and create' }).click()
    await expect(page.getByText('Transfer created')).toBeVisible({ timeout: 60_000 })
    await page.goto('/transactions')
    const row = rowOf(page, description)
    await expect(row).toContainText('Baltic Trust Bank')
    await expect(row.getByRole('gridcell').nth(8)).toHaveText(/^9(\.0+)?$/)
  })
  await page.context().close()
})
