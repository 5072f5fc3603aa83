// The forms: refused while they are incomplete, looked at before they are signed, and read by the other side.
import type { Locator } from '@playwright/test'
import { choose, dayFromNow, fill, INVALID, leaveForm, openFromHolding } from './support/forms.ts'
import { openTransfer, searchTransfer, readHoldings, rowOf, signAfterReview } from './support/tables.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

/** One of the live figures of a ticket. */
const figure = (dialog: Locator, name: string): Locator =>
  dialog.locator('dl > div', { has: dialog.page().locator('dt', { hasText: name }) })

test('W076 R082 D3: a repo is refused while incomplete, reviewed and signed; both sides read its terms, and what is still to come', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Repo ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await signIn(browser, sandbox, 'a.keller')
  const holdings = await readHoldings(alpenbank)
  const given = holdings.find(
    ({ identifier, quantity, earmarked }) => identifier === 'DE000A2LQ5M4' && quantity - earmarked > 100n,
  )
  if (given === undefined) throw new Error('the sandbox has no such holding')
  const dialog = await openFromHolding(alpenbank, given, 'Create Repo Transfer')

  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText(INVALID)).toBeVisible()
  // Counterparty, quantity, cash, rate and description; instrument and account came from the row.
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(5)
  await expect(dialog.getByText('5 left:')).toBeVisible()
  await dialog.getByRole('button', { name: 'Repo rate, % p.a.', exact: true }).click()
  await expect(dialog.getByLabel('Repo rate, % p.a.', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Counterparty', exact: true }).click()
  await expect(dialog.getByLabel('Counterparty', { exact: true })).toBeFocused()
  await expect(dialog).not.toHaveCSS('border-top-left-radius', '0px')
  // A click beside it takes nothing away.
  await alpenbank.mouse.click(8, 600)

  // Typed and left, without a look at the list.
  const counterparty = dialog.getByLabel('Counterparty', { exact: true })
  const options = alpenbank.getByRole('option')
  await counterparty.pressSequentially('ba')
  await expect(alpenbank.getByText('Type at least 3 characters to search')).toBeVisible()
  await expect(options.nth(2)).toBeVisible()
  await counterparty.pressSequentially('l')
  await expect(options).toHaveText(['Baltic Trust Bank'])
  await counterparty.press('Tab')
  await expect(counterparty).toHaveValue('Baltic Trust Bank')
  await fill(dialog, 'Quantity', '999,999,999,999')
  await expect(dialog.getByText(/^Maximum quantity is /)).toBeVisible()
  await fill(dialog, 'Quantity', '100')
  await fill(dialog, 'Cash quantity', '1,000,000')
  await fill(dialog, 'Repo rate, % p.a.', '2.14')
  await test.step('D27 a purchase on a weekend is a note with the next business day, and no error', async () => {
    const closed = dialog.getByText('Sat 22 Nov 2031 is not a business day (Weekend).')
    await expect(closed).toHaveCount(0)
    await dialog.getByLabel('Purchase date', { exact: true }).fill('2031-11-22')
    await expect(closed).toBeVisible()
    await dialog.getByRole('button', { name: 'Use Mon 24 Nov 2031' }).click()
    await expect(dialog.getByLabel('Purchase date', { exact: true })).toHaveValue('2031-11-24')
    await expect(closed).toHaveCount(0)
    await dialog.getByLabel('Purchase date', { exact: true }).fill(dayFromNow(0))
  })
  await dialog.getByLabel('Repurchase date').fill(dayFromNow(7))
  await fill(dialog, 'Description', description)
  await test.step('D9 neither a key, the cross, the way back nor a reload throws it away unasked', async () => {
    const question = dialog.getByText('Discard your entries? Nothing was signed.')
    for (const leave of [
      () => alpenbank.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => dialog.getByRole('button', { name: 'Cancel', exact: true }).click(),
      () => alpenbank.goBack(),
    ]) {
      await dialog.getByLabel('Description').focus()
      await leave()
      await expect(question).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await alpenbank.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(dialog).toBeVisible()
    }
    const prompt = alpenbank.waitForEvent('dialog')
    const reloading = alpenbank.reload({ timeout: 2_000 }).catch(() => undefined)
    const box = await prompt
    expect(box.type()).toBe('beforeunload')
    await box.dismiss()
    await reloading
  })
  await expect(dialog.getByLabel('Description')).toHaveValue(description)
  await expect(figure(dialog, 'Repurchase price')).toContainText('EUR 1,000,416.11')
  await expect(figure(dialog, 'Interest')).toContainText('EUR 416.117 days, ACT/360')
  await expect(dialog.getByText('Baltic Trust Bank pays you EUR 1,000,000.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('definition').filter({ hasText: 'account' }).first()).toContainText(
    /\) account \d/,
  )
  await expect(dialog.getByText(/^You deliver 100 .*DE000A2LQ5M4/)).toBeInViewport()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await signAfterReview(dialog, 'Sign and create')
  await expect(alpenbank.getByText('Repo transfer created')).toBeVisible()

  await goTo(alpenbank, 'Transactions')
  const panel = await openTransfer(alpenbank, description)
  await expect(panel).toContainText('Next: Baltic Trust Bank confirms.')
  await expect(panel).toContainText('EUR 1,000,416.11')
  await expect(panel).toContainText('Details match the ledger')
  await expect(panel).toContainText(/Block [\d,]+ · 0x/)
  await panel.getByLabel('Comment', { exact: true }).fill(`Agreed by telephone, ${description}`)
  await panel.getByRole('button', { name: 'Send' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Agreed by telephone' })).toBeVisible()

  const baltic = await signIn(browser, sandbox, 'k.tamm')
  await goTo(baltic, 'Transactions')
  const theirs = await openTransfer(baltic, description)
  await expect(theirs).toContainText('Your turn.')
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Agreed by telephone' })).toBeVisible()
  // D3: what the buyer signs, and everything that comes before the settlement.
  await theirs.getByRole('button', { name: 'Confirm Both' }).click()
  const confirming = baltic.getByRole('dialog', { name: 'Confirm Both' })
  const consequences = confirming.getByRole('region', { name: 'What will happen' })
  await expect(consequences).toContainText(
    /You report that EUR 1,000,000.00 was sent to Alpenbank.*Alpenbank confirms that EUR 1,000,000.00 has arrived.*Meridian Registrars confirms as custodian. Then everything settles/,
  )
  await confirming.getByText('Confirm the securities only').click()
  await expect(consequences).toContainText(
    /You report EUR 1,000,000.00 as sent.*Alpenbank confirms that.*has arrived.*Meridian Registrars confirms/,
  )
  await confirming.getByLabel('Receive into account').click()
  await baltic.getByRole('option').first().click()
  await expect(confirming.getByText('Ledger check passed')).toBeVisible()

  // D14: a failure is over once another dry run passes; and the same dialog signs after all.
  const refusal = (status: number) => ({ status, contentType: 'application/problem+json', body: '{}' })
  await baltic.route('**/dlt/eth/rpc', (route) => route.fulfill(refusal(400)))
  const sign = confirming.getByRole('button', { name: 'Sign and confirm' })
  await sign.click()
  await expect(confirming.getByText('Could not confirm transfer')).toBeVisible()
  await expect(confirming.getByText('The ledger check could not run')).toBeVisible()
  await baltic.unroute('**/dlt/eth/rpc')
  await confirming.getByRole('button', { name: 'Check again' }).click()
  await expect(confirming.getByText('Ledger check passed')).toBeVisible()
  await expect(confirming.getByText('Could not confirm transfer')).toBeHidden()
  await sign.click()
  await expect(baltic.getByText('Transfer confirmed')).toBeVisible()
  await alpenbank.context().close()
  await baltic.context().close()
})

test('a mint request is created, pending or done, and an incomplete one is not', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Mint ${info.repeatEachIndex} of ${Date.now()}`
  const page = await signIn(browser, sandbox, 'c.dubois')
  const [custodian] = sandbox.description.custodians
  if (custodian === undefined) throw new Error('the sandbox has no custodians')
  await page.goto(`/custodians/${custodian.key}/mint-requests`)
  await page.getByRole('button', { name: 'Create Mint Request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Mint Request' })
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Required', { exact: true })).toHaveCount(4)
  const instrument = dialog.getByLabel('Instrument', { exact: true })
  await instrument.pressSequentially('DE000A2LQ5M4')
  await instrument.press('Enter')
  await expect(instrument).toHaveValue('DE000A2LQ5M4')
  const account = dialog.getByLabel('Account', { exact: true })
  await account.click()
  await page.getByRole('option').last().click()
  const chosen = await account.innerText()
  await fill(dialog, 'Quantity', '12')
  await fill(dialog, 'Description', description)
  await expect(dialog.getByText(/issues 12 .*DE000A2LQ5M4. into your account/)).toBeVisible()
  await signAfterReview(dialog, 'Sign and request')
  await expect(page.getByText('Mint request created')).toBeVisible()
  await expect(rowOf(page, description)).toContainText('12')

  // The next request for it proposes the same account.
  await page.getByRole('button', { name: 'Create Mint Request' }).click()
  await choose(page, dialog, 'Instrument', 'DE000A2LQ5M4')
  await expect(account).toHaveText(chosen)
  await page.context().close()
})

test('requests and returns are reviewed as a paper, and the way back has the form as it was', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const paperOf = (dialog: Locator, text: string) =>
    dialog.locator('[aria-live="polite"]').filter({ hasText: text })
  const reviewed = async (dialog: Locator, sentence: string, facts: readonly string[]) => {
    const review = dialog.getByRole('button', { name: 'Review' })
    await review.click()
    const paper = paperOf(dialog, sentence)
    for (const fact of facts) await expect(paper.locator('dl')).toContainText(fact)
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /^Sign and/ })).toBeFocused()
    await expect(dialog.getByText(sentence)).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(paper).toHaveCount(0)
    await expect(review).toBeVisible()
  }
  const [custodian] = sandbox.description.custodians
  for (const [kind, sentence, account] of [
    ['Mint', 'issues 1,234,567', 'Into account'],
    ['Burn', 'terminates 1,234,567', 'From account'],
  ] as const)
    await test.step(`a ${kind.toLowerCase()} request`, async () => {
      await page.goto(`/custodians/${custodian?.key}/${kind.toLowerCase()}-requests`)
      await page.getByRole('button', { name: `Create ${kind} Request` }).click()
      const dialog = page.getByRole('dialog', { name: `Create ${kind} Request` })
      await choose(page, dialog, 'Instrument', 'DE000A2LQ5M4')
      await dialog.getByLabel('Account', { exact: true }).click()
      await page.getByRole('option').first().click()
      await fill(dialog, 'Quantity', '1234567')
      await fill(dialog, 'Description', 'Reviewed, then not signed')
      const facts = [
        custodian?.label ?? '',
        '(DE000A2LQ5M4)',
        '1,234,567',
        account,
        'Reviewed, then not signed',
      ]
      await reviewed(dialog, sentence, facts)
      await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('1,234,567')
      await expect(dialog.getByLabel('Description')).toHaveValue('Reviewed, then not signed')
      await leaveForm(page)
    })
  await test.step('a return', async () => {
    const panel = await searchTransfer(page, 'One month, opening leg settled')
    await panel.getByRole('button', { name: 'Create Return' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Return' })
    await expect(dialog.getByText(/^You (receive|deliver) /)).toBeVisible()
    await fill(dialog, 'Description', 'Its return\nin two lines')
    const facts = ['Return of a repo', 'account', 'EUR', 'Interest', 'Repurchase date', 'in two lines']
    await reviewed(dialog, 'outside the ledger', facts)
    await expect(dialog.getByLabel('Description')).toHaveValue('Its return\nin two lines')
    await leaveForm(page)
  })
  await page.context().close()
})

test('Review, clicked before the accounts of a return are read, opens once they are', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const panel = await searchTransfer(page, 'One month, opening leg settled')
  const gate = Promise.withResolvers<void>()
  const ACCOUNTS = /\/accounts\?/
  await page.route(ACCOUNTS, async (route) => {
    await gate.promise
    await route.continue()
  })
  await Promise.all([
    page.waitForRequest(ACCOUNTS),
    panel.getByRole('button', { name: 'Create Return' }).click(),
  ])
  const dialog = page.getByRole('dialog', { name: 'Create Return' })
  const review = dialog.getByRole('button', { name: 'Review' })
  await review.click()
  await expect(review).toHaveAttribute('aria-busy', 'true')
  await expect(dialog.getByText(INVALID)).toHaveCount(0)
  gate.resolve()
  await expect(dialog.getByRole('button', { name: 'Sign and create' })).toBeVisible()
  await leaveForm(page)
  await page.context().close()
})
