// Who is let in, and what everybody else is told.
import { AxeBuilder } from '@axe-core/playwright'
import { walletOf } from './support/sandbox.ts'
import { goTo, signIn, unlock } from './support/signIn.ts'
import { expect, test } from './support/test.ts'

test('any route leads to the login without a session, and the wrong password is told apart', async ({
  page,
  sandbox,
}) => {
  const { file, url } = walletOf(sandbox, 'a.keller')
  await page.goto(`${url}/holdings`)
  await expect(page).toHaveURL(/\/login/)
  await expect(page).toHaveTitle('Collateral ConneX')
  await unlock(page, file, 'not the password')
  await expect(page.getByText('Login Error')).toBeVisible()
  await expect(page.getByText('Could not unlock wallet.')).toBeVisible()
  await expect(page.getByText('incorrect password')).toBeVisible()
})

test('a locked and an inactive user are told why, and a tenant without the investor privilege is not let in', async ({
  browser,
  sandbox,
}) => {
  const told = {
    'l.riegel': /Account remains locked until/,
    'i.ruhe': 'Account not active. Account status: INACTIVE',
    'f.holm': 'Your account is not configured correctly. Please consult your administrator.',
  }
  for (const [user, sentence] of Object.entries(told)) {
    const { file, password, url } = walletOf(sandbox, user)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(url)
    await unlock(page, file, password)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
    await context.close()
  }
})

test('the read-only privilege alone leads to Restricted Access at the asked address', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'r.lesser')
  await expect(page.getByRole('heading', { name: 'Restricted Access' })).toBeVisible()
  await page.context().close()
})

test('every screen has its title, unknown addresses say so, and logging out ends it', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'c.dubois')
  await expect(page).toHaveTitle('Custodians · Collateral ConneX')
  const [custodian] = sandbox.description.custodians
  if (custodian === undefined) throw new Error('the sandbox has no custodians')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  for (const [label, title] of [
    ['Accounts', 'Accounts'],
    ['Instruments', 'Instruments'],
    ['Mint Overview', 'Mint Requests'],
    ['Burn Overview', 'Burn Requests'],
  ] as const) {
    await navigation.getByRole('link', { name: label }).first().click()
    await expect(page).toHaveTitle(`${title} · Collateral ConneX`)
    await expect(page.getByText(`${custodian.label} - ${label}`)).toBeVisible()
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  }
  await page.getByRole('button', { name: 'c.dubois' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('no screen, in either style, has a fault that an accessibility checker finds', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'e.saar')
  for (const style of ['Light', 'Dark']) {
    await page.getByRole('button', { name: 'e.saar' }).click()
    await page.getByRole('menuitemradio', { name: style }).click()
    await page.keyboard.press('Escape')
    for (const screen of ['Custodians', 'Holdings', 'Transactions'] as const) {
      await goTo(page, screen)
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${style} ${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
    }
  }
  await page.context().close()
})
