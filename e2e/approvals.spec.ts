// Two people of one desk: the first sends transfers for approval, the second reviews what would be signed, and approves them together.
import { proposeFop, requireSignatures } from './support/approvals.ts'
import { openDesk } from './support/desks.ts'
import { chooseCounterparty, fill, openFromHolding } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { readHoldings, rowOf } from './support/tables.ts'

test('a first user sends for approval, a second one approves in bulk and rejects with a reason', async ({
  browser,
  sandbox,
}, info) => {
  test.setTimeout(240_000)
  const mark = `Approval ${info.repeatEachIndex} of ${Date.now()}`
  const [desk, rhone] = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'c.dubois')]
  await requireSignatures(sandbox, desk, 2)
  try {
    const first = await signIn(browser, sandbox, 'a.keller')
    const [given] = (await readHoldings(first)).filter(({ identifier }) => identifier === 'DE000A2LQ5M4')
    if (given === undefined) throw new Error('the sandbox has no such holding')

    await test.step('the dialog holds the signature back, and sends for approval', async () => {
      const dialog = await openFromHolding(first, given, 'Create FoP Transfer')
      await chooseCounterparty(first, dialog, 'Rhône Capital')
      const send = dialog.getByRole('button', { name: 'Send for approval' })
      await expect(dialog.getByText('Four-eyes approval is on')).toBeVisible()
      await expect(send).toHaveAttribute('aria-disabled', 'true')
      await fill(dialog, 'Quantity', '5')
      await fill(dialog, 'Description', `${mark}, by dialog`)
      await expect(dialog.getByRole('button', { name: 'Review' })).toHaveAttribute('aria-disabled', 'true')
      await send.click()
      await dialog.getByRole('button', { name: 'Sign and send for approval' }).click()
      await expect(first.getByRole('region', { name: 'Notifications' })).toContainText('Sent for approval')
      await expect(dialog).toBeHidden()
    })
    await proposeFop(desk, rhone.tenantAddr, `${mark}, second`)

    const second = await signIn(browser, sandbox, 'b.moser')
    const navigation = second.getByRole('navigation', { name: 'Main navigation' })
    await test.step('the second user sees how many wait, and one more as soon as it is proposed', async () => {
      await expect(navigation.getByRole('link', { name: 'Approvals waiting for you: 2' })).toBeVisible()
      await proposeFop(desk, rhone.tenantAddr, `${mark}, to reject`)
      await expect(navigation.getByRole('link', { name: 'Approvals waiting for you: 3' })).toBeVisible()
    })
    await test.step('the calendar lists them on their last day, and opens one', async () => {
      await navigation.getByRole('link', { name: 'Calendar' }).click()
      await second
        .getByRole('link', { name: /Proposal expires/ })
        .first()
        .click()
      await expect(second).toHaveURL(/\/approvals\?row=/)
      const dialog = second.getByRole('dialog', { name: 'Review a proposal' })
      await expect(dialog).toContainText(mark)
      await second.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
    await test.step('the second user opens them', async () => {
      await navigation.getByRole('link', { name: 'Approvals', exact: true }).click()
      const group = second.getByRole('region', { name: /^Rhône Capital/ })
      await expect(group.getByRole('button', { name: 'Review' })).toHaveCount(3)
      await info.attach('waiting', {
        body: await second.screenshot(),
        contentType: 'image/png',
      })
    })
    await test.step('one is rejected with a reason', async () => {
      const group = second.getByRole('region', { name: /^Rhône Capital/ })
      const row = group.getByRole('listitem').filter({ hasText: `${mark}, to reject` })
      await row.getByRole('button', { name: 'Review' }).click()
      const dialog = second.getByRole('dialog', { name: 'Review a proposal' })
      await expect(dialog).toContainText(`${mark}, to reject`)
      await dialog.getByRole('button', { name: 'Reject…' }).click()
      await dialog.getByLabel('Reason').fill('Wrong counterparty')
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(group.getByRole('button', { name: 'Review' })).toHaveCount(2)
    })
    await test.step('the others are approved together', async () => {
      const { promise: compared, resolve: compare } = Promise.withResolvers<void>()
      await second.route('**/registry-manager/positions?*', async (route) => {
        await compared
        await route.continue()
      })
      await second.getByRole('checkbox', { name: 'Select all that can be approved' }).dispatchEvent('click')
      await second.getByRole('button', { name: 'Review 2' }).click()
      const dialog = second.getByRole('dialog', { name: 'Review 2 proposals' })
      const approve = dialog.getByRole('button', { name: 'Approve and publish 2' })
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await expect(dialog.getByText('Comparing with when it was proposed…').first()).toBeVisible()
      compare()
      await expect(approve).not.toHaveAttribute('aria-disabled')
      await expect(dialog).toContainText('Total')
      await expect(dialog).toContainText('The ledger would accept these calls now.')
      await expect(dialog).toContainText(`${mark}, by dialog`)
      await info.attach('review', {
        body: await second.screenshot(),
        contentType: 'image/png',
      })
      await approve.click()
      await expect(dialog).toContainText('2 approved', { timeout: 60_000 })
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(second.getByText('Nothing is waiting for your approval')).toBeVisible()
    })
    await test.step('the first user finds the transfers, and why one was rejected', async () => {
      await goTo(first, 'Transactions')
      await expect(rowOf(first, `${mark}, by dialog`)).toBeVisible()
      await expect(rowOf(first, `${mark}, second`)).toBeVisible()
      await first
        .getByRole('navigation', { name: 'Main navigation' })
        .getByRole('link', { name: 'Approvals', exact: true })
        .click()
      await first.getByRole('radio', { name: 'Done' }).dispatchEvent('click')
      await expect(first.getByText('Wrong counterparty')).toBeVisible()
    })
    await test.step('what was rejected is proposed again by a form with the same facts', async () => {
      const row = first.getByRole('listitem').filter({ hasText: `${mark}, to reject` })
      await row.getByRole('button', { name: 'Open' }).click()
      const ended = first.getByRole('dialog', { name: 'Review a proposal' })
      await ended.getByRole('button', { name: 'Propose again' }).click()
      await expect(ended).toBeHidden()
      const form = first.getByRole('dialog', { name: 'Create FoP Transfer' })
      await expect(form.getByLabel('Description')).toHaveValue(`${mark}, to reject`)
      await expect(form.getByLabel('Counterparty', { exact: true })).toHaveValue('Rhône Capital')
      await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue(/^(3|0\.03|0\.003)$/)
      await fill(form, 'Description', `${mark}, once more`)
      await form.getByRole('button', { name: 'Send for approval' }).click()
      await form.getByRole('button', { name: 'Sign and send for approval' }).click()
      await expect(form).toBeHidden()
      await first.getByRole('radio', { name: 'Proposed or signed' }).dispatchEvent('click')
      await expect(first.getByText(`${mark}, once more`)).toBeVisible()
    })
    await first.context().close()
    await second.context().close()
  } finally {
    await requireSignatures(sandbox, desk, 1)
  }
})
