// The one table: filtered by column, selected, arranged, saved as a view, and exported as a file.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cutQuantities, replaceQuantities } from './support/quantities.ts'
import { goTo, signIn, withServerFailing } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const headers = (page: Page) => page.getByRole('grid').getByRole('columnheader').allInnerTexts()
const rows = (page: Page) => page.getByRole('grid').getByRole('row')
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('Transactions begin with your turn and say so, until a column orders them', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  const order = page.getByText('Your turn first, then value date')
  await expect(order).toBeVisible()
  await expect(rows(page).nth(1)).toBeVisible()
  const areYours = (await rows(page).allInnerTexts())
    .slice(1)
    .map((text) => /· you|Agree to cancel/.test(text))
  expect(areYours).toContain(true)
  expect(areYours).toEqual(areYours.toSorted((one, other) => Number(other) - Number(one)))
  await page.getByRole('columnheader', { name: 'Delivery id' }).getByRole('button').click()
  await expect(order).toHaveCount(0)
  await page.context().close()
})

test('both legs of a deal are in sight at 1440 px, and its quantities end before the edge fades', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  const last = await page.getByRole('columnheader', { name: 'Receive quantity' }).boundingBox()
  const table = await page.getByRole('main').boundingBox()
  const [fade, padding] = [32, 8]
  const end = (last?.x ?? Infinity) + (last?.width ?? 0) - padding
  expect(end).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0) - fade)
  const cutNames = await rows(page).evaluateAll((all) =>
    all.flatMap((row) =>
      [...row.querySelectorAll('td')]
        .slice(1, 6)
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ innerText }) => innerText),
    ),
  )
  expect(cutNames).toEqual([])

  await page.setViewportSize({ width: 768, height: 1024 })
  const first = rows(page).nth(1)
  await expect(first).toContainText(/You (deliver|receive)/)
  expect(await first.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.context().close()
})

test('a row opened right after the last key of a search stays open, and ↓ leads from the search into the rows', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  await page.getByRole('searchbox').fill('Baltic')
  await rows(page).nth(1).click()
  await expect(page).toHaveURL(/q=Baltic/)
  await expect(page).toHaveURL(/row=/)
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('grid').locator('tr[tabindex="0"]')).toBeFocused()
  await page.context().close()
})

test('pills filter by known values and by the usual days, and a phone shows how many rows are left', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  const active = page.getByRole('list', { name: 'Active filters' })
  const pill = (name: string) =>
    page.getByRole('region', { name: 'Transactions' }).locator('[aria-haspopup="dialog"]', { hasText: name })
  await test.step('a counterparty from the list, one at a time', async () => {
    await pill('Counterparty').click()
    const popup = page.getByRole('dialog', { name: 'Counterparty' })
    await popup.getByRole('checkbox', { name: 'Baltic Trust Bank' }).check({ force: true })
    await expect(page).toHaveURL(/counterparty=is(:|%3A)Baltic/)
    await popup.getByRole('checkbox', { name: 'Rhône Capital' }).check({ force: true })
    await expect(popup.getByRole('checkbox', { name: 'Baltic Trust Bank' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('gridcell', { name: 'Baltic Trust Bank' })).toHaveCount(0)
    await expect(rows(page).nth(1)).toBeVisible()
  })
  await test.step('several states; the chip opens the list again', async () => {
    await pill('Status').click()
    await page.getByRole('checkbox', { name: 'Done' }).check({ force: true })
    await page.keyboard.press('Escape')
    await active.getByRole('button', { name: 'Status: Done' }).click()
    await page.getByRole('checkbox', { name: 'Canceled' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect(active).toContainText('Status: Done, Canceled')
    await active.getByRole('button', { name: 'Remove the filter on Status' }).click()
    await active.getByRole('button', { name: 'Remove the filter on Counterparty' }).click()
    await expect(active).toHaveCount(0)
  })
  await test.step('the next five business days, as a range', async () => {
    await pill('Value date').click()
    await tool(page, 'Next 5 business days').click()
    await expect(page).toHaveURL(/valueDate=at-least.*valueDate=at-most/)
    await expect(active).toContainText(/Value date: \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d/)
    await expect(tool(page, 'Next 5 business days')).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('dialog', { name: 'Value date' }).getByRole('button', { name: 'Clear' }).click()
    await expect(active).toHaveCount(0)
    await page.keyboard.press('Escape')
  })
  await test.step('on a phone every filter is a sheet over the screen, with the way back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await tool(page, 'Filter').click()
    const sheet = page.getByRole('dialog', { name: 'Filter' })
    await expect(sheet).toBeVisible()
    await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(844)
    await sheet.getByRole('button', { name: 'FoP', exact: true }).click()
    await sheet.getByRole('button', { name: /^Show \d+ rows$/ }).click()
    await expect(sheet).toHaveCount(0)
    await expect(active).toContainText('Transaction type: FoP')
  })
  await page.context().close()
})

test('on a phone the main action is at the thumb, the tools take one row, and a card shows the deal and its next step', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  for (const width of [390, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/transactions?waiting=true')
      const card = page.getByRole('main').getByRole('list', { name: 'Transactions' }).getByRole('listitem')
      const next = card.getByRole('button', { name: /^Confirm/ }).first()
      await expect(next).toBeVisible()
      const create = await tool(page, 'Create Transfer').boundingBox()
      expect(create?.height).toBeGreaterThanOrEqual(44)
      expect(create?.y).toBeGreaterThan(844 - 53)
      const tools = [page.getByRole('searchbox'), tool(page, 'Filter'), tool(page, 'More tools')]
      const boxes = await Promise.all(tools.map((one) => one.boundingBox()))
      expect(new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size).toBe(1)
      await expect(tool(page, 'Columns')).toBeHidden()
      const heights = await card.evaluateAll((all) =>
        all.map((one) => one.clientHeight).sort((one, other) => one - other),
      )
      expect(heights[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(124)
      const edges = await card.evaluateAll((all) =>
        all.flatMap((one) =>
          [...one.querySelectorAll('button')].map(
            (button) => one.getBoundingClientRect().right - button.getBoundingClientRect().right,
          ),
        ),
      )
      expect(Math.min(...edges), 'buttons end inside their card').toBeGreaterThanOrEqual(6)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await next.click()
      await expect(page.getByRole('dialog', { name: /^Confirm/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('complementary')).toHaveCount(0)
    })
  await test.step('the rarer tools unfold', async () => {
    await page.goto('/holdings')
    await tool(page, 'More tools').click()
    await tool(page, 'Columns').click()
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^available [\d,.]+$/).first()).toBeVisible()
    await expect(page.getByText(/^of [\d,.]+ EUR$/).first()).toBeVisible()
  })
  await page.context().close()
})

test('instruments are listed by name, and a private note has its issuer’s reference as its code', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const [custodian] = sandbox.description.custodians
  await page.goto(`/custodians/${custodian?.key}/instruments`)
  await expect(rows(page).nth(1)).toBeVisible()
  const cells = await rows(page).evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)),
  )
  const names = cells.map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  expect(cells).toContainEqual(['HI-2024-007', 'Speicher Promissory Note 2027'])
  expect(cells.filter(([code = '']) => code.startsWith('0x'))).toEqual([])
  await page.context().close()
})

test('a table is filtered by column, arranged, saved as a view, and exported whole as a file', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await goTo(page, 'Transactions')
  await expect(rows(page).nth(1)).toBeVisible()
  await test.step('by a text and by a quantity', async () => {
    await tool(page, 'Filter').click()
    const filters = page.getByRole('dialog', { name: 'Filter' })
    await filters.getByRole('textbox', { name: 'Counterparty' }).fill('Rhône')
    await expect(page).toHaveURL(/counterparty=contains/)
    const quantity = filters.getByRole('group', { name: 'Receive quantity' })
    await quantity.getByRole('textbox', { name: 'At least' }).fill('many')
    await expect(quantity.getByText('Use digits, commas between thousands')).toBeVisible()
    await quantity.getByRole('textbox', { name: 'At least' }).fill("1'000")
    await quantity.getByRole('textbox', { name: 'At least' }).press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
      'Counterparty: contains Rhône',
    )
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(
      'Receive quantity: at least 1000',
    )
    await expect(page.getByRole('gridcell', { name: 'Baltic Trust Bank' })).toHaveCount(0)
  })
  await test.step('by its columns', async () => {
    await tool(page, 'Columns').click()
    await page.getByRole('checkbox', { name: 'Custodian' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Move Status up' }).click()
    await page.keyboard.press('Escape')
    expect((await headers(page)).slice(0, 5)).toEqual([
      'Actions',
      'Delivery id',
      'Status',
      'Transaction type',
      'Counterparty',
    ])
  })
  await test.step('saved under a name, and there again where everything else is new', async () => {
    const name = `Rhône ${Date.now()}`
    await tool(page, 'Views').click()
    await page.getByRole('textbox', { name: 'View name' }).fill(name)
    await tool(page, 'Save view').click()
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    const other = await signIn(browser, sandbox, 'a.keller')
    await goTo(other, 'Transactions')
    await tool(other, 'Views').click()
    await other.getByRole('button', { name, exact: true }).click()
    await expect(other).toHaveURL(/counterparty=contains/)
    expect((await headers(other)).slice(0, 3)).toEqual(['Actions', 'Delivery id', 'Status'])
    await tool(other, 'Views').click()
    await other.getByRole('button', { name: `Delete view ${name}` }).click()
    await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0)
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await other.getByRole('button', { name: `Delete view ${name}` }).click()
    await expect(other.getByRole('button', { name, exact: true })).toHaveCount(0)
    await other.context().close()
  })
  await test.step('every row of the question as a file, over all pages', async () => {
    await page.getByLabel('Items per page').selectOption('10')
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible()
    const [, total] = (await page.getByText(/^1–\d+ of/).innerText()).split(' of ')
    const take = async (format: string) => {
      await tool(page, 'Export').click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }
    const csv = await take('CSV file')
    expect(csv.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/)
    const lines = csv.bytes.toString().trim().split('\r\n')
    expect(lines).toHaveLength(Number(total) + 1)
    expect(lines[0]).toContain('Delivery id,Status,Transaction type,Counterparty')
    const workbook = await take('Excel workbook')
    expect(workbook.name).toMatch(/\.xlsx$/)
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
  })
  await test.step('a quantity and its unit are on one line, with the points below each other', async () => {
    await goTo(page, 'Holdings')
    await expect(rows(page).nth(1)).toBeVisible()
    const places = await page
      .getByRole('gridcell')
      .locator('strong [data-figure]')
      .evaluateAll((figures) =>
        figures.map((figure) => {
          const unit = figure.lastElementChild?.getBoundingClientRect()
          const point = figure.children[figure.childElementCount - 2]?.getBoundingClientRect()
          const column = figure.closest('td')?.cellIndex
          return {
            column,
            height: figure.getBoundingClientRect().height,
            unit: unit?.left,
            point: point?.left,
          }
        }),
      )
    expect(places.length).toBeGreaterThan(10)
    expect(places.filter(({ height }) => height > 24)).toEqual([])
    for (const column of Map.groupBy(places, (place) => place.column).values()) {
      expect(new Set(column.map(({ unit }) => unit)).size).toBe(1)
      expect(new Set(column.map(({ point }) => point)).size).toBe(1)
    }
  })
  await test.step('what is selected is summed by unit: all holdings as the footer has them, one transfer as its row', async () => {
    const table = page.getByRole('region', { name: 'Holdings' })
    await page.getByRole('columnheader').getByRole('checkbox').dispatchEvent('click')
    await expect(table.getByText(/^\d+ selected$/)).toBeVisible()
    await expect(table.locator('dl')).toHaveCount(2)
    const [selected = '', total = ''] = await table.locator('dl').allInnerTexts()
    expect(total).toMatch(/\d EUR\s/)
    expect(total).toMatch(/\d units\s/)
    expect(selected).toBe(total)
    await tool(page, 'Clear selection').click()
    await goTo(page, 'Transactions')
    const repo = rows(page)
      .filter({ hasText: 'Cash Documented' })
      .filter({ hasText: /EUR [\d,]+\.00/ })
      .first()
    // In a narrow column the currency has a line of its own.
    const cash = /EUR\s[\d,]+\.00/.exec(await repo.innerText())?.[0].replace(/\s/, ' ') ?? 'none'
    await repo.getByRole('checkbox').dispatchEvent('click')
    await expect(page.getByText('You deliver').or(page.getByText('You receive'))).toHaveCount(2)
    await expect(page.locator('dl').filter({ hasText: cash })).toHaveCount(1)
    await tool(page, 'Clear selection').click()
    await goTo(page, 'Holdings')
  })
  await test.step('D10: the bar under what is available is full where all of it is; the inventory is a click away', async () => {
    await goTo(page, 'Holdings')
    await tool(page, 'Columns').click()
    await page.getByRole('checkbox', { name: 'Available' }).check({ force: true })
    await page.keyboard.press('Escape')
    const untouched = rows(page).filter({ hasText: 'earmarked 0', hasNot: page.getByRole('link') })
    const track = untouched.last().getByRole('gridcell').nth(5).locator('[aria-hidden]')
    const fill = track.locator('span')
    expect(await fill.evaluate(({ clientWidth }) => clientWidth)).toBe(
      await track.evaluate(({ clientWidth }) => clientWidth),
    )
    const failure = page.getByText('The types of the instruments could not be loaded')
    await withServerFailing(page, '**/instrument-manager/instruments?*', async () => {
      await tool(page, 'Inventory').click()
      await expect(page).toHaveURL(/layout=inventory/)
      await expect(failure).toBeVisible({ timeout: 30_000 })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toHaveCount(0)
    await expect(page.getByRole('grid', { name: 'Holdings' }).getByRole('rowheader').first()).toBeVisible()
    await tool(page, 'Table').click()
    await expect(rows(page).nth(1)).toBeVisible()
  })
  await test.step('D1: every digit of a quantity is shown, and the tooltip has all of them in one line', async () => {
    const sent = await replaceQuantities(page, [
      { units: '12642500000000', decimals: 3 },
      { units: '12345678901234567890123456789012345678', decimals: 18 },
    ])
    await page.reload()
    const shown = page.getByRole('gridcell', { name: '12,345,678,901,234,567,890.123456789012345678' }).last()
    await expect(shown).toBeVisible()
    expect(await cutQuantities(page, [...sent])).toEqual({ shown: 2, cut: [] })
    await shown.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await expect(
      page.locator('[data-side]').getByText('12,345,678,901,234,567,890.123456789012345678'),
    ).toBeVisible()
  })
  await page.context().close()
})
