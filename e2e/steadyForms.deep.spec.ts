// On a slow line the parts of a form arrive one after the other. None may move the button that the user is about to press.
import type { Page } from '@playwright/test'
import { openDesk, openRepo } from './support/desks.ts'
import { dayFromNow } from './support/forms.ts'
import { goTo, signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'
import { openTransfer } from './support/tables.ts'

const STEP_MS = 300

/** Each answer arrives later than the one before. */
async function slowDown(page: Page) {
  let isSlow = true
  let begun = 0
  let onTheirWay = 0
  const cached = new Set<string>()
  await page.route(/\/(assets|api)\/(?!.*stream)/, async (route) => {
    const url = route.request().url()
    // A file that was fetched comes from the browser's cache, which a routed page does without.
    if (!isSlow || cached.has(url)) return route.continue()
    if (url.includes('/assets/')) cached.add(url)
    begun += 1
    onTheirWay += 1
    await new Promise((resolve) => setTimeout(resolve, begun * STEP_MS))
    await route.continue()
    onTheirWay -= 1
  })
  return {
    onTheirWay: () => onTheirWay,
    /** From now on answers are quick; those on their way stay slow. */
    stop: () => (isSlow = false),
  }
}

/** The place of the form's button: when the form appears, and once everything has arrived. */
async function watchButton(page: Page, open: () => Promise<void>) {
  const line = await slowDown(page)
  await open()
  const dialog = page.getByRole('dialog')
  const review = dialog.getByRole('button', { name: 'Review' })
  await expect(review).toBeVisible({ timeout: 30_000 })
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const before = await review.boundingBox()
  const late = line.onTheirWay()
  line.stop()
  await expect.poll(line.onTheirWay, { timeout: 60_000 }).toBe(0)
  await expect(dialog.getByRole('region', { name: 'What will happen' })).toBeVisible()
  const after = await review.boundingBox()
  return { before, late, after }
}

test('no form moves its buttons when a part of it arrives late', async ({ browser, sandbox }, info) => {
  test.setTimeout(240_000)
  const description = `Steady ${info.repeatEachIndex} of ${Date.now()}`
  const desks = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'k.tamm')] as const
  await openRepo(desks, description, dayFromNow(-1))
  const custodian = sandbox.description.custodians[0]?.key ?? ''
  const openRow = async (page: Page) => {
    await goTo(page, 'Transactions')
    await openTransfer(page, description)
  }
  const openRequests = (page: Page) => page.goto(`/custodians/${custodian}/mint-requests`)
  for (const [user, button, prepare] of [
    ['a.keller', 'Create Transfer', openRow],
    ['k.tamm', 'Create Return', openRow],
    ['a.keller', 'Substitute…', openRow],
    ['a.keller', 'Create Mint Request', openRequests],
  ] as const)
    await test.step(button, async () => {
      const page = await signIn(browser, sandbox, user)
      await prepare(page)
      await expect(page.getByRole('button', { name: button })).toBeVisible()
      const { before, late, after } = await watchButton(page, () =>
        page.getByRole('button', { name: button }).click(),
      )
      expect(late).toBeGreaterThan(0)
      expect(after).toEqual(before)
      await page.context().close()
    })
})
