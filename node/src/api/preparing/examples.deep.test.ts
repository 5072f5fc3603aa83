// The examples of docs/http-api.md, in the languages that this machine has: two servers, a real ledger, and no line of the SDK.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DeliveryId } from '@connex/protocol'
import { getTransfer } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../../testkit/src/fixtures/market.ts'

const root = join(import.meta.dirname, '../../../..')
const examples = join(root, 'docs/examples/http')
const cache = join(root, 'node_modules/.cache/http-examples')

const run = promisify(execFile)

let market: MarketFixture
beforeAll(async () => {
  market = await startMarketFixture()
  await mint(market, await openRegistry(market, 'DE000CNX0017'), 10_000n)
  await mkdir(cache, { recursive: true })
})
afterAll(() => market.stop())

/** What a program of an example needs to know. */
function environment(): NodeJS.ProcessEnv {
  const { north, south, alpenbank, baltic, registrar } = market
  return {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    SELLER_URL: north.node.url,
    SELLER_KEY: alpenbank.user.key,
    BUYER_URL: south.node.url,
    BUYER_KEY: baltic.user.key,
    BUYERS_ACCOUNT: '22',
    REGISTRAR_URL: north.node.url,
    REGISTRAR_KEY: registrar.user.key,
  }
}

/** Undefined where it cannot be had: no interpreter, or no registry of packages. */
async function python(): Promise<string | undefined> {
  const installed = join(cache, 'python/bin/python')
  try {
    if (!existsSync(installed)) {
      await run('python3', ['-m', 'venv', join(cache, 'python')])
      await run(installed, ['-m', 'pip', 'install', '--quiet', '-r', join(examples, 'requirements.txt')])
    }
    await run(installed, ['-c', 'import eth_account'])
    return installed
  } catch {
    return undefined
  }
}

/** The ids that a program prints: a transfer, a repo and its return settled, one more canceled. */
async function expectDone(output: string): Promise<void> {
  const ids = [...output.matchAll(/0x[0-9a-f]{64}/g)].map(([id]) => DeliveryId.parse(id))
  const states = await Promise.all(
    ids.map(async (id) => (await getTransfer(market.alpenbank.client, id)).state),
  )
  expect(states).toEqual(['SETTLED', 'SETTLED', 'SETTLED', 'CANCELED'])
}

test('Python: a transfer and a repo, settled, and a transfer canceled', async ({ skip }) => {
  const interpreter = await python()
  if (interpreter === undefined) return skip('This machine has no Python 3 with eth-account.')
  const { stdout } = await run(interpreter, [join(examples, 'transfers.py')], { env: environment() })
  await expectDone(stdout)
})

/** A server that prepares something else than was wanted. */
const DECEIVING = `
import sys
sys.path.insert(0, ${JSON.stringify(examples)})
from transfers import buyer, first_holding, seller
asset = {**first_holding(), "transferType": "FOP", "quantity": "100", "direction": "DELIVER",
         "counterpartyAddr": buyer.tenant, "description": "Rebalancing"}
honest = seller.post
for changed in ({"quantity": "1000"}, {"counterpartyAddr": asset["registrarAddr"]},
                {"description": "Another"}, {"valueDate": 1798761600}):
    seller.post = lambda path, body: honest(path, {**body, **changed} if path.endswith("/prepare") else body)
    try:
        print(seller.create({**asset, "valueDate": 0} if "valueDate" in changed else asset))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
`

test('Python: what the server prepares is checked before it is signed', async ({ skip }) => {
  const interpreter = await python()
  if (interpreter === undefined) return skip('This machine has no Python 3 with eth-account.')
  const { stdout } = await run(interpreter, ['-c', DECEIVING], { env: environment() })
  expect(stdout.trim().split('\n')).toEqual([
    'NotWhatWasWanted: Not signed: another quantity.',
    'NotWhatWasWanted: Not signed: other parties.',
    'NotWhatWasWanted: Not signed: another description.',
    'NotWhatWasWanted: Not signed: another value date.',
  ])
})
