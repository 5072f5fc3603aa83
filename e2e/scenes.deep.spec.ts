// Whatever `npm run screens` takes a picture of, seen by a checker of accessibility, in both styles. With SCENES=approvals,calendar only the
// scenes that begin like them.
import { checker } from './support/axe.ts'
import { unlock } from './support/navigation.ts'
import { expect, test, walletOf } from './support/sandbox.ts'
import { loginScenes, signedInScenes } from './screens/scenes.ts'
import { SETTINGS } from './screens/stage.ts'
import type { Scenes, Stage } from './screens/stage.ts'

const wanted = process.env['SCENES']?.split(',')
const selected = (scenes: Scenes) =>
  Object.entries(scenes).filter(([name]) => wanted?.some((start) => name.startsWith(start)) ?? true)

for (const setting of SETTINGS.filter(({ name, style }) => name === style))
  test(`nothing is found in any picture, ${setting.style}`, async ({ browser, sandbox }) => {
    test.setTimeout(1_800_000)
    const wallet = walletOf(sandbox, 'a.keller')
    const custodianKey = sandbox.description.custodians[0]?.key ?? ''
    const found: string[] = []
    const open = async () => {
      const { width, height, style } = setting
      const context = await browser.newContext({ viewport: { width, height }, baseURL: wallet.url })
      await context.addInitScript((theme) => localStorage.setItem('connex.theme', theme), style)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const checked = checker(page, style)
      const play = (name: string, scene: (stage: Stage) => Promise<void>) =>
        test.step(name, async () => {
          const stage = { page, sandbox, wallet, custodianKey, setting, take: checked.check }
          await scene(stage).catch((error: Error) => found.push(`${name}: ${error.message.split('\n')[0]}`))
        })
      return { page, play, found: checked.found }
    }
    for (const [name, scene] of selected(loginScenes)) {
      const login = await open()
      await login.play(name, scene)
      found.push(...login.found)
      await login.page.context().close()
    }
    const inside = await open()
    await inside.page.goto('/login')
    await unlock(inside.page, wallet.file, wallet.password)
    await expect(inside.page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    for (const [name, scene] of selected(signedInScenes)) await inside.play(name, scene)
    await inside.page.context().close()
    expect([...found, ...inside.found]).toEqual([])
  })
