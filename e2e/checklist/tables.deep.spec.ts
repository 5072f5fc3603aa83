// The checklist, row by row: the seven tables. Each step names its rows by their ids.
import type { Page } from '@playwright/test'
import type { Address } from '@connex/protocol'
import { call, listRegistryInstruments } from '@connex/sdk'
import { clientOf, expect, test } from '../support/sandbox.ts'
import { signIn } from '../support/navigation.ts'

const grid = (page: Page) => page.getByRole('grid')
const rows = (page: Page) => grid(page).locator('tbody').getByRole('row')
const headers = (page: Page) => grid(page).getByRole('columnheader').allInnerTexts()
const total = async (page: Page) => {
  const range = page.getByRole('status').filter({ hasText: / of [\d,]+$/ })
  return Number((await range.innerText()).split(' of ')[1]?.replaceAll(',', ''))
}

const REQUESTS = ['Actions', 'ISIN', 'Description', 'Quantity', 'Account', 'State']
const TABLES = [
  {
    rows: 'W045',
    path: '/holdings',
    columns: ['Actions', 'Identifier', 'Custodian', 'Account number', 'Quantity'],
    filter: { name: 'Identifier', text: 'DE000A2LQ5M4' },
  },
  {
    rows: 'W055',
    path: '/transactions',
    columns: [
      'Actions',
      'Delivery id',
      'Transaction type',
      'Status',
      'Custodian',
      'Counterparty',
      'Delivery instrument',
      'Delivery account',
      'Delivery quantity',
      'Receive instrument',
      'Receive account',
      'Receive quantity',
      'Description',
    ],
    filter: { name: 'Counterparty', text: 'Baltic' },
  },
  {
    rows: 'W020',
    path: '/custodians',
    columns: ['Custodian', 'Open', 'Registrar', 'Registry manager'],
    filter: { name: 'Custodian', text: 'Meridian' },
  },
  {
    rows: 'W022',
    screen: 'accounts',
    columns: ['Account number', 'Account name', 'Category', 'Internal identifier'],
    filter: { name: 'Account number', text: '1' },
  },
  {
    rows: 'W051 W052',
    screen: 'instruments',
    columns: ['Identifier', 'Label', 'Type', 'Total Minted Volume', 'Suspension state', 'Description'],
    filter: { name: 'Label', text: 'Hanse' },
  },
  {
    rows: 'W053',
    screen: 'mint-requests',
    columns: REQUESTS,
    filter: { name: 'Description', text: 'no such request' },
  },
  {
    rows: 'W054',
    screen: 'burn-requests',
    columns: REQUESTS,
    filter: { name: 'Description', text: 'no such request' },
  },
]

test('rows of the tables: columns in their order, a filter over all pages, a choice of page sizes', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'b.moser')
  const [custodian] = sandbox.description.custodians
  const sizes = new Set<string>()
  for (const { rows: ids, path, screen, columns, filter } of TABLES)
    await test.step(`${ids} W057 W058 W059 ${path ?? screen}`, async () => {
      await page.goto(path ?? `/custodians/${custodian?.key}/${screen}`)
      await expect(rows(page).first()).toBeVisible()
      // The product has columns of its own beside the specification's.
      expect((await headers(page)).filter((one) => columns.includes(one))).toEqual(columns)
      const all = await total(page)
      const size = page.getByLabel('Items per page')
      sizes.add((await size.locator('option').allInnerTexts()).join())
      await size.selectOption('10')
      await expect(page.getByRole('status').filter({ hasText: `–${Math.min(10, all)} of` })).toBeVisible()
      await expect.poll(() => rows(page).count()).toBeLessThanOrEqual(10)
      // Beyond the page that is shown: the total counts the filtered rows.
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const field = page.getByRole('dialog', { name: 'Filter' }).getByRole('textbox', { name: filter.name })
      await field.fill(filter.text)
      await field.press('Enter')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(filter.text)
      await expect
        .poll(async () => ((await page.getByText('Nothing matches').count()) > 0 ? 0 : total(page)))
        .toBeLessThanOrEqual(all)
      // The unfiltered rows stay until the matching ones arrive.
      await expect(async () => {
        for (const row of await rows(page).allInnerTexts())
          if (filter.text.length > 2) expect(row).toContain(filter.text)
      }).toPass({ timeout: 15_000 })
    })
  expect([...sizes]).toHaveLength(1)
  for (const size of [...sizes].join().split(',')) expect(Number(size)).toBeLessThanOrEqual(500)
  await test.step('W059 more than 500 are refused by the server', async () => {
    const client = await clientOf(sandbox, 'b.moser')
    await expect(call(client, 'instruments', { query: { itemsPerPage: 501 } })).rejects.toThrow()
  })
  await page.context().close()
})

test('rows of the tables: the contents of their rows', async ({ browser, sandbox }) => {
  const page = await signIn(browser, sandbox, 'b.moser')
  await test.step('W046 every holding says what of it is earmarked', async () => {
    await page.goto('/holdings')
    await expect(rows(page).first()).toBeVisible()
    for (const row of await rows(page).all()) await expect(row).toContainText(/earmarked [\d,.]+/)
  })
  await test.step('W047 W048 W049 W050 the actions of a holding, by their names', async () => {
    const action = rows(page).first().getByRole('button', { name: 'Row actions' })
    await action.click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    const items = await page.getByRole('menuitem').allInnerTexts()
    expect(items.slice(0, 4).map((text) => text.split('\n')[0])).toEqual([
      'Create Transfer',
      'Create FoP Transfer',
      'Create Sec. Lend Transfer',
      'Create Repo Transfer',
    ])
    await page.keyboard.press('Escape')
  })
  await test.step('W068 W069 W070 W071 our own icons, each where its name says', async () => {
    for (const icon of ['export', 'filter', 'tune'])
      await expect(page.locator(`button svg[data-icon="${icon}"]`)).toBeVisible()
    await page.goto('/transactions')
    await rows(page).first().getByRole('button', { name: 'Row actions' }).click()
    await expect(page.getByRole('menu').locator('svg[data-icon="info"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('nav svg[data-icon="logo"]').first()).toBeVisible()
  })
  await test.step('W056 the direction is Deliver or Receive', async () => {
    for (const row of await rows(page).all())
      await expect(row.getByRole('gridcell').nth(2)).toHaveText(/(Deliver|Receive)$/)
  })
  await test.step('W052 the volume is what was issued', async () => {
    const [custodian] = sandbox.description.custodians
    await page.goto(`/custodians/${custodian?.key}/instruments`)
    await expect(rows(page).first().getByRole('gridcell').nth(3)).toHaveText(/^[\d,.]+$/)
    const row = rows(page).filter({ hasText: 'DE000A2LQ5M4' })
    const shown = (await row.getByRole('gridcell').nth(3).innerText()).replaceAll(',', '')
    const client = await clientOf(sandbox, 'b.moser')
    const [registryManagerAddr, registrarAddr] = (custodian?.key ?? '').split(':') as [Address, Address]
    const { items } = await listRegistryInstruments(client, { registryManagerAddr, registrarAddr })
    const registryId = items.find(({ identifier }) => identifier === 'DE000A2LQ5M4')?.registryId
    if (registryId === undefined) throw new Error('the sandbox has no such register')
    const { totalIssuedAmount } = await call(client, 'totalIssuedAmount', {
      query: { registryManagerAddr, registryId },
    })
    expect(shown).toBe(totalIssuedAmount)
  })
  await test.step('R082 two characters narrow nothing, the third does', async () => {
    const box = page.getByRole('searchbox')
    const before = await total(page)
    await box.pressSequentially('Ha')
    await expect(page.getByText('Type at least 3 characters to search')).toBeVisible()
    expect(await total(page)).toBe(before)
    await box.pressSequentially('n')
    await expect.poll(() => total(page)).toBeLessThan(before)
  })
  await test.step('W078 a tooltip appears above its element', async () => {
    const live = page.getByRole('status').filter({ hasText: 'Live' })
    await page.goto('/holdings')
    const button = page.getByRole('button', { name: 'Columns' })
    await expect(live).toBeVisible()
    await button.hover()
    const tip = page.locator('[data-side]').filter({ hasText: 'Columns' }).last()
    await expect(tip).toHaveAttribute('data-side', 'top')
    const [above, below] = [await tip.boundingBox(), await button.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
  await page.context().close()
})
