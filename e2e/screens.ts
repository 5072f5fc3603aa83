// `npm run screens`: pictures of every screen, dialog, popup and message, and of what is shown while one waits or when
// something failed. Against a sandbox of its own, or the one that SANDBOX_FILE names. With names (`npm run screens today
// dialog-repo`) only the scenes that begin like them, and with SETTING=light,dark-phone only in these. All of them are some
// 50 MB, too much for the repository: only the ones that the README shows go to docs/screens, the others to a folder that
// git ignores. With BROWSER=firefox they show an installed Firefox, and all go there.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { chromiumPath, launchArguments } from '../tools/browser.ts'
import { loginScenes, signedInScenes } from './screens/scenes.ts'
import { SETTINGS } from './screens/stage.ts'
import type { Scenes, Setting, Stage } from './screens/stage.ts'
import { findFirefox, launchFirefox } from './support/firefox.ts'
import { unlock } from './support/navigation.ts'
import { openSandbox, startSandbox, walletOf } from './support/sandbox.ts'

const root = join(import.meta.dirname, '..')
const shown = join(root, 'docs', 'screens')
const others = process.env['SCREENS_FOLDER'] ?? join(root, '.screens')
const inDocuments = await readFile(join(root, 'README.md'), 'utf8')
const wanted = process.argv.slice(2)
const running = process.env['SANDBOX_FILE']
const sandbox = running === undefined ? await startSandbox() : await openSandbox(running)
const wallet = walletOf(sandbox, 'a.keller')
const [custodian] = sandbox.description.custodians
if (custodian === undefined) throw new Error('the sandbox has no custodians')
const custodianKey = custodian.key
const missed: string[] = []
let count = 0

await mkdir(shown, { recursive: true })
await mkdir(others, { recursive: true })
const isFirefox = process.env['BROWSER'] === 'firefox'
const browser = isFirefox
  ? await launchFirefox(findFirefox() ?? 'firefox')
  : await chromium.launch({ executablePath: await chromiumPath(), args: [...launchArguments] })
const only = process.env['SETTING']
for (const setting of SETTINGS.filter(({ name }) => only === undefined || only.split(',').includes(name))) {
  for (const [name, scene] of selected(loginScenes)) {
    const page = await openPage(browser, setting)
    await play(name, scene, page, setting)
    await page.context().close()
  }
  const inside = selected(signedInScenes)
  if (inside.length === 0) continue
  const page = await openPage(browser, setting)
  await page.goto('/login')
  await unlock(page, wallet.file, wallet.password)
  await page.waitForURL(/\/custodians$/, { timeout: 60_000 })
  for (const [name, scene] of inside) await play(name, scene, page, setting)
  await page.context().close()
}
await browser.close()
await sandbox.stop()
process.stdout.write(`${count} pictures\n`)
if (missed.length > 0) {
  process.stderr.write(`Not taken:\n${missed.join('\n')}\n`)
  process.exitCode = 1
}

function selected(scenes: Scenes) {
  return Object.entries(scenes).filter(
    ([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
  )
}

async function openPage(
  from: Pick<Browser, 'newContext'>,
  { style, width, height, isPhone }: Setting,
): Promise<Page> {
  const context = await from.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    baseURL: wallet.url,
    isMobile: isPhone && !isFirefox,
    hasTouch: isPhone,
  })
  await context.addInitScript((theme) => localStorage.setItem('connex.theme', theme), style)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

/** A scene that fails is named in the end, and costs no other its picture. */
async function play(name: string, scene: Scenes[string], page: Page, setting: Setting): Promise<void> {
  const stage: Stage = { page, sandbox, wallet, custodianKey, setting, take }
  try {
    await scene(stage)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    missed.push(`${name}-${setting.name}: ${reason}`)
  }
  async function take(picture: string): Promise<void> {
    const file = `${picture}-${setting.name}.png`
    // What is still on its way, and what moves, has no place in a picture.
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(inDocuments.includes(file) && !isFirefox ? shown : others, file) })
    count += 1
  }
}
