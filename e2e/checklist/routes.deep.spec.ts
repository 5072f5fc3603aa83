// The checklist, row by row: routes, titles, breadcrumbs, menu labels. Each step names its rows by their ids.
import { goTo, signIn } from '../support/navigation.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '../support/sandbox.ts'

const SUFFIX = 'Collateral ConneX'
const PLAIN = [
  { rows: 'W016 W017', path: '/holdings', title: 'Holdings' },
  { rows: 'W018 W019', path: '/transactions', title: 'Transactions' },
  { rows: 'W020 W021', path: '/custodians', title: 'Custodians' },
]
const OF_CUSTODIAN = [
  { rows: 'W022 W023 W033', screen: 'accounts', title: 'Accounts', label: 'Accounts' },
  { rows: 'W024 W025 W036', screen: 'burn-requests', title: 'Burn Requests', label: 'Burn Overview' },
  { rows: 'W026 W027 W034', screen: 'instruments', title: 'Instruments', label: 'Instruments' },
  { rows: 'W028 W029 W035 R007', screen: 'mint-requests', title: 'Mint Requests', label: 'Mint Overview' },
]

test('rows of the routes: each opens by its address, with title, breadcrumb and navigation', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'c.dubois')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const crumbs = page.getByRole('navigation', { name: 'You are here' })
  const grid = page.getByRole('grid')
  await test.step('W013 a screen comes with its first visit, and not again', async () => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && /HoldingsRoute/.test(request.url()))
        scripts.push(request.url())
    })
    await page.reload()
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    expect(scripts).toHaveLength(0)
    await goTo(page, 'Holdings')
    expect(scripts).toHaveLength(1)
    await goTo(page, 'Custodians')
    await goTo(page, 'Holdings')
    expect(scripts).toHaveLength(1)
  })
  for (const { rows, path, title } of PLAIN)
    await test.step(`${rows} W002 ${path}`, async () => {
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} · ${SUFFIX}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(grid.getByRole('row').nth(1)).toBeVisible()
      await expect(navigation.getByText(SUFFIX)).toBeVisible()
    })
  for (const { key, label: name } of sandbox.description.custodians)
    for (const { rows, screen, title, label } of OF_CUSTODIAN)
      await test.step(`${rows} W002 W032 ${screen} of ${name}`, async () => {
        await page.goto(`/custodians/${key}/${screen}`)
        await expect(page).toHaveTitle(`${title} · ${SUFFIX}`)
        await expect(page.getByRole('heading', { level: 1, name: `${name} - ${label}` })).toBeVisible()
        await expect(grid.or(page.getByText(/ yet$/)).first()).toBeVisible()
        await expect(crumbs.getByRole('listitem').nth(0)).toHaveText('Custodians')
        await expect(crumbs.getByRole('listitem').nth(1)).toHaveText(`${name} - ${label}`)
        await expect(
          navigation.getByRole('region', { name }).getByRole('link', { name: label, exact: true }),
        ).toHaveAttribute('aria-current', 'page')
        await expect(navigation.getByText(SUFFIX)).toBeVisible()
      })
  await test.step('W022 W024 W026 W028 an unknown custodian is answered in words', async () => {
    for (const { screen } of OF_CUSTODIAN) {
      await page.goto(`/custodians/0x${'1'.repeat(40)}:0x${'2'.repeat(40)}/${screen}`)
      await expect(page.getByText('This custodian is not configured')).toBeVisible()
    }
  })
  await test.step('W012 W030 W031 R008 any other path: the error layout, a way back, no title', async () => {
    const others = [
      '/holdings/1',
      '/login/1',
      '/custodians/1',
      '/custodians/1/2/3',
      '/report.2026',
      '/no-such-path',
    ]
    for (const path of others) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible()
      await expect(page).toHaveTitle(SUFFIX)
      await expect(navigation).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Back to Custodians' }).click()
    await expect(page).toHaveURL(/\/custodians$/)
  })
  await page.context().close()
})

test('W013 W032 the menu reaches every screen without a load of the page', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'c.dubois')
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await navigation.getByRole('link', { name: 'Holdings' }).hover()
  // It would have been requested by now.
  await sleep(1_000)
  expect(scripts.filter((url) => url.includes('HoldingsRoute'))).toEqual([])
  for (const { title } of PLAIN) await goTo(page, title as 'Holdings')
  for (const { label: name } of sandbox.description.custodians)
    for (const { title, label } of OF_CUSTODIAN) {
      await navigation.getByRole('region', { name }).getByRole('link', { name: label, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: `${name} - ${label}` })).toBeVisible()
      await expect(page).toHaveTitle(`${title} · ${SUFFIX}`)
    }
  // It is fetched, and then imported from the browser's cache.
  expect(scripts.filter((url) => /HoldingsRoute.*js/.test(url))).toHaveLength(2)
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
  await page.context().close()
})
