// What is done by keys alone, from anywhere.
import { goTo, signIn } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

test('one goes anywhere by Ctrl+K, reads the keys by ?, and follows an earmark to its deals and back', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  // Keys are heard once the screen stands.
  await expect(page.getByRole('button', { name: /^Go anywhere/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Type a word of what you want' })
  await expect(box).toBeFocused()
  await box.fill('mer acc')
  await expect(page.getByRole('option')).toHaveText(['Meridian Registrars - Accounts'])
  await box.press('Enter')
  await expect(page).toHaveURL(/\/accounts$/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Go anywhere')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goTo(page, 'Holdings')
  await page
    .getByRole('link', { name: /^earmarked/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/transactions\?deliverIdentifier=is/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Delivery account: is')
  await page.goBack()
  await page.getByLabel('As of').fill('2020-01-01')
  await expect(page).toHaveURL(/asOf=2020-01-01/)
  await expect(page.getByText('Nothing was held at the end of this day')).toBeVisible()
  await page.context().close()
})
