// Before the session: the login, why it refuses, and the help. Each in a page of its own that nobody has signed in to.
import { unlock } from '../support/navigation.ts'
import { walletOf } from '../support/sandbox.ts'
import { withRoute } from './stage.ts'
import type { Scenes, Stage } from './stage.ts'

const refused =
  (user: string, text: string | RegExp, name: string) =>
  async ({ page, take, sandbox }: Stage): Promise<void> => {
    const { file, password, url } = walletOf(sandbox, user)
    await page.goto(`${url}/login`)
    await unlock(page, file, password)
    await page.getByText(text).first().waitFor({ timeout: 60_000 })
    await take(name)
  }

export const loginScenes: Scenes = {
  login: async ({ page, take, wallet }) => {
    await page.goto('/login')
    await page.getByLabel('Wallet file').waitFor({ state: 'attached' })
    await take('login')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('Required').first().waitFor()
    await take('login-incomplete')
    await page.getByLabel('Wallet file').setInputFiles(wallet.file)
    await take('login-file')
    await unlock(page, wallet.file, 'not the password')
    await page.getByText('incorrect password').waitFor({ timeout: 60_000 })
    await take('login-error')
    await withRoute(page, /\/platform\/(me|login)/, 'never', async () => {
      await unlock(page, wallet.file, wallet.password)
      await page.getByText('Checking your account').waitFor({ timeout: 60_000 })
      await take('login-progress')
    })
  },
  help: async ({ page, take }) => {
    await page.goto('/help.html')
    await page.getByRole('heading', { name: 'Help' }).waitFor()
    await take('help')
  },
  'login-locked': refused('l.riegel', /Account remains locked until/, 'login-locked'),
  'login-not-configured': refused('f.holm', /not configured correctly/, 'login-not-configured'),
  'login-other-server': async ({ page, take, sandbox }) => {
    const { file, password } = walletOf(sandbox, 'k.tamm')
    await page.goto('/login')
    await unlock(page, file, password)
    await page.getByText(/did not accept this wallet/).waitFor({ timeout: 60_000 })
    await take('login-other-server')
  },
  restricted: async ({ page, take, sandbox }) => {
    const { file, password } = walletOf(sandbox, 'r.lesser')
    await page.goto('/login')
    await unlock(page, file, password)
    await page.getByRole('heading', { name: 'Restricted Access' }).waitFor({ timeout: 60_000 })
    await take('restricted')
  },
}
