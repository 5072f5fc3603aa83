// Where the pictures are taken: a signed-in page in one style and size, and the ways around it that all scenes share.
import type { Locator, Page } from '@playwright/test'
import { leaveForm } from '../support/forms.ts'
import type { Sandbox, walletOf } from '../support/sandbox.ts'

export type Setting = {
  /** `light-phone`: the end of the pictures' names. */
  name: string
  style: 'light' | 'dark'
  width: number
  height: number
  isPhone: boolean
}

export type Stage = {
  page: Page
  sandbox: Sandbox
  wallet: ReturnType<typeof walletOf>
  /** Of the first custodian. */
  custodianKey: string
  setting: Setting
  take: (name: string) => Promise<void>
}

/** By the name of the first picture that it takes. */
export type Scenes = Readonly<Record<string, (stage: Stage) => Promise<void>>>

const PHONE = { width: 390, height: 844, isPhone: true }
const DESK = { width: 1440, height: 900, isPhone: false }

/** Both styles where most people work; one where the layout differs. */
export const SETTINGS: readonly Setting[] = [
  { name: 'light', style: 'light', ...DESK },
  { name: 'dark', style: 'dark', ...DESK },
  { name: 'light-phone', style: 'light', ...PHONE },
  { name: 'dark-phone', style: 'dark', ...PHONE },
  { name: 'light-wide', style: 'light', width: 1920, height: 1080, isPhone: false },
  { name: 'light-tablet', style: 'light', width: 768, height: 1024, isPhone: false },
]

const CARD = 'main ul > li:is(:has(dl), [data-own])'

/** A row of the table, or its card on a phone. */
export const firstRow = (page: Page): Locator =>
  page.locator(`tr[data-row="0"], ${CARD}`).filter({ visible: true }).first()

/** The first row, or card, with this text. */
export const rowWith = (page: Page, text: string): Locator =>
  page.locator(`tr[data-row], ${CARD}`).filter({ hasText: text, visible: true }).first()

/** What opens the row with this text: a cell of it, or a button of its card. */
export function opener(page: Page, text: string | RegExp): Locator {
  const row = page.locator('tr[data-row]').filter({ hasText: text }).getByRole('gridcell').nth(1)
  const card = page.locator(CARD).filter({ hasText: text }).getByRole('button').first()
  return row.or(card).filter({ visible: true }).first()
}

export const panelOf = (page: Page): Locator => page.getByRole('complementary')

/** A table with its rows. */
export async function openTable(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('status').filter({ hasText: / of / }).waitFor()
  await firstRow(page).waitFor()
}

export async function rowAction(
  page: Page,
  name: string | RegExp,
  row: Locator = firstRow(page),
): Promise<Locator> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** A tool of the table, by its name. */
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first()

/** Closes what is open, without saving. */
export const away = (page: Page): Promise<void> => leaveForm(page)

/** While requests to these addresses are answered in this way; afterward the page is left. */
export async function withRoute(
  page: Page,
  path: string | RegExp,
  answer: 'never' | 'fail',
  act: () => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (answer === 'never') await gate.promise
    await route.abort().catch(() => undefined)
  })
  try {
    await act()
  } finally {
    gate.resolve()
    await page.unroute(path)
  }
}
