// The screens that answer a desk's questions: Today, the calendar, the availability, the inventory.
import { away, panelOf } from './stage.ts'
import type { Scenes } from './stage.ts'

export const deskScenes: Scenes = {
  today: async ({ page, take }) => {
    await page.goto('/today')
    await page.getByRole('list', { name: 'Your turn' }).waitFor()
    await page.getByRole('button', { name: 'Mark as seen' }).waitFor()
    await take('today')
  },
  'today-transfer': async ({ page, take }) => {
    await page.goto('/today')
    const inbox = page.getByRole('list', { name: 'Your turn' })
    await inbox.getByRole('button', { name: /^Confirm payment received/ }).click()
    await panelOf(page).getByText('Details match').waitFor()
    await take('today-transfer')
  },
  calendar: async ({ page, take }) => {
    await page.goto('/calendar')
    await page.getByText('Loan over quarter end').first().waitFor()
    await take('calendar')
    const list = page.getByRole('button', { name: 'List', exact: true })
    const isDesk = await list.isVisible()
    if (isDesk) {
      await list.click()
      await take('calendar-list')
    }
    await page.getByText('Loan to be extended').last().scrollIntoViewIfNeeded()
    await take('calendar-terms')
    if (isDesk) await page.getByRole('button', { name: 'Ladder', exact: true }).click()
  },
  availability: async ({ page, take }) => {
    await page.goto('/availability')
    const cells = page.getByRole('grid', { name: 'Availability' }).getByRole('button')
    await cells.first().waitFor()
    await take('availability')
    await page.getByLabel('Quantity needed').fill('1,000,000')
    await page.getByText(/rows? ha(s|ve) enough/).waitFor()
    await take('availability-need')
    await page.getByLabel('Quantity needed').fill('')
    // By then the collateral of a repo has come back.
    const pledged = page.getByRole('row').filter({ hasText: 'Elbe Infrastructure' }).first()
    await pledged.getByRole('button').last().click()
    await panelOf(page).getByText('Behind this figure').waitFor()
    await take('availability-cell')
    const given = panelOf(page).getByRole('listitem').filter({ hasText: 'Return, Baltic Trust Bank' }).first()
    await given.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menu').waitFor()
    await take('availability-actions')
    await page.getByRole('menuitem', { name: /^Ask / }).click()
    await page.getByLabel('Due by').waitFor()
    await take('availability-recall')
    await away(page)
  },
  'inventory-suspended': async ({ page, custodianKey, take }) => {
    const loaded = Promise.withResolvers<{ items: object[] }>()
    const list = /registry-manager\/instruments\?/
    await page.route(list, async (route) => {
      const response = await route.fetch()
      loaded.resolve((await response.json()) as { items: object[] })
      await route.fulfill({ response })
    })
    await page.goto(`/custodians/${custodianKey}/instruments`)
    const { items } = await loaded.promise
    await page.unroute(list)
    const found = items.map((item) => ({ ...item, registryState: 'SUSPENDED' }))
    const suspended = /registry-manager\/instruments\?.*SUSPENDED/
    await page.route(suspended, (route) =>
      route.fulfill({ json: { items: found, pageItemCount: found.length, totalItemCount: found.length } }),
    )
    await page.goto('/holdings?layout=inventory')
    const cell = page.getByRole('gridcell').filter({ hasText: 'Suspended' }).first()
    await cell.focus()
    await page.keyboard.press('Enter')
    await panelOf(page).getByText('has suspended').waitFor()
    await take('inventory-suspended')
    await page.unroute(suspended)
  },
  inventory: async ({ page, take }) => {
    await page.goto('/holdings?layout=inventory')
    await page.getByRole('rowheader').first().waitFor()
    await take('inventory')
  },
}
