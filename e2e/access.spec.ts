// Who can sign in, and what everybody else reads instead.
import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, walletOf } from './support/sandbox.ts'
import { goTo, logOut, signIn, unlock } from './support/navigation.ts'

test('D8 any route leads to the login without a session, and after a wrong password one types the next one', async ({
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
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await page.keyboard.type('the next one')
  await expect(password).toHaveValue('the next one')
})

test('D23 of two dropped files none is taken, and a long file name keeps the card as small as a short one', async ({
  page,
  sandbox,
}) => {
  const { file, url } = walletOf(sandbox, 'a.keller')
  await page.goto(url)
  const card = page.locator('form')
  const choose = page.getByLabel('Wallet file')
  const content = await readFile(file)
  await choose.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: content })
  await expect(page.getByText('a.json')).toBeVisible()
  const height = (await card.boundingBox())?.height
  const name = `${'long-'.repeat(58)}name.json`
  await choose.setInputFiles({ name, mimeType: 'application/json', buffer: content })
  await expect(page.getByText(name)).toHaveAttribute('title', name)
  expect((await card.boundingBox())?.height).toBe(height)
  for (const target of ['form label', 'h1'])
    await test.step(`dropped on ${target}`, async () => {
      await page.locator(target).first().evaluate(dropTwo)
      await expect(page.getByText('You dropped 2 files. Drop one wallet file.')).toBeVisible()
      await expect(page.getByText('first.json')).toHaveCount(0)
      await choose.setInputFiles(file)
      await expect(page.getByText('You dropped 2 files')).toHaveCount(0)
    })
})

function dropTwo(target: Element): void {
  const dataTransfer = new DataTransfer()
  for (const name of ['first.json', 'second.json']) dataTransfer.items.add(new File(['{}'], name))
  target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

test('D22 a refused wallet names the server that does not know it, and says that it may belong to another', async ({
  page,
  sandbox,
}) => {
  const { url } = walletOf(sandbox, 'a.keller')
  const { file, password } = walletOf(sandbox, 'k.tamm')
  await page.goto(url)
  await unlock(page, file, password)
  await expect(page.getByText('Could not get account info.')).toBeVisible()
  await expect(
    page.getByText(
      `${new URL(url).host} did not accept this wallet. It may belong to another server, or not be invited yet.`,
    ),
  ).toBeVisible()
})

test('a locked and an inactive user read why, and a tenant without the investor privilege cannot sign in', async ({
  browser,
  sandbox,
}) => {
  const refusals = {
    'l.riegel': /Account remains locked until/,
    'i.ruhe': 'Account not active. Account status: INACTIVE',
    'f.holm': 'Your account is not configured correctly. Please consult your administrator.',
  }
  for (const [user, sentence] of Object.entries(refusals)) {
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

test('the read-only privilege alone leads to Restricted Access at the requested address', async ({
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
    await expect(page.getByRole('heading', { name: `${custodian.label} - ${label}` })).toBeVisible()
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  }
  await logOut(page, 'c.dubois')
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
