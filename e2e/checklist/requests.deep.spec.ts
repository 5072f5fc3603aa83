// The checklist, row by row: mint and burn requests. Each step names its rows by their ids.
import { readableText } from '@connex/protocol'
import type { Locator, Page } from '@playwright/test'
import { confirmAsRegistrar, everyPage, listTransfers, waitForIndex } from '@connex/sdk'
import { clientOf, expect, test } from '../support/sandbox.ts'
import { withServerFailing, signIn } from '../support/navigation.ts'
import { choose, fill, INVALID } from '../support/forms.ts'
import { findRequest, findHolding, readHoldings, rowOf } from '../support/tables.ts'
import type { Sandbox } from '../support/sandbox.ts'

const BOND = 'DE000A2LQ5M4'
const STATE = 5
const KINDS = [
  {
    kind: 'Mint',
    path: 'mint-requests',
    seeded: 'Morning deposit',
    sign: 1n,
    rows: {
      create: 'W060 E059',
      fails: 'E045',
      starts: 'R015',
      cancel: 'R016 E064',
      noCancel: 'E047',
      done: 'R017',
    },
  },
  {
    kind: 'Burn',
    path: 'burn-requests',
    seeded: 'Withdrawal to the depositary',
    sign: -1n,
    rows: {
      create: 'W061 E060',
      fails: 'E046',
      starts: 'R018',
      cancel: 'R019 E065',
      noCancel: 'E048',
      done: 'R020',
    },
  },
] as const

const REGISTRARS: Record<string, string> = {
  'Meridian Registrars': 'm.okafor',
  'Nordhafen Custody': 'n.lindqvist',
}
const state = (row: Locator) => row.getByRole('gridcell').nth(STATE)
const cellsOf = (row: Locator) => row.getByRole('gridcell').allInnerTexts()
const toUnits = (text = '') => BigInt(text.replace(/[^0-9]/g, ''))

async function actionsOf(page: Page, row: Locator): Promise<string[]> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const labels = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return labels
}

/** What the custodian does, by the SDK as its own user. */
async function confirmAs(sandbox: Sandbox, custodian: string, description: string, owner: string) {
  const [registrar, investor] = [
    await clientOf(sandbox, REGISTRARS[custodian] ?? ''),
    await clientOf(sandbox, owner),
  ]
  const own = await everyPage((page) => listTransfers(investor, page))
  const found = own.find(
    ({ description: written, deliveryState }) =>
      readableText(written ?? '') === description && deliveryState === 'PENDING',
  )
  if (found === undefined) throw new Error(`there is no pending ${description}`)
  await waitForIndex(investor, (await confirmAsRegistrar(registrar, found.deliveryId)).block)
}

test('requests as the sandbox leaves them: pending, then done by the custodian', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(600_000)
  const page = await signIn(browser, sandbox, 'b.moser')
  for (const { path, seeded, rows, sign } of KINDS) {
    const before = await readHoldings(page)
    const { row, custodian } = await findRequest(page, sandbox, path, seeded)
    await test.step(`${rows.starts} it is Pending before the registrar has acted`, () =>
      expect(state(row)).toHaveText(/^Pending/))
    const [, instrument = '', , quantity, account = ''] = await cellsOf(row)
    // Its name is above its code.
    const identifier = instrument.split('\n').at(-1)?.trim() ?? ''
    await test.step(`${rows.done} confirmed by the registrar it is Done, and the holding has changed by it`, async () => {
      await confirmAs(sandbox, custodian, seeded, 'b.moser')
      await expect(state(row)).toHaveText(/^Done/)
      expect(await actionsOf(page, row)).toEqual(['Copy as new'])
      const [was, is] = [before, await readHoldings(page)].map(
        (all) => findHolding(all, identifier, account).quantity,
      )
      expect((is ?? 0n) - (was ?? 0n)).toBe(sign * toUnits(quantity))
    })
  }
  await page.context().close()
})

test('requests are canceled after a question, and remain if it is declined or fails', async ({
  browser,
  sandbox,
}) => {
  test.setTimeout(600_000)
  const page = await signIn(browser, sandbox, 'p.marchand')
  for (const { kind, path, seeded, rows } of KINDS) {
    const { row } = await findRequest(page, sandbox, path, seeded)
    const title = `Cancel this ${kind.toLowerCase()} request?`
    const dialog = page.getByRole('dialog', { name: title })
    const ask = async () => {
      await row.getByRole('button', { name: 'Row actions' }).click()
      await page.getByRole('menuitem', { name: 'Cancel request' }).click()
      await expect(dialog.getByText('Ledger check passed')).toBeVisible()
    }
    await test.step(`${rows.cancel.slice(0, 4)} declined, nothing changes`, async () => {
      await ask()
      await dialog.getByRole('button', { name: 'Keep request' }).click()
      await expect(dialog).toBeHidden()
      await expect(state(row)).toHaveText(/^Pending/)
    })
    await test.step(`${rows.noCancel} where it fails, it says why`, async () => {
      await ask()
      await withServerFailing(page, '**/publish-raw-tx', async () => {
        await dialog.getByRole('button', { name: 'Cancel request' }).click()
        const sentence = dialog.getByText(`Could not cancel ${kind.toLowerCase()} request. `)
        await expect(sentence).toBeVisible({ timeout: 60_000 })
        expect((await sentence.innerText()).length).toBeGreaterThan(
          `Could not cancel ${kind} request. `.length,
        )
      })
    })
    await test.step(`${rows.cancel} accepted, it is canceled, and offers it no more`, async () => {
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await expect(page.getByText(`${kind} request canceled`)).toBeVisible({ timeout: 60_000 })
      await expect(state(row)).toHaveText(/^Canceled/)
      expect(await actionsOf(page, row)).toEqual(['Copy as new'])
    })
  }
  await page.context().close()
})

test('requests are created in a dialog that asks for what they need', async ({ browser, sandbox }, info) => {
  test.setTimeout(600_000)
  const page = await signIn(browser, sandbox, 'b.moser')
  const [custodian] = sandbox.description.custodians
  for (const one of KINDS) {
    const { kind, path, rows } = one
    await page.goto(`/custodians/${custodian?.key}/${path}`)
    const dialog = page.getByRole('dialog', { name: `Create ${kind} Request` })
    const open = page.getByRole('button', { name: `Create ${kind} Request` })
    await test.step(`${rows.create.slice(0, 4)} it opens, closes with Escape, and asks for four things`, async () => {
      await open.click()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await open.click()
      await dialog.getByRole('button', { name: 'Review' }).click()
      await expect(dialog.getByText(INVALID)).toBeVisible()
      await expect(dialog.getByText('Required', { exact: true })).toHaveCount(4)
    })
    const description = `${kind} ${info.repeatEachIndex} of ${Date.now()}`
    await fillRequest(page, dialog, description)
    await test.step(`${rows.fails} where it fails, the form keeps its input`, async () => {
      await dialog.getByRole('button', { name: 'Review' }).click()
      await expect(dialog.getByText('Ledger check passed')).toBeVisible()
      await withServerFailing(page, '**/publish-raw-tx', async () => {
        await dialog.getByRole('button', { name: 'Sign and request' }).click()
        const sentence = dialog.getByText(
          `Could not create ${kind.toLowerCase()} request. Please try again.`,
          {
            exact: true,
          },
        )
        await expect(sentence).toBeVisible({ timeout: 60_000 })
      })
      await expect(dialog.getByLabel('Description')).toHaveValue(description)
    })
    await test.step(`${rows.create} done, it says so, and its row is in the table`, async () => {
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await expect(page.getByText(`${kind} request created`)).toBeVisible({ timeout: 60_000 })
      await expect(rowOf(page, description)).toBeVisible()
    })
  }
  await page.context().close()
})

async function fillRequest(page: Page, dialog: Locator, description: string): Promise<void> {
  await choose(page, dialog, 'Instrument', BOND)
  await dialog.getByLabel('Account', { exact: true }).click()
  await page.getByRole('option').first().click()
  await fill(dialog, 'Quantity', '3')
  await fill(dialog, 'Description', description)
}
