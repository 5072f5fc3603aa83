// What will be available, as the desk sees it that has bought a bond, must give it back, and has promised it to somebody else.
import type { DeliveryId } from '@connex/protocol'
import {
  cancelTransfer,
  confirmTransfer,
  createFopTransfer,
  everyPage,
  getTransfer,
  listPositions,
} from '@connex/sdk'
import { makeTransfer, openDesk, type Desk } from './support/desks.ts'
import { leaveForm } from './support/forms.ts'
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const ISIN = 'DE000A2LQ5M4'

/** A repo of a week, bought by the second desk; its custodian confirms automatically. */
async function settledRepo(seller: Desk, buyer: Desk, description: string): Promise<DeliveryId> {
  const { deliveryId } = await makeTransfer('REPO', [seller, buyer], { description, quantity: 300n })
  await confirmTransfer(buyer.client, { deliveryId, accounts: { receive: buyer.account } })
  await expect
    .poll(() => confirmTransfer(seller.client, { deliveryId }).then(() => 'confirmed', String))
    .toBe('confirmed')
  await expect.poll(async () => (await getTransfer(buyer.client, deliveryId)).state).toBe('SETTLED')
  return deliveryId
}

/** Offers everything of the instrument that is available, which earmarks it. */
async function offerAll(from: Desk, to: Desk, description: string): Promise<DeliveryId[]> {
  const { client, tenantAddr, keeper } = from
  const { registryId } = to.holding
  const held = await everyPage((page) =>
    listPositions(client, { ...page, ...keeper, registryId, owner: tenantAddr }),
  )
  const offered: DeliveryId[] = []
  for (const { account, available } of held.filter((position) => position.available !== '0')) {
    const { deliveryId } = await createFopTransfer(client, {
      ...keeper,
      registryId,
      account,
      quantity: BigInt(available),
      direction: 'DELIVER',
      counterpartyAddr: to.tenantAddr,
      description,
    })
    offered.push(deliveryId)
  }
  return offered
}

test('a bond that must go back and is promised elsewhere is short, and the cell names the deals that make it so', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Ladder ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: ISIN })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const repo = await settledRepo(alpenbank, baltic, description)
  const offered = await offerAll(baltic, alpenbank, `${description}, offered`)

  const page = await signIn(browser, sandbox, 'k.tamm')
  await page.goto('/availability')
  const grid = page.getByRole('grid', { name: 'Availability' })
  const row = grid.getByRole('row').filter({ hasText: ISIN })
  await expect(row).toContainText('Short from')
  await page.getByLabel('Short only').check()
  await expect(page).toHaveURL(/short=true/)
  await expect(grid.getByRole('rowheader')).toHaveCount(1)
  // Of what must go back nothing is left: at most what is only proposed could meet a need.
  await page.getByLabel('Quantity needed').fill('200')
  await expect(row).toHaveAttribute('data-means', /^(possible|no)$/)
  await page.getByLabel('Quantity needed').fill('')

  await row.getByRole('button').first().focus()
  await page.keyboard.press('End')
  const last = row.getByRole('button').last()
  await expect(last).toBeFocused()
  await expect(last).toHaveAccessibleName(/short of 300/)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('button').nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('Short: 300')
  const flow = panel.getByRole('listitem').filter({ hasText: description }).filter({ hasText: '−300' })
  await expect(flow).toContainText('certain')
  await page.screenshot({ path: info.outputPath('short.png') })

  // Once the offer is withdrawn, what must go back is there.
  for (const deliveryId of offered) await cancelTransfer(baltic.client, { deliveryId })
  await expect(page.getByText('Nothing will be short')).toBeVisible()
  await page.getByLabel('Short only').uncheck()
  await expect(row).toBeVisible()
  await expect(flow.getByRole('link')).toHaveAttribute('href', new RegExp(`row=${repo}`))

  // By keyboard: what is not possible says why, and what is opens its form.
  await flow.getByRole('button', { name: 'Row actions' }).press('Enter')
  const menu = page.getByRole('menu', { name: 'Row actions' })
  await expect(menu.getByRole('menuitem', { name: /^Substitute/ })).toContainText('Only its giver')
  await expect(menu.getByRole('menuitem', { name: /^Ask / })).toContainText('You hold it')
  await menu.getByRole('menuitem', { name: 'Create Return', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Return' })).toContainText('300')
  await leaveForm(page)

  await flow.getByRole('link').click()
  await expect(page).toHaveURL(/\/transactions\?row=0x/)
  await page.context().close()
})

test('a past moment is shown as it was, offers nothing to do, and is left for the present', async ({
  browser,
  sandbox,
}, info) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const grid = page.getByRole('grid', { name: 'Availability' })
  await page.goto('/availability?asOf=2026-01-05')
  await expect(page.getByRole('button', { name: 'As of 5 Jan 2026, end of day UTC' })).toBeVisible()
  await page.screenshot({ path: info.outputPath('before.png') })
  await expect(grid).toHaveCount(0)
  await expect(page.getByText('You held nothing, and nothing was incoming')).toBeVisible()

  const cell = grid.getByRole('button').first()
  // What a new sandbox has is from this minute, and a moment is the beginning of one.
  await expect(async () => {
    await page.goto(`/availability?asOf=${new Date().toISOString().slice(0, 16)}Z`)
    await expect(cell).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 100_000 })
  await cell.click()
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText('Available then')
  await expect(panel).toContainText('You are viewing a past date.')
  await page.screenshot({ path: info.outputPath('then.png') })
  await expect(panel.getByRole('button', { name: 'Row actions' })).toHaveCount(0)
  await page.getByRole('button', { name: /^As of / }).click()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(page.getByRole('button', { name: 'As of now' })).toBeVisible()
  await expect(panel).toContainText('Available now')
  await page.context().close()
})

test('the screen works at 360 pixels and at twice the size, and exports a line for each day', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.goto('/availability')
  const grid = page.getByRole('grid', { name: 'Availability' })
  const first = grid.getByRole('button').first()
  await expect(first).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  expect((await download).suggestedFilename()).toMatch(/^availability-\d{4}-\d\d-\d\d\.csv$/)
  // A browser of 1,280 pixels at 200 % has 640.
  for (const width of [640, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(first).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await first.click()
    await expect(page.getByRole('complementary')).toContainText('Behind this figure')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
  }
  await page.context().close()
})
