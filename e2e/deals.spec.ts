// A repo between its opening and its closing, as the buyer's desk sees it. The seller does its part through the SDK.
import { createReturn, listTransfers } from '@connex/sdk'
import { confirmBy, openDesk, openRepo, untilSettled } from './support/desks.ts'
import { dayFromNow } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { openTransfer, searchTransfer, signAfterReview } from './support/tables.ts'

test('a part of a repo goes back, and the panel says what is outstanding, what is on its way, and what was paid', async ({
  browser,
  sandbox,
}, info) => {
  const description = `Repo ${info.repeatEachIndex} of ${Date.now()}`
  // Without decimals.
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const deliveryId = await openRepo([alpenbank, baltic], description)

  const page = await signIn(browser, sandbox, 'k.tamm')
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, description)
  const deal = panel.locator('section').filter({ has: page.getByRole('heading', { name: 'Deal' }) })
  await expect(deal).toContainText(/Open: 300 of 300 .* out, ends .*, in 7 days, accrued EUR 0\.00/)
  await panel.getByRole('button', { name: 'Create Return' }).click()
  const dialog = page.getByRole('dialog', { name: /^(Create Return|Ask for a Part Return)$/ })
  const quantity = dialog.getByLabel('Quantity to return')
  await expect(quantity).toHaveValue('300')
  await quantity.fill('400')
  await expect(dialog.getByText('Maximum quantity is 300')).toBeVisible()
  await quantity.fill('50')
  await expect(dialog.getByText(/denominated in 100 DE000A2LQ5M4/)).toBeVisible()
  await quantity.fill('100')
  await expect(dialog.getByText(/300 of 300 outstanding/)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Ask for a Part Return' })).toBeVisible()
  await expect(dialog.getByLabel('Interest on this part')).toHaveText('Paid with this part')
  await expect(
    dialog.getByText(/^Neither side can insist on a part return: you ask for it, and Alpenbank agrees/),
  ).toBeVisible()
  await signAfterReview(dialog, 'Sign and create')
  await expect(page.getByText('Part return requested')).toBeVisible()
  await expect(deal).toContainText('100 on its way back')

  await test.step('the form of the next return opens the one that is on its way', async () => {
    await panel.getByRole('button', { name: 'Create Return' }).click()
    const next = page.getByRole('dialog', { name: /^(Create Return|Ask for a Part Return)$/ })
    await expect(next.getByText('300 of 300 outstanding, of which 100 is already on its way')).toBeVisible()
    await next.getByRole('link', { name: 'Return · 100 Hanse State 2.10 % 2034' }).click()
    await expect(next).toBeHidden()
    await expect(panel.getByRole('heading', { name: /^Return of a repo with / })).toBeVisible()
    await panel.getByRole('button', { name: 'View opening' }).click()
    await expect(deal).toContainText('100 on its way back')
  })

  // A third of 98,000.00, and its interest for seven days at 2.14 %; it settles on its day.
  const { items } = await listTransfers(alpenbank.client, {
    where: [`description:is:Return of a part of ${description}`],
  })
  expect(items).toMatchObject([
    { transferType: 'REPO', dealEvent: 'RETURN', cashQuantity: '32680.26', openingDeliveryId: deliveryId },
  ])

  const { deliveryId: part } = await createReturn(baltic.client, {
    deliveryId,
    quantities: { P1: 100n },
    repurchaseDate: dayFromNow(7),
  })
  await confirmBy(alpenbank, part)
  await confirmBy(baltic, part)
  await untilSettled(baltic, part)
  await expect(deal).toContainText(/Open: 200 of 300 .* out/)
  await expect(deal.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(3)
  await deal
    .getByRole('button', { name: /Return · EUR 32,666.67 · EUR 13.59/ })
    .first()
    .click()
  await expect(panel.getByRole('button', { name: 'View opening' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: /^Return of a repo with / })).toBeVisible()
  await expect(deal).toContainText(/Open: 200 of 300 .* out/)
  await page.context().close()
})

test('a deal is shown as it was at a past moment, and nothing can be done with it there', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  const panel = await searchTransfer(page, 'Two weeks, opening leg settled')
  const deal = panel.locator('section').filter({ has: page.getByRole('heading', { name: 'Deal' }) })
  const acts = panel.getByRole('button', { name: /^(Create Return|Ask Rhône Capital…|Substitute…)$/ })
  await expect(deal).toContainText(/Open: /)
  await expect(acts).not.toHaveCount(0)
  await deal.getByRole('button', { name: 'As of now' }).click()
  const day = page.getByLabel('As of', { exact: true })
  await day.fill('2020-01-01')
  await expect(deal).toContainText(
    /The deal did not exist at this moment: it was created on .* UTC\. Choose that moment or a later one\./,
  )
  await expect(deal.getByText('You are viewing a past date')).toBeVisible()
  await expect(acts).toHaveCount(0)
  // The sandbox may be younger than a minute.
  await expect(async () => {
    const now = new Date()
    await day.fill(dayFromNow(0))
    await page.getByLabel('Time', { exact: true }).fill(now.toTimeString().slice(0, 5))
    await expect(deal).toContainText(/Open: /, { timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(deal.getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toBeVisible()
  await expect(acts).toHaveCount(0)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(acts).not.toHaveCount(0)
  await page.context().close()
})

test('a settled repo prints as a confirmation, without the screen around it', async ({
  browser,
  sandbox,
}) => {
  const page = await signIn(browser, sandbox, 'a.keller')
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.reload()
  const panel = await searchTransfer(page, 'Two weeks, opening leg settled')
  await panel.getByRole('button', { name: 'Print confirmation' }).click()
  const paper = page.locator('body > main')
  await expect(paper).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(panel).toBeHidden()
  await expect(
    paper.getByRole('heading', { name: 'Confirmation: Repo of Alpenbank with Rhône Capital' }),
  ).toBeVisible()
  await expect(paper).toContainText(/Settled on .* UTC\./)
  await expect(paper).toContainText(
    /Leg 1: Rhône Capital delivers.*from account \d+ to Alpenbank, account \d+/,
  )
  await expect(paper).toContainText(/Leg 2: Alpenbank pays.*EUR [\d,]+\.\d\d · Cash Documented/)
  await expect(paper).toContainText(/Settlement transaction0x[0-9a-f]{64}/)
  await expect(paper).toContainText(/Receipt confirmed, Alpenbank · a\.keller/)
  await expect(paper).toContainText(/Printed by a\.keller of Alpenbank on/)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
  await page.context().close()
})
