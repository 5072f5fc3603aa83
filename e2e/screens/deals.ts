// What happens to a deal between its opening and its closing: approvals, messages, a substitution, business days.
import { createReturn, createSubstitution, listPositions, waitForIndex } from '@connex/sdk'
import { proposeFop, requireSignatures } from '../support/approvals.ts'
import { confirmBy, openDesk, openRepo, openRepoOnConsent, untilSettled } from '../support/desks.ts'
import { choose, dayFromNow, fill } from '../support/forms.ts'
import { choosePrices } from '../support/substitution.ts'
import { away, panelOf } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

/** Two proposals of a colleague, before the user who signs for them. */
async function approvals({ page, sandbox, take }: Stage): Promise<void> {
  const colleague = await openDesk(sandbox, 'b.moser', { identifier: 'DE000A2LQ5M4' })
  const administrator = await openDesk(sandbox, 'a.keller')
  const rhone = await openDesk(sandbox, 'c.dubois')
  await requireSignatures(sandbox, administrator, 2)
  try {
    for (const description of ['Margin for November', 'Move to the liquidity reserve'])
      await proposeFop(colleague, rhone.tenantAddr, description)
    await page.goto('/approvals')
    await page.getByRole('button', { name: 'Review' }).first().waitFor()
    await take('approvals')
    await page.getByRole('checkbox', { name: 'Select all that can be approved' }).dispatchEvent('click')
    await page.getByRole('button', { name: /^Review \d/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The ledger would accept these calls').first().waitFor()
    await take('approvals-review')
    await away(page)
  } finally {
    await requireSignatures(sandbox, administrator, 1)
  }
}

/** A repo of which a part has gone back: its panel, its messages, and the exchange of what is left. */
async function deal({ page, sandbox, take }: Stage): Promise<void> {
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const opening = await openRepo([alpenbank, baltic], 'Against documented cash')
  const part = { deliveryId: opening, quantities: { P1: 100n }, repurchaseDate: dayFromNow(7) }
  const { deliveryId } = await createReturn(baltic.client, part)
  await confirmBy(alpenbank, deliveryId)
  await confirmBy(baltic, deliveryId)
  await untilSettled(alpenbank, deliveryId)
  await page.goto(`/transactions?row=${opening}`)
  const panel = panelOf(page)
  await panel.getByText(/Open: 200 of 300/).waitFor()
  await take('deal')
  await panel.getByRole('button', { name: 'As of now' }).click()
  await page.getByLabel('As of', { exact: true }).fill('2026-01-05')
  await panel.getByText(/did not exist at this moment/).waitFor()
  await page.keyboard.press('Escape')
  await panel.getByText(/did not exist at this moment/).scrollIntoViewIfNeeded()
  await take('deal-past')
  await panel.getByRole('button', { name: /^As of 5 Jan 2026/ }).click()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await panel.getByText(/Open: 200 of 300/).waitFor()
  await panel.getByRole('button', { name: 'Ask Baltic Trust Bank…' }).click()
  await panel.getByLabel('Quantity', { exact: true }).fill('100')
  await panel.getByLabel('Due by').fill(dayFromNow(7))
  await panel.getByRole('textbox', { name: /^Message/ }).fill('Our buyer has failed.')
  await take('deal-ask')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await panel.getByRole('list', { name: 'Messages' }).getByText('Our buyer has failed.').waitFor()
  await take('deal-asked')
  await panel.getByRole('button', { name: 'Substitute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Substitute Collateral' })
  await choose(page, dialog, 'Instrument and account 1', 'AT0000A2WSC8')
  await choosePrices(dialog, 'isin,clean,accrued\nDE000A2LQ5M4,99.1,0.4\nXS2314659447,101.2,\n')
  await fill(dialog, 'Clean price 1', '98.5')
  await fill(dialog, 'Accrued 1', '0.2')
  await dialog.getByRole('button', { name: 'Propose quantity' }).click()
  await take('dialog-substitute')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByText('Ledger check passed').waitFor()
  await take('dialog-substitute-review')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await fill(dialog, 'Clean price 1', '')
  await fill(dialog, 'Accrued 1', '')
  await dialog.getByLabel(/^Continue without a value test/).dispatchEvent('click')
  // The preview follows what was just accepted.
  await page.waitForTimeout(2_000)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByText('Ledger check passed').waitFor()
  await take('dialog-substitute-untested')
  await away(page)
}

/** A part is on its way back: the form of a return says so. */
async function pendingReturn({ page, sandbox, take }: Stage): Promise<void> {
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const deliveryId = await openRepo([alpenbank, baltic], 'A part on its way back')
  await createReturn(baltic.client, {
    deliveryId,
    quantities: { P1: 100n },
    repurchaseDate: dayFromNow(7),
  })
  await page.goto(`/transactions?row=${deliveryId}`)
  await panelOf(page).getByRole('button', { name: 'Create Return' }).click()
  await page.getByRole('dialog').getByText('Already on its way back:').waitFor()
  await take('dialog-return-pending')
  await away(page)
}

const DETAILS = /delivery-manager\/deliveries\/details/

/** Collateral that comes in without a price, with details that are not those of the ledger's fingerprint. */
async function doubtfulSubstitution({ page, sandbox, take }: Stage): Promise<void> {
  const alpenbank = await openDesk(sandbox, 'a.keller')
  const baltic = await openDesk(sandbox, 'k.tamm')
  const { keeper, holding, tenantAddr: owner } = baltic
  const opening = await openRepo([baltic, alpenbank], 'Exchange in doubt')
  const { items } = await listPositions(baltic.client, { ...keeper, owner })
  const other = items.find(
    ({ registryId, available }) => registryId !== holding.registryId && BigInt(available) > 1000n,
  )
  if (other === undefined) throw new Error('Baltic holds several instruments')
  const { registryId, account } = other
  const { deliveryId, block } = await createSubstitution(baltic.client, {
    deliveryId: opening,
    out: { P1: 200n },
    in: [{ ...keeper, registryId, account, quantity: 300n }],
    acceptUntested: true,
  })
  await waitForIndex(alpenbank.client, block)
  await page.route(DETAILS, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('Substitution in Exchange', 'Substitution in an exchange')
    await route.fulfill({ response, body: text })
  })
  await page.goto(`/transactions?row=${deliveryId}`)
  await panelOf(page)
    .getByRole('button', { name: /^Confirm/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ask Baltic Trust Bank before you sign').waitFor()
  await take('dialog-confirm-doubt')
  await page.unroute(DETAILS)
  await away(page)
}

async function businessDays({ page, take }: Stage): Promise<void> {
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Business days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Business days' })
  await dialog.getByText('No calendar for USD: only weekends are known.').waitFor()
  await dialog.getByLabel('Closed days', { exact: true }).fill('2027-11-25,Thanksgiving')
  await dialog.getByLabel('Complete until').fill('2027-12-31')
  await take('dialog-business-days')
  await away(page)
}

/** Where the terms want the holder's consent: the request in place of the exchange, then what it has agreed to. */
async function consent({ page, sandbox, take }: Stage): Promise<void> {
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: 'DE000A2LQ5M4' })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const opening = await openRepoOnConsent([alpenbank, baltic], 'Exchange on consent')
  await page.goto(`/transactions?row=${opening}`)
  await panelOf(page).getByRole('button', { name: 'Substitute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Substitute Collateral' })
  await dialog.getByRole('button', { name: 'Ask Baltic Trust Bank…' }).click()
  await dialog.getByLabel('Quantity', { exact: true }).fill('100')
  await dialog.getByLabel('Instrument offered').fill('AT0000A2WSC8')
  await dialog.getByLabel('Quantity offered').fill('100')
  await take('dialog-consent')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await dialog.getByText('Waits for an answer').waitFor()
  await take('dialog-consent-asked')
  await away(page)
}

export const dealScenes: Scenes = {
  approvals,
  deal,
  'dialog-return-pending': pendingReturn,
  'dialog-confirm-doubt': doubtfulSubstitution,
  'dialog-consent': consent,
  'dialog-business-days': businessDays,
}
