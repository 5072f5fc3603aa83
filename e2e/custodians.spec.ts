// A custodian's panel, from wherever its name leads to it.
import { signIn } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

test('a custodian opens beside its table, from its card and from a holding, and leads into the tables', async ({
  browser,
  sandbox,
}) => {
  const [custodian, other] = sandbox.description.custodians
  if (custodian === undefined || other === undefined) throw new Error('the sandbox has two custodians')
  const page = await signIn(browser, sandbox, 'a.keller')
  const panel = page.getByRole('complementary', { name: custodian.label })
  await test.step('a link that was cut off opens no custodian, and says so', async () => {
    await page.goto(`/custodians?row=${custodian.key.slice(0, -1)}`)
    await expect(page.getByRole('complementary')).toContainText('Custodian not found')
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/custodians$/)
    // Where the panel was lies a button of the table now, whose tooltip takes every click until the mouse moves.
    await page.mouse.move(0, 0)
  })
  await test.step('from its card: who it is, what lies with it, what it still has to do', async () => {
    await page
      .getByRole('heading', { name: custodian.label })
      .getByRole('link', { name: custodian.label })
      .click()
    await expect(page).toHaveURL(/\/custodians\?row=0x/)
    await expect(panel).toContainText('529900MERIDIANRE0056')
    const waiting = panel.getByRole('list', { name: 'Waiting for this custodian' }).getByRole('listitem')
    await expect(waiting.first()).toContainText(/(Note|Bond|Covered|Fund|20\d\d).* · .*since/)
    await expect(panel.getByText('Identifier', { exact: true })).toBeVisible()
    await expect(panel.getByRole('list', { name: 'Your accounts' }).getByRole('listitem')).toHaveCount(2)
    const registries = panel.getByRole('list', { name: 'Registries' })
    await expect(registries).toContainText('Holdings in accounts')
    await expect(registries).toContainText('this custodian')
  })
  await test.step('by keys, from its row', async () => {
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    await page.getByRole('row').filter({ hasText: other.label }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: other.label })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(panel).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })
  await test.step('from a holding, and back to it', async () => {
    await page.getByRole('row').filter({ hasText: custodian.label }).getByRole('gridcell').first().click()
    await panel.getByRole('list', { name: 'Your holdings' }).getByRole('button').first().click()
    await expect(page).toHaveURL(/\/holdings\?custodian=0x.*identifier=is/)
    const row = page.getByRole('region', { name: 'Holdings' }).getByRole('row').nth(1)
    await row.getByRole('gridcell').nth(1).click()
    const holding = page.getByRole('complementary')
    await expect(holding).toContainText('Earmarked for')
    await holding.getByRole('link', { name: custodian.label }).click()
    await expect(panel).toContainText('Pending requests')
    await expect(page).toHaveURL(/\/holdings\?.*identifier=is/)
    await page.goBack()
    await expect(page.getByRole('complementary')).toContainText('Earmarked for')
  })
  await page.context().close()
})
