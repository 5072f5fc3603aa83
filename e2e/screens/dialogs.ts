// The dialogs as a user meets them.
import type { Locator, Page } from '@playwright/test'
import { choose, chooseCounterparty, dayFromNow, fill } from '../support/forms.ts'
import { away, firstRow, openTable, rowAction, rowWith, tool } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

/** Create Transfer without a row: the kind is chosen in it. */
async function openTicket(page: Page) {
  await openTable(page, '/transactions')
  await tool(page, 'Create Transfer').click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

const fromHolding =
  (action: string, name: string) =>
  async ({ page, take }: Stage): Promise<void> => {
    await openTable(page, '/holdings?layout=table')
    await rowAction(page, action)
    await take(name)
    await away(page)
  }

const request =
  (kind: 'Mint' | 'Burn', name: string) =>
  async ({ page, take, custodianKey }: Stage): Promise<void> => {
    await page.goto(`/custodians/${custodianKey}/${kind.toLowerCase()}-requests`)
    await tool(page, `Create ${kind} Request`).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await take(name)
    await choose(page, dialog, 'Instrument', 'DE000A2LQ5M4')
    await dialog.getByLabel('Account', { exact: true }).click()
    await page.getByRole('option').first().click()
    await fill(dialog, 'Quantity', '250,000')
    await fill(dialog, 'Description', 'For the tap of November')
    await takeReview(dialog, take, `${name}-review`)
    await away(page)
  }

/** The sandbox leaves one burn request pending, with one of the custodians. */
async function cancelRequest({ page, sandbox, take }: Stage): Promise<void> {
  for (const { key } of sandbox.description.custodians) {
    await page.goto(`/custodians/${key}/burn-requests`)
    const pending = rowWith(page, 'Pending')
    const isThere = await pending.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    await rowAction(page, /^Cancel/, pending)
    await page.getByRole('dialog').getByText('Ledger check passed').waitFor()
    await take('dialog-cancel-request')
    return away(page)
  }
  throw new Error('no burn request is pending')
}

const ofRepo =
  (state: string, action: string | RegExp, name: string) =>
  async ({ page, take }: Stage): Promise<void> => {
    await openTable(page, `/transactions?state=${state}&transferType=REPO`)
    const dialog = await rowAction(page, action)
    if (name === 'dialog-cancel') await dialog.getByText('Ledger check passed').waitFor()
    await take(name)
    await away(page)
  }

/** The returns of a deal that nothing has closed: filled in, and reviewed. */
async function returns({ page, take }: Stage): Promise<void> {
  for (const [opening, name] of [
    ['Open repo, opening leg settled', 'dialog-return'],
    ['Loan over quarter end', 'dialog-return-loan'],
  ] as const) {
    await openTable(page, '/transactions?state=SETTLED')
    const dialog = await rowAction(page, 'Create Return', rowWith(page, opening))
    await dialog.getByText('You receive').or(dialog.getByText('You deliver')).first().waitFor()
    await take(name)
    await takeReview(dialog, take, `${name}-review`)
    await away(page)
  }
}

/** Half of a loan goes back, with some of its collateral. */
async function partReturn({ page, take }: Stage): Promise<void> {
  await openTable(page, '/transactions?state=SETTLED')
  const dialog = await rowAction(page, 'Create Return', rowWith(page, 'Loan over quarter end'))
  await dialog.getByLabel('Quantity to return').fill('450,000')
  await dialog.getByLabel(/^Collateral to return/).waitFor()
  await take('dialog-return-part')
  await takeReview(dialog, take, 'dialog-return-part-review')
  await away(page)
}

/** What is signed, once the ledger has checked it. */
async function takeReview(dialog: Locator, take: Stage['take'], name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByText('Ledger check passed').waitFor()
  await take(name)
}

async function repo({ page, take }: Stage): Promise<void> {
  await openTable(page, '/holdings?layout=table')
  const dialog = await rowAction(page, 'Create Repo Transfer')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await take('dialog-incomplete')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '1,000,000')
  await fill(dialog, 'Cash quantity', '980,000')
  await fill(dialog, 'Repo rate, % p.a.', '2.14')
  await dialog.getByLabel('Repurchase date').fill(dayFromNow(7))
  await fill(dialog, 'Description', 'One week against documented cash')
  await take('dialog-repo')
  await takeReview(dialog, take, 'dialog-review')
  await away(page)
}

async function fop({ page, take }: Stage): Promise<void> {
  await openTable(page, '/holdings?layout=table')
  const dialog = await rowAction(page, 'Create FoP Transfer')
  await take('dialog-fop')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Quantity', '250,000')
  await fill(dialog, 'Description', 'Margin for October')
  await takeReview(dialog, take, 'dialog-fop-review')
  await away(page)
}

/** A loan with all that may be agreed on, refused first. */
async function loanTerms({ page, take }: Stage): Promise<void> {
  await openTable(page, '/holdings?layout=table')
  const dialog = await rowAction(page, 'Create Sec. Lend Transfer')
  await chooseCounterparty(page, dialog, 'Baltic Trust Bank')
  await fill(dialog, 'Delivery quantity', '250,000')
  await choose(page, dialog, 'Receive instrument', 'AT0000A2WSC8')
  await dialog.getByLabel('Receive account', { exact: true }).click()
  await page.getByRole('option').first().click()
  await fill(dialog, 'Receive quantity', '260,000')
  await fill(dialog, 'Description', 'Loan over the year end')
  await dialog.getByText('More terms', { exact: true }).click()
  await dialog.getByLabel('Reference').fill('DESK-4711')
  await choose(page, dialog, 'Loan term', 'Extendable')
  await choose(page, dialog, 'Margin', 'Ratio to the loan')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await dialog.getByLabel('Loan end').scrollIntoViewIfNeeded()
  await take('dialog-terms-incomplete')
  await dialog.getByLabel('Fee rate, % p.a.').fill('0.35')
  await dialog.getByLabel('Notice').fill('2')
  await dialog.getByLabel('Loan end').fill(dayFromNow(60))
  await fill(dialog, 'Margin ratio', '105')
  await choose(page, dialog, 'Right to substitute', 'At any time')
  await take('dialog-terms')
  await takeReview(dialog, take, 'dialog-terms-review')
  await away(page)
}

async function bulk({ page, take }: Stage): Promise<void> {
  for (const [verb, title] of [
    ['Confirm', 'Confirm several transfers'],
    ['Cancel', 'Cancel several transfers?'],
  ] as const) {
    await openTable(page, '/transactions?waiting=true')
    for (const box of (await page.getByRole('checkbox', { name: 'Select row' }).all()).slice(0, 4))
      await box.dispatchEvent('click')
    await tool(page, verb).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: /^Sign and/ }).waitFor()
    await dialog.getByText('Checking with the ledger').first().waitFor({ state: 'hidden' })
    await take(`dialog-bulk-${verb.toLowerCase()}`)
    await away(page)
  }
}

export const dialogScenes: Scenes = {
  'dialog-create': async ({ page, take }) => {
    const dialog = await openTicket(page)
    await take('dialog-create')
    for (const [kind, name] of [
      ['FoP', 'fop'],
      ['Repo', 'repo'],
      ['Sec. Lend', 'lending'],
    ] as const) {
      await dialog.getByText(kind, { exact: true }).first().click()
      await take(`dialog-create-${name}`)
    }
    await choose(page, dialog, 'Custodian', 'Meridian Registrars').catch(() => undefined)
    await dialog.getByLabel('Counterparty', { exact: true }).click()
    await page.getByRole('option').first().waitFor()
    await take('dialog-create-counterparties')
    await away(page)
  },
  'dialog-incomplete': repo,
  'dialog-fop': fop,
  'dialog-terms': loanTerms,
  'dialog-lending': fromHolding('Create Sec. Lend Transfer', 'dialog-lending'),
  'dialog-mint': request('Mint', 'dialog-mint'),
  'dialog-burn': request('Burn', 'dialog-burn'),
  'dialog-cancel-request': cancelRequest,
  'dialog-confirm': ofRepo('PENDING', /^Confirm/, 'dialog-confirm'),
  'dialog-cancel': ofRepo('PENDING', 'Cancel', 'dialog-cancel'),
  'dialog-return': returns,
  'dialog-return-part': partReturn,
  'dialog-copy': ofRepo('SETTLED', 'Copy as new', 'dialog-copy'),
  'dialog-bulk-confirm': bulk,
  'dialog-discard': async ({ page, take }) => {
    const dialog = await openTicket(page)
    await fill(dialog, 'Description', 'Typed, then left')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard', exact: true }).waitFor()
    await take('dialog-discard')
    await away(page)
  },
  'dialog-palette': async ({ page, take }) => {
    await openTable(page, '/transactions')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('option').first().waitFor()
    await take('dialog-palette')
    for (const [text, name] of [
      ['baltic', 'found'],
      ['zzzz', 'none'],
    ] as const) {
      await dialog.getByRole('combobox').fill(text)
      await page.getByText('Searching…').waitFor({ state: 'hidden' })
      await page.waitForTimeout(1_000)
      await take(`dialog-palette-${name}`)
    }
    await away(page)
  },
  'dialog-keys': async ({ page, take }) => {
    await openTable(page, '/transactions')
    await firstRow(page).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await take('dialog-keys')
    await away(page)
  },
}
