// A server as the documents set it up: it serves the client on a ledger of its own, without a configuration file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletFile } from '@connex/sdk'
import { startPlatformFixture } from '../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../testkit/src/fixtures/platform.ts'
import { startAnvil } from '../testkit/src/ledger/anvil.ts'
import { unlock } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const PASSWORD = 'served client'

let world: PlatformFixture
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connex-served-'))
  const running = await startAnvil({ chainId: 4242 })
  const environment = { WEB_ROOT: join(import.meta.dirname, '../web/dist') }
  world = await startPlatformFixture({ ledger: { running }, environment })
  const key = Buffer.from(world.keys.alpen.slice(2), 'hex')
  await writeFile(join(folder, 'wallet.json'), await createWalletFile(key, PASSWORD, { n: 2 ** 13 }))
})
test.afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

test('without CLIENT_CONFIG_FILE a user logs in on chain 4242', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.url })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await unlock(page, join(folder, 'wallet.json'), PASSWORD)
    await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    const config = await page.request.get('/config/config.json')
    expect(await config.json()).toMatchObject({ apiUrl: '/', chainId: 4242 })
  } finally {
    await context.close()
  }
})
