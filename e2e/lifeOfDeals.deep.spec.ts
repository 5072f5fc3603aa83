// Deals as several parties live them: a custodian that refuses its part of an exchange, and a day's proposals approved in one go.
import { formatQuantity } from '@connex/protocol'
import type { Address, DeliveryId, Position } from '@connex/protocol'
import {
  cancelTransfer,
  confirmAsRegistrar,
  createFopTransfer,
  getDeal,
  getTransfer,
  listAccounts,
  listPositions,
  listTransfers,
  sendForApproval,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { Page } from '@playwright/test'
import { requireSignatures } from './support/approvals.ts'
import { confirmBy, makeTransfer, openDesk, untilSettled } from './support/desks.ts'
import type { Desk } from './support/desks.ts'
import { choose, fill } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { clientOf, expect, startSandbox, test as base } from './support/sandbox.ts'
import type { Sandbox } from './support/sandbox.ts'
import { signUntested } from './support/substitution.ts'
import { openTransfer } from './support/tables.ts'

/** A sandbox whose custodians confirm nothing automatically. */
const test = base.extend<object, { patient: Sandbox }>({
  patient: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const sandbox = await startSandbox({ custodianDelay: 3_600 })
      await use(sandbox)
      await sandbox.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const LENT = 'DE000A2LQ5M4'
const COUNT = 50

const available = async (
  { client, tenantAddr }: Desk,
  { registryManagerAddr, registryId, account }: Position,
) => {
  const query = { registryManagerAddr, registryId, account, owner: tenantAddr }
  return (await listPositions(client, query)).items[0]?.available
}

const confirmWhenReady = (custodian: Client, deliveryId: DeliveryId): Promise<void> =>
  expect
    .poll(() => confirmAsRegistrar(custodian, deliveryId).then(() => 'confirmed', String), {
      timeout: 30_000,
    })
    .toBe('confirmed')

/** The delivery with this description that has not ended, once the desk's server has it. */
async function pendingDelivery({ client }: Desk, description: string): Promise<DeliveryId> {
  const find = async () => {
    const { items } = await listTransfers(client, { where: [`description:is:${description}`] })
    return items.find(({ deliveryState }) => deliveryState !== 'CANCELED' && deliveryState !== 'SETTLED')
  }
  await expect.poll(async () => (await find())?.detailsStatus).toBe('SYNCED')
  return (await find())?.deliveryId as DeliveryId
}

/** Something that a desk holds with this custodian, and much of it. */
async function heldWith({ client, tenantAddr }: Desk, key: string, except: string): Promise<Position> {
  const [registryManagerAddr, registrarAddr] = key.split(':') as [Address, Address]
  const { items } = await listPositions(client, { registryManagerAddr, registrarAddr, owner: tenantAddr })
  const found = items.find(({ identifier, available }) => identifier !== except && BigInt(available) > 1000n)
  if (found === undefined) throw new Error(`nothing is held with ${key}`)
  return found
}

/** Where a desk receives with this custodian. */
async function accountWith({ client }: Desk, key: string): Promise<string> {
  const [registryManagerAddr, registrarAddr] = key.split(':') as [Address, Address]
  const { items } = await listAccounts(client, { registryManagerAddr, registrarAddr })
  return items[0]?.accountNum ?? ''
}

/** All collateral of the deal out, 100 of each of these in, signed in the client. */
async function substitute(
  page: Page,
  description: string,
  given: readonly Position[],
  { labels, name }: { labels: readonly string[]; name: string },
) {
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, description)
  await panel.getByRole('button', { name: 'Substitute…' }).click()
  const form = page.getByRole('dialog', { name: 'Substitute Collateral' })
  for (const [index, position] of given.entries()) {
    const n = index + 1
    if (n > 1) await form.getByRole('button', { name: 'Add another instrument' }).click()
    await choose(page, form, `Custodian ${n}`, labels[index] ?? '')
    await choose(page, form, `Instrument and account ${n}`, position.label ?? position.identifier)
    await fill(form, `Quantity ${n}`, formatQuantity(100n, position.decimals))
  }
  await fill(form, 'Description', name)
  await signUntested(page, form)
}

/** The other side confirms in the client, into an account with each custodian, by the custodian's name. */
async function confirmInClient(
  page: Page,
  description: string,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  await goTo(page, 'Transactions')
  const panel = await openTransfer(page, description)
  await panel.getByRole('button', { name: /^Confirm/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Confirm/ })
  for (const [label, account] of accounts) {
    await dialog.getByLabel(`Receive into account at ${label}`).click()
    await page.getByRole('option', { name: account }).click()
  }
  await expect(dialog.getByText('Ledger check passed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and confirm' }).click()
  await expect(page.getByText('Transfer confirmed').first()).toBeVisible()
}

test('a loan’s collateral is exchanged for securities of two custodians: one refuses and nothing moves, then both confirm', async ({
  browser,
  patient: sandbox,
}, info) => {
  test.setTimeout(420_000)
  const description = `Loan ${info.repeatEachIndex} of ${Date.now()}`
  const alpenbank = await openDesk(sandbox, 'a.keller', { identifier: LENT })
  const baltic = await openDesk(sandbox, 'k.tamm')
  const [meridian, nordhafen] = [await clientOf(sandbox, 'm.okafor'), await clientOf(sandbox, 'n.lindqvist')]
  const { deliveryId: opening } = await makeTransfer('SEC_LEND', [alpenbank, baltic], { description })
  await confirmBy(baltic, opening)
  await confirmWhenReady(meridian, opening)
  await untilSettled(baltic, opening)

  const { custodians } = sandbox.description
  const labels = custodians.map(({ label }) => label)
  const given = await Promise.all(
    custodians.map(({ key }) => heldWith(baltic, key, baltic.holding.identifier)),
  )
  const accounts = new Map(
    await Promise.all(
      custodians.map(async ({ key, label }) => [label, await accountWith(alpenbank, key)] as const),
    ),
  )
  const availableToBaltic = () => Promise.all([baltic.holding, ...given].map((one) => available(baltic, one)))
  const before = await availableToBaltic()
  const borrower = await signIn(browser, sandbox, 'k.tamm')
  const lender = await signIn(browser, sandbox, 'a.keller')
  const [first, second] = [1, 2].map((n) => `Exchange ${n} of ${Date.now()}`) as [string, string]
  await substitute(borrower, description, given, { labels, name: first })
  const refused = await pendingDelivery(alpenbank, first)
  await confirmInClient(lender, first, accounts)
  await test.step('the first custodian confirms, the second refuses: nothing has moved, and nothing is earmarked', async () => {
    await confirmWhenReady(meridian, refused)
    expect((await getTransfer(alpenbank.client, refused)).deliveryState).not.toBe('SETTLED')
    await cancelTransfer(nordhafen, { deliveryId: refused, reason: 'Account is blocked' })
    await expect(borrower.getByRole('list', { name: 'Events' }).getByText('Canceled')).toBeVisible()
    await borrower.getByRole('button', { name: /^Substitution/ }).click()
    for (const page of [borrower, lender])
      await expect(page.getByText(/Nordhafen Custody: Account is blocked/).first()).toBeVisible()
    const { deal } = await getDeal(alpenbank.client, opening)
    expect(deal.lots.map(({ outstanding, inFlight, arriving }) => [outstanding, inFlight, arriving])).toEqual(
      deal.lots.map(() => [3n, 0n, 0n]),
    )
    await expect.poll(availableToBaltic).toEqual(before)
  })
  await test.step('another one settles as a whole once both have confirmed, and both sides have one deal', async () => {
    await substitute(borrower, description, given, { labels, name: second })
    const settled = await pendingDelivery(alpenbank, second)
    await confirmInClient(lender, second, accounts)
    await confirmWhenReady(nordhafen, settled)
    await confirmWhenReady(meridian, settled)
    await untilSettled(alpenbank, settled)
    await untilSettled(baltic, settled)
    const [mine, theirs] = await Promise.all(
      [alpenbank, baltic].map(async ({ client }) => (await getDeal(client, opening)).deal),
    )
    expect(mine?.hash).toBe(theirs?.hash)
    expect(mine?.warnings).toEqual([{ code: 'valueUntested', deliveryId: settled }])
    expect(mine?.events.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'OPENING SETTLED',
      'SUBSTITUTION CANCELED',
      'SUBSTITUTION SETTLED',
    ])
  })
  await borrower.context().close()
  await lender.context().close()
})

test('a second user approves fifty proposals in one go, and all fifty are on the ledger', async ({
  browser,
  patient: sandbox,
}, info) => {
  test.setTimeout(600_000)
  const mark = `Fifty ${info.repeatEachIndex} of ${Date.now()}`
  const [desk, baltic] = [
    await openDesk(sandbox, 'a.keller', { identifier: LENT }),
    await openDesk(sandbox, 'k.tamm'),
  ]
  const { account } = desk.holding
  await requireSignatures(sandbox, desk, 2)
  try {
    for (let n = 1; n <= COUNT; n++)
      await sendForApproval(desk.client, (approval) =>
        createFopTransfer(
          desk.client,
          {
            ...desk.keeper,
            registryId: desk.holding.registryId,
            account,
            quantity: BigInt(n),
            direction: 'DELIVER',
            counterpartyAddr: baltic.tenantAddr,
            description: `${mark}, number ${n}`,
          },
          approval,
        ),
      )
    const page = await signIn(browser, sandbox, 'b.moser')
    await goTo(page, 'Approvals')
    const all = page.getByRole('checkbox', { name: 'Select all that can be approved' })
    await expect(all).toBeVisible({ timeout: 60_000 })
    await all.focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: `Review ${COUNT}` }).click()
    const dialog = page.getByRole('dialog', { name: `Review ${COUNT} proposals` })
    // 1 + 2 + … + 50
    await expect(dialog).toContainText('1,275')
    const approve = dialog.getByRole('button', { name: `Approve and publish ${COUNT}` })
    await expect(approve).not.toHaveAttribute('aria-disabled', { timeout: 120_000 })
    await approve.click()
    await expect(dialog).toContainText(`${COUNT} approved`, { timeout: 300_000 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    // Fifty approvals use up the 300 requests that a wallet signs a minute: the list is read once that minute is over.
    await expect(page.getByText('Nothing is waiting for your approval')).toBeVisible({ timeout: 90_000 })
    await page.context().close()
    const known = () => listTransfers(baltic.client, { filter: mark, itemsPerPage: 100 })
    await expect.poll(async () => (await known()).totalItemCount, { timeout: 60_000 }).toBe(COUNT)
  } finally {
    await requireSignatures(sandbox, desk, 1)
  }
})
