// The everyday story in Firefox: two wallet files, a transfer that the other bank confirms, a reload, a logout. Skipped
// where no Firefox is installed.
import type { Page } from '@playwright/test'
import { findFirefox, launchFirefox } from './support/firefox.ts'
import { goTo, logOut, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { settleTransfer } from './support/settling.ts'
import { openTransfer } from './support/tables.ts'

const file = findFirefox() ?? ''
test.skip(file === '', 'No Firefox is installed.')

test('a transfer is created, confirmed and settled in Firefox, with not one complaint in its console', async ({
  sandbox,
}, info) => {
  const firefox = await launchFirefox(file)
  const complaints: string[] = []
  const enter = async (user: string): Promise<Page> => {
    const page = await signIn(firefox, sandbox, user)
    page.on('pageerror', ({ message }) => complaints.push(`${user}: ${message}`))
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) complaints.push(`${user}: ${message.text()}`)
    })
    return page
  }

  const alpenbank = await enter('a.keller')
  const baltic = await enter('k.tamm')
  const description = `Firefox ${info.repeatEachIndex} of ${Date.now()}`
  await settleTransfer({ alpenbank, baltic, description })

  await alpenbank.reload()
  await goTo(alpenbank, 'Transactions')
  await expect(await openTransfer(alpenbank, description)).toContainText('Details match the ledger')
  await logOut(alpenbank, 'a.keller')
  await expect(alpenbank.getByLabel('Wallet file')).toBeVisible()

  // A picture would be one: Playwright takes it with a style that the page's policy forbids.
  expect(complaints).toEqual([])
  await firefox.close()
})

test('no button in Firefox is too narrow for its text', async ({ sandbox }) => {
  const firefox = await launchFirefox(file)
  const page = await signIn(firefox, sandbox, 'a.keller')
  for (const screen of ['Holdings', 'Transactions', 'Custodians'] as const) {
    await goTo(page, screen)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const cut = await page.getByRole('button').evaluateAll((buttons) =>
      buttons
        .flatMap((button) => [...button.children])
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
    expect(cut, screen).toEqual([])
  }
  await firefox.close()
})
