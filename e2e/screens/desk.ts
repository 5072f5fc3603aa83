// The screens that answer a desk's questions: Today, the calendar, the availability, the inventory.
import { panelOf } from './stage.ts'
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
    if (!(await list.isVisible())) return
    await list.click()
    await take('calendar-list')
    await page.getByRole('button', { name: 'Ladder', exact: true }).click()
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
    await cells.nth(12).click()
    await panelOf(page).getByText('Behind this figure').waitFor()
    await take('availability-cell')
  },
  inventory: async ({ page, take }) => {
    await page.goto('/holdings?layout=inventory')
    await page.getByRole('rowheader').first().waitFor()
    await take('inventory')
  },
}
