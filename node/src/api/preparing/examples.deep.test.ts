// The examples of docs/http-api.md, in the languages that this machine has: two servers, a real ledger, and no line of the SDK.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { DeliveryId } from '@connex/protocol'
import { getTransfer, listPositions } from '@connex/sdk'
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

const JARS = ['org.bouncycastle:bcprov-jdk18on:1.87', 'com.google.code.gson:gson:2.13.2']

/** The classpath of the compiled example; undefined where there is no JDK, or no registry of packages. */
async function java(): Promise<string | undefined> {
  const [jars, classes] = [join(cache, 'jars'), join(cache, 'classes')]
  try {
    await run('javac', ['-version'])
    if (!existsSync(jars))
      for (const jar of JARS)
        await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${jar}`, `-DoutputDirectory=${jars}`])
  } catch {
    return undefined
  }
  const sources = ['Connex.java', 'Transfers.java'].map((file) => join(examples, file))
  await run('javac', ['-cp', `${jars}/*`, '-d', classes, ...sources])
  return [classes, `${jars}/*`].join(delimiter)
}

/** The states of what a program prints the ids of: a transfer, a repo and its return, one more transfer. */
async function statesOf(output: string): Promise<string[]> {
  const ids = [...output.matchAll(/0x[0-9a-f]{64}/g)].map(([id]) => DeliveryId.parse(id))
  return Promise.all(ids.map(async (id) => (await getTransfer(market.alpenbank.client, id)).state))
}

const DONE = ['SETTLED', 'SETTLED', 'SETTLED', 'CANCELED']

test('Python: a transfer and a repo, settled, and a transfer canceled', async ({ skip }) => {
  const interpreter = await python()
  skip(interpreter === undefined, 'This machine has no Python 3 with eth-account.')
  const { stdout } = await run(String(interpreter), [join(examples, 'transfers.py')], { env: environment() })
  expect(await statesOf(stdout)).toEqual(DONE)
})

test('Java: a transfer and a repo, settled, and a transfer canceled', async ({ skip }) => {
  const classpath = await java()
  skip(classpath === undefined, 'This machine has no JDK, or no Maven that reaches a registry.')
  const { stdout } = await run('java', ['-cp', String(classpath), 'Transfers'], { env: environment() })
  expect(await statesOf(stdout)).toEqual(DONE)
})

test('Python: one call from the command line, signed or with a token, and its refusal', async ({ skip }) => {
  const interpreter = await python()
  skip(interpreter === undefined, 'This machine has no Python 3 with eth-account.')
  const { north, alpenbank } = market
  const env = { ...environment(), CONNEX_URL: north.node.url, CONNEX_KEY: alpenbank.user.key }
  const connex = (...given: string[]) =>
    run(String(interpreter), [join(examples, 'connex.py'), ...given], { env })
  const { stdout: tenants } = await connex('GET', '/platform/tenants?filter=Baltic')
  expect(JSON.parse(tenants)).toMatchObject({ items: [{ name: 'Baltic Trust Bank' }] })
  const { stdout: account } = await connex('POST', '/dlt/eth/rpc', '{"method":"eth_chainId"}')
  expect(JSON.parse(account)).toEqual({ result: '0x7a69' })
  await expect(connex('GET', '/transfer/transfers?page=0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^page: must be at least 1 \(badRequest; request [0-9a-f-]{36}\)\n$/,
    ) as string,
  })
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
  skip(interpreter === undefined, 'This machine has no Python 3 with eth-account.')
  const { stdout } = await run(String(interpreter), ['-c', DECEIVING], { env: environment() })
  expect(stdout.trim().split('\n')).toEqual([
    'NotWhatWasWanted: Not signed: another quantity.',
    'NotWhatWasWanted: Not signed: other parties.',
    'NotWhatWasWanted: Not signed: another description.',
    'NotWhatWasWanted: Not signed: another value date.',
  ])
})

const DECEIVED = `
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

final class Deceived {
  public static void main(String[] changes) throws Exception {
    for (String change : changes) {
      JsonObject changed = JsonParser.parseString(change).getAsJsonObject();
      Connex seller = new Connex(System.getenv("SELLER_URL"), System.getenv("SELLER_KEY")) {
        @Override
        JsonObject post(String path, JsonObject body) throws java.io.IOException, InterruptedException, Refused {
          JsonObject sent = body.deepCopy();
          if (path.endsWith("/prepare")) changed.entrySet().forEach(one -> sent.add(one.getKey(), one.getValue()));
          return super.post(path, sent);
        }
      };
      try {
        System.out.println(seller.create(JsonParser.parseString(System.getenv("WANTED")).getAsJsonObject()));
      } catch (Connex.NotWhatWasWanted fault) {
        System.out.println(fault.getMessage());
      }
    }
  }
}
`

test('Java: what the server prepares is rebuilt before it is signed', async ({ skip }) => {
  const classpath = await java()
  skip(classpath === undefined, 'This machine has no JDK, or no Maven that reaches a registry.')
  const source = join(cache, 'Deceived.java')
  await writeFile(source, DECEIVED)
  await run('javac', ['-cp', String(classpath), '-d', join(cache, 'classes'), source])
  const { alpenbank, baltic, rhone } = market
  const [position] = (await listPositions(alpenbank.client)).items
  const { registryManagerAddr, registrarAddr, registryId, account } = position ?? {}
  const asset = { registryManagerAddr, registrarAddr, registryId, account, quantity: '100' }
  const terms = { direction: 'DELIVER', counterpartyAddr: baltic.address, description: 'Rebalancing' }
  const wanted = { transferType: 'FOP', ...asset, ...terms }
  const changes = [{ quantity: '1000' }, { counterpartyAddr: rhone.address }, { description: 'Another' }, {}]
  const options = { env: { ...environment(), WANTED: JSON.stringify(wanted) } }
  const texts = changes.map((change) => JSON.stringify(change))
  const { stdout } = await run('java', ['-cp', String(classpath), 'Deceived', ...texts], options)
  expect(stdout.trim().split('\n')).toEqual([
    'Not signed: the delivery id does not follow from what is wanted.',
    'Not signed: the delivery id does not follow from what is wanted.',
    'Not signed: another description.',
    expect.stringMatching(/^0x[0-9a-f]{64}$/),
  ])
})
