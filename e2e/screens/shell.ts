// What surrounds the screens: the navigation, the menu of the user, the connection, and the messages of what was signed.
import { chooseCounterparty, fill } from '../support/forms.ts'
import { opener, openTable, panelOf, rowAction } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

async function signFop({ page }: Stage, description: string): Promise<void> {
  await openTable(page, '/holdings?layout=table')
  const dialog = await rowAction(page, 'Create FoP Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '250,000')
  await fill(dialog, 'Description', description)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByText('Ledger check passed').waitFor()
  await dialog.getByRole('button', { name: 'Sign and create' }).click()
}

export const shellScenes: Scenes = {
  'popup-user': async ({ page, take, wallet }) => {
    await openTable(page, '/transactions')
    await page.getByRole('button', { name: wallet.user }).click()
    await page.getByRole('menu').waitFor()
    await take('popup-user')
    await page.keyboard.press('Escape')
  },
  'popup-connection': async ({ page, take }) => {
    await openTable(page, '/transactions')
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await page.getByRole('dialog').getByText('Up to date').waitFor()
    await take('popup-connection')
    await page.keyboard.press('Escape')
  },
  navigation: async ({ page, take }) => {
    await openTable(page, '/transactions')
    const open = page.getByRole('button', { name: 'Open navigation' })
    const fold = page
      .getByRole('button', { name: /^(Expand|Collapse) navigation$/ })
      .filter({ visible: true })
    if (await open.isVisible()) {
      await open.click()
      await take('navigation')
      await page.keyboard.press('Escape')
    } else {
      await fold.click()
      await take('navigation')
      await fold.click()
    }
  },
  'toast-done': async (stage) => {
    const { page, take } = stage
    await signFop(stage, `Margin for ${stage.setting.name}`)
    await page.getByText('Transfer created').waitFor()
    await take('toast-done')
    await opener(page, /\d/).click()
    await panelOf(page).locator('footer').waitFor()
    await take('toast-panel')
  },
  'dialog-sending': async (stage) => {
    const { page, take } = stage
    const gate = Promise.withResolvers<void>()
    await page.route('**/publish-raw-tx**', async (route) => {
      await gate.promise
      await route.abort().catch(() => undefined)
    })
    try {
      await signFop(stage, `Not sent from ${stage.setting.name}`)
      await page.waitForTimeout(1_500)
      await take('dialog-sending')
      gate.resolve()
      await page.getByRole('button', { name: 'Send again' }).waitFor({ timeout: 60_000 })
      await take('dialog-unsent')
    } finally {
      gate.resolve()
      await page.unroute('**/publish-raw-tx**')
    }
    await page.goto('/transactions')
  },
}
