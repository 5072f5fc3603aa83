// A desk on a ledger whose blocks are not final at once: what a chain reorg takes back while the page is open.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryJournal, createWalletFile, createFopTransfer } from '@connex/sdk'
import type { SignedTransaction } from '@connex/sdk'
import { openRegistry, startPlatformFixture } from '../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../testkit/src/fixtures/platform.ts'
import { unlock } from './support/navigation.ts'
import { expect, test } from './support/sandbox.ts'

const PASSWORD = 'chain reorg'

let world: PlatformFixture
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connex-reorg-'))
  const webRoot = join(import.meta.dirname, '../web/dist')
  const environment = { CONFIRMATIONS: '8', WEB_ROOT: webRoot }
  world = await startPlatformFixture({ environment })
  const key = Buffer.from(world.keys.alpen.slice(2), 'hex')
  await writeFile(join(folder, 'wallet.json'), await createWalletFile(key, PASSWORD, { n: 2 ** 13 }))
})
test.afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a transfer that the ledger takes back comes again, and the desk reads both', async ({ browser }) => {
  const bond = await openRegistry(world, 'DE000A1EWWW0', 1000n)
  const journal = createMemoryJournal()
  const client = { ...world.clients.alpen, journal }
  const { txHash } = await createFopTransfer(client, {
    ...bond.asset(bond.alpen, 100n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'Collateral',
  })
  const wallet = `31337:${client.signer?.address ?? ''}`
  const signed = await journal.read(wallet)
  expect(signed).toMatchObject([{ txHash }])

  const context = await browser.newContext({ baseURL: world.url })
  const page = await context.newPage()
  try {
    await page.goto('/')
    // The journal of this browser has what it signed.
    await page.evaluate(
      ([name, stored]) => localStorage.setItem(`connex.signed.${name}`, JSON.stringify(stored)),
      [wallet, signed] as [string, SignedTransaction[]],
    )
    await unlock(page, join(folder, 'wallet.json'), PASSWORD)
    await expect(page).toHaveURL(/\/custodians$/, { timeout: 60_000 })
    await page.goto('/transactions')
    await expect(page.getByRole('grid').locator('tbody tr')).toHaveCount(1)

    await world.rpc('evm_setAutomine', false)
    await world.rpc('anvil_reorg', 1, [])
    await world.rpc('anvil_mine', '0x1')
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts).toContainText(
      'The ledger took back one of your transactions. It is being sent again',
    )
    await page.screenshot({ path: test.info().outputPath('taken-back.png') })
    await world.rpc('evm_setAutomine', true)
    await world.rpc('evm_mine')
    await expect(toasts).toContainText('The transaction that the ledger took back has executed again')
    await expect(toasts).toContainText('Creation · FoP with baltic')
    await page.screenshot({ path: test.info().outputPath('executed-again.png') })
    expect(await world.rpc('eth_getTransactionReceipt', txHash)).toMatchObject({ status: '0x1' })
    await expect(page.getByRole('grid').locator('tbody tr')).toHaveCount(1)

    await test.step('also a page that opens after it says so at once', async () => {
      await page.goto('about:blank')
      await world.rpc('evm_setAutomine', false)
      await world.rpc('anvil_reorg', 2, [])
      await world.rpc('anvil_mine', '0x1')
      await page.goto('/transactions')
      await expect(toasts).toContainText('It is being sent again: do not repeat it')
      await world.rpc('evm_setAutomine', true)
      await world.rpc('evm_mine')
      await expect(toasts).toContainText('The transaction that the ledger took back has executed again')
    })
  } finally {
    await context.close()
  }
})
