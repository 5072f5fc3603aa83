// Several receipts confirmed at once, while the desk does something else.
import type { Locator, Page } from '@playwright/test'
import { waitForIndex } from '@connex/sdk'
import { makeTransfer, openDesk, type Desk } from './support/desks.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

async function offerReceipts(desks: readonly [Desk, Desk], mark: string, count: number) {
  const offered = []
  for (let number = 1; number <= count; number += 1)
    offered.push(await makeTransfer('FOP', desks, { description: `${mark} no. ${number}` }))
  return offered
}

/** Selects all of them, and opens the dialog that confirms them. */
async function openConfirm(page: Page, mark: string, count: number): Promise<Locator> {
  await goTo(page, 'Transactions')
  await page.getByRole('searchbox').fill(mark)
  await expect(page.getByText(`1–${count} of ${count}`)).toBeVisible()
  await page.getByRole('columnheader').getByRole('checkbox').dispatchEvent('click')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  return page.getByRole('dialog', { name: 'Confirm several transfers' })
}

test('D6: signing goes on after the dialog is closed, and the next time proposes the same account', async ({
  browser,
  sandbox,
}, info) => {
  const mark = `Closed${info.repeatEachIndex}${Date.now()}`
  const desks = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'k.tamm')] as const
  await offerReceipts(desks, mark, 5)
  const page = await signIn(browser, sandbox, 'k.tamm')
  const dialog = await openConfirm(page, mark, 5)
  const accounts = dialog.getByLabel('Receive into account')
  await accounts.first().click()
  await page.getByRole('option').last().click()
  const chosen = (await accounts.first().innerText()).trim()
  await dialog.getByRole('button', { name: 'Sign and confirm 5' }).click()
  await dialog.getByRole('button', { name: 'Continue in background' }).click()
  await expect(dialog).toBeHidden()
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications).toContainText(/[0-4] of 5 done/)
  await goTo(page, 'Holdings')
  await expect(notifications).toContainText('5 confirmed', { timeout: 60_000 })
  const [again] = await offerReceipts(desks, `${mark} again`, 1)
  if (again === undefined) throw new Error('nothing was offered')
  await waitForIndex(desks[1].client, again.block)
  const next = await openConfirm(page, `${mark} again`, 1)
  await expect(next.getByLabel('Receive into account')).toContainText(chosen)
  await expect(next.getByRole('button', { name: 'Sign and confirm 1' })).toBeEnabled()
  await page.context().close()
})
