// What a browser has to fetch before something can be done, after gzip; in kilobytes of 1,024 bytes.
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { walletOf } from './support/sandbox.ts'
import { unlock } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

const LOGIN_KB = 110
/** The aim is 175; this keeps what has been reached. */
const FIRST_TABLE_KB = 190
const LATER_ROUTE_KB = 20

/** Scripts and styles of the page itself; what its workers run is fetched beside it, while the key is derived. */
function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const isOwn = ['script', 'stylesheet'].includes(response.request().resourceType())
    if (!isOwn || /worker|vault/i.test(response.url())) return
    sizes.push(
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    )
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
}

test('login, the first table and a later one stay within their budgets', async ({
  browser,
  sandbox,
}, info) => {
  const { file, password, url } = walletOf(sandbox, 'a.keller')
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const weight = weigh(page)
  await page.goto(url)
  await expect(page.getByLabel('Wallet file')).toBeVisible()
  const login = await weight()
  await unlock(page, file, password)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  const table = await weight()
  await page.getByRole('link', { name: 'Holdings' }).first().click()
  await expect(page.getByRole('grid').getByText('earmarked').first()).toBeVisible()
  const later = (await weight()) - table
  const told = [login, table, later].map((size) => size.toFixed(1)).join(', ')
  info.annotations.push({ type: 'kilobytes', description: told })
  expect(login, told).toBeLessThanOrEqual(LOGIN_KB)
  expect(table, told).toBeLessThanOrEqual(FIRST_TABLE_KB)
  expect(later, told).toBeLessThanOrEqual(LATER_ROUTE_KB)
  await context.close()
})
