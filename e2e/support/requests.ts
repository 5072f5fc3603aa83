import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Sandbox } from './sandbox.ts'
import { rowOf } from './transfers.ts'

/** The sandbox leaves one pending for each investor, with one of the custodians: its row, and whose table it stands in. */
export async function findRequest(page: Page, sandbox: Sandbox, path: string, description: string) {
  const row = rowOf(page, description)
  for (const { key, label } of sandbox.description.custodians) {
    await page.goto(`/custodians/${key}/${path}`)
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    if ((await row.count()) > 0) return { row, custodian: label }
  }
  throw new Error(`the sandbox has no request ${description}`)
}
