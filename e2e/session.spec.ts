// The session: what outlives a reload, and what ends it in every tab.
import type { Page, Request } from '@playwright/test'
import { Address, Seconds } from '@connex/protocol'
import { updateUser } from '@connex/sdk'
import { clientOf, expect, test, walletOf } from './support/sandbox.ts'
import { goTo, logOut, signIn, unlock } from './support/navigation.ts'

/** Deriving the key takes as long as the machine needs. */
const DERIVED = { timeout: 60_000 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a screen that loads signs each of its reads once', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  for (const path of ['/custodians', '/transactions', '/holdings'])
    // What another story changes meanwhile is read again. One load without a change is enough.
    await expect(async () => {
      const reads = await signedReads(page, path)
      expect(reads.toSorted()).toEqual([...new Set(reads)].toSorted())
    }).toPass({ timeout: 45_000 })
  await page.context().close()
})

/** The signed requests of a page that loads, until it is live and a second reading would have begun. */
async function signedReads(page: Page, path: string): Promise<string[]> {
  const reads: string[] = []
  const note = (request: Request) => {
    if (request.headers()['connex-signature'] !== undefined)
      reads.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', note)
  await page.goto(path)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
  await page.waitForTimeout(1_000)
  page.off('request', note)
  return reads
}

test('WEB-09 a session outlives a reload, at the same place, without another password prompt', async ({
  browser,
  sandbox,
}, info) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Holdings')
  const times: number[] = []
  for (let count = 0; count < 10; count++) {
    await page.reload()
    await expect(heading(page, 'Holdings')).toBeVisible()
    // Read by the page itself: from the start of its loading to the moment in which the house stood.
    times.push(
      await page.evaluate(() => performance.getEntriesByName('connex.recovered')[0]?.startTime ?? NaN),
    )
    await expect(page).toHaveURL(/\/holdings/)
  }
  info.annotations.push({ type: 'recovered', description: `${times.map(Math.round).join(', ')} ms` })
  await page.context().close()
})

test('what is filled in and sent before the client is there is not lost', async ({ browser, sandbox }) => {
  const { url, file, password } = walletOf(sandbox, 'a.keller')
  for (const isSentEarly of [false, true]) {
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route('**/assets/root-*.js', async (route) => {
      await mayCome
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Wallet file').setInputFiles(file)
    await page.getByLabel('Password', { exact: true }).fill(password)
    const send = page.getByRole('button', { name: 'Unlock' })
    if (isSentEarly) await send.click()
    letCome()
    if (!isSentEarly) {
      await expect(page.getByText('alpenbank-a.keller.json')).toBeVisible()
      await send.click()
    }
    await expect(page).toHaveURL(/\/custodians$/, DERIVED)
    await logOut(page, 'a.keller')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Required')).toHaveCount(0)
    await context.close()
  }
})

test('D28 a form that is sent while its file is still being read is not lost', async ({
  browser,
  sandbox,
}) => {
  const { url, file, password } = walletOf(sandbox, 'a.keller')
  const page = await browser.newPage({ baseURL: url })
  // As on a slow disk: the click comes before the file has been read.
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return await read.call(this)
    }
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await unlock(page, file, password)
  await expect(page).toHaveURL(/\/custodians$/, DERIVED)
  await page.context().close()
})

test('WEB-07 a second tab needs no password, and a logout in one tab ends both within a second', async ({
  browser,
  sandbox,
}) => {
  const first = await signIn(browser, sandbox, 'a.keller')
  const second = await first.context().newPage()
  await second.goto('/holdings')
  await expect(heading(second, 'Holdings')).toBeVisible()
  await logOut(second, 'a.keller')
  await expect(first.getByText('You logged out in another tab.')).toBeVisible({ timeout: 1_000 })
  await expect(first).toHaveURL(/\/login/)
  await first.reload()
  await expect(first.getByLabel('Wallet file')).toBeVisible()
  await first.context().close()
})

test('WEB-08 another wallet in a second tab ends the session of the first', async ({ browser, sandbox }) => {
  const first = await signIn(browser, sandbox, 'a.keller')
  const other = walletOf(sandbox, 'c.dubois')
  const second = await first.context().newPage()
  // A tab that came before anyone had signed in.
  await second.goto('/')
  await expect(second).toHaveURL(/\/custodians$/)
  await logOut(second, 'a.keller')
  await unlock(first, walletOf(sandbox, 'a.keller').file, walletOf(sandbox, 'a.keller').password)
  await expect(first).toHaveURL(/\/custodians$/, DERIVED)
  await unlock(second, other.file, other.password)
  await expect(second).toHaveURL(/\/custodians$/, DERIVED)
  await expect(first.getByText('Another wallet was unlocked in this browser')).toBeVisible()
  await second.reload()
  await expect(second.getByRole('button', { name: 'c.dubois' })).toBeVisible()
  await first.context().close()
})

test('D2 a user who is locked at work reads until when, at once in every tab and after a reload, and signs in again', async ({
  browser,
  sandbox,
}) => {
  const { file, password, address } = walletOf(sandbox, 'b.moser')
  const userAddr = Address.parse(address)
  const admin = await clientOf(sandbox, 'a.keller')
  const page = await signIn(browser, sandbox, 'b.moser')
  await goTo(page, 'Transactions')
  const second = await page.context().newPage()
  await second.goto('/holdings')
  await expect(heading(second, 'Holdings')).toBeVisible()
  const lockExpiration = Seconds.parse(Math.floor(Date.now() / 1000) + 3600)
  const locked = page.getByText(/^Account remains locked until \d/)
  try {
    await updateUser(admin, { userAddr, lockExpiration })
    for (const tab of [page, second]) {
      await expect(tab.getByText(/^Account remains locked until \d/)).toBeVisible({ timeout: 30_000 })
      await expect(tab.getByText(/Log in again after that/)).toBeVisible()
      await expect(tab.getByText(/Offline|Your session has ended|You logged out/)).toHaveCount(0)
      await expect(tab).toHaveURL(/\/login\?return=/)
    }
    await page.reload()
    await expect(locked).toBeVisible()
    await updateUser(admin, { userAddr, lockExpiration: null })
    await unlock(page, file, password)
    await expect(heading(page, 'Transactions')).toBeVisible(DERIVED)
    await test.step('without a live line the next call of any kind tells', async () => {
      await page.route('**/events/sse', (route) => route.abort())
      await page.reload()
      await expect(heading(page, 'Transactions')).toBeVisible()
      await updateUser(admin, { userAddr, status: 'INACTIVE' })
      // By its keys: a call that was still on its way may tell first.
      await page.keyboard.type('gh')
      await expect(page.getByText('Account not active. Account status: INACTIVE')).toBeVisible()
    })
    await test.step('and so does a reload that comes first', async () => {
      await updateUser(admin, { userAddr, status: 'ACTIVE' })
      await unlock(page, file, password)
      await expect(page).toHaveURL(/\/(holdings|transactions)/, DERIVED)
      await updateUser(admin, { userAddr, lockExpiration })
      await page.reload()
      await expect(locked).toBeVisible()
      await expect(page.getByText('Your session has ended')).toHaveCount(0)
    })
  } finally {
    await updateUser(admin, { userAddr, status: 'ACTIVE', lockExpiration: null })
  }
  await page.context().close()
})

test('WEB-10 when the browser ends the vault the session ends, and the login says so', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  })
  await page.reload()
  await expect(page.getByText('Your session has ended. Unlock your wallet again to continue.')).toBeVisible()
  await page.context().close()
})

test('no key and no password is found in what the browser stores', async ({ browser, sandbox }) => {
  const { password } = walletOf(sandbox, 'a.keller')
  const page = await signIn(browser, sandbox, 'a.keller')
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const names = await caches.keys()
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      names,
      document.cookie,
    ])
  })
  expect(stored).not.toContain(password)
  expect(stored).not.toMatch(/[0-9a-f]{64}/i)
  await page.context().close()
})

test('a session says when it ends, and is locked and taken up again at the same place', async ({
  browser,
  sandbox,
}) => {
  const { file, password } = walletOf(sandbox, 'a.keller')
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Holdings')
  await page.getByRole('button', { name: 'a.keller' }).click()
  await expect(page.getByRole('menu')).toContainText(/Session ends at \d\d:\d\d, in (8 h 0|7 h 5\d) min/)
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Wallet file')).toBeVisible()
  await unlock(page, file, password)
  await expect(heading(page, 'Holdings')).toBeVisible(DERIVED)
  await page.context().close()
})

test('behind the indicator are the server, the ledger with its last block, and the time', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const indicator = page.getByRole('button', { name: 'Live', exact: true })
  const popup = page.getByRole('dialog', { name: 'Connection' })
  await indicator.click()
  await expect(popup).toContainText(/Your server\s*Reachable · \d+ ms/)
  await expect(popup).toContainText(/Last block\s*[\d,]+ · \d+ (s|min|h|d) ago/)
  await expect(popup).toContainText('Up to date with the ledger')
  await indicator.click()
  await expect(popup).toHaveCount(0)
  await indicator.press('Enter')
  await expect(popup).toBeVisible()
  await page.route('**/health', (route) => route.abort())
  await expect(popup).toContainText(/Your server\s*Not reachable/, { timeout: 30_000 })
  await expect(popup).not.toContainText('Last block')
  await page.keyboard.press('Escape')
  await expect(indicator).toBeFocused()
  await page.context().close()
})
