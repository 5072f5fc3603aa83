// KEY: commands whose key lies in a remote signer, on the real server and ledger.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mint, openRegistry, startMarketFixture } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture } from '../../../testkit/src/fixtures/market.ts'
import { startWeb3Signer } from '../../../testkit/src/servers/web3Signer.ts'
import type { Web3Signer } from '../../../testkit/src/servers/web3Signer.ts'
import { newUser } from '../../../testkit/src/servers/users.ts'
import { runProgram } from '../command/runProgram.ts'
import { commands } from './commands.ts'

const ISIN = 'DE000A1EWWW0'
const directory = mkdtempSync(join(tmpdir(), 'connex-signer-'))
const stranger = newUser()
let market: MarketFixture
let remote: Web3Signer
let usual: Record<string, string>

beforeAll(async () => {
  market = await startMarketFixture()
  await mint(market, await openRegistry(market, ISIN), 100_000n)
  remote = await startWeb3Signer({ keys: [market.alpenbank.user.key, stranger.key] })
  usual = { CONNEX_SERVER: market.north.node.url, CONNEX_STATE: directory }
})
afterAll(async () => {
  await market.stop()
  await remote.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Exit code and all that was written. */
async function connex(args: readonly string[], more: Record<string, string> = {}) {
  let text = ''
  const stream = () => new PassThrough().on('data', (chunk: Buffer) => (text += chunk.toString()))
  const streams = { input: new PassThrough(), output: stream(), error: stream() } as never
  const code = await runProgram({ commands, version: '0', streams, environment: { ...usual, ...more } }, args)
  return { code, text }
}

const parties = ['--custodian', 'Meridian Registrars', '--counterparty', 'Baltic Trust Bank']
const asset = ['--instrument', ISIN, '--account', '11', '--quantity', '10.5']
const fop = ['transfer', 'fop', '--direction', 'deliver', ...parties, ...asset, '--description', 'X', '--yes']

test.each([
  ['without a key', ['whoami'], {}, 2, /^No wallet: pass --wallet or --signer/],
  [
    'with two keys',
    ['--wallet', 'a.json', '--signer', 'URL'],
    {},
    2,
    /^Use either --wallet or --signer, not both/,
  ],
  [
    'with two keys in the environment',
    [],
    { CONNEX_WALLET: 'a', CONNEX_SIGNER: 'b' },
    2,
    /^Use either CONNEX_WALLET or/,
  ],
  [
    'with an address for a wallet',
    ['--wallet', 'a', '--address', 'ADDRESS'],
    {},
    2,
    /^Use either --address or a wallet/,
  ],
  ['with what is not a URL', ['--signer', 'signer'], {}, 2, /^--signer must be a URL/],
  ['with a password in the URL', ['--signer', 'http://a:b@127.0.0.1'], {}, 2, /CONNEX_SIGNER_HEADERS_FILE/],
  ['with several keys of which none is named', ['--signer', 'URL'], {}, 2, /has several keys\. Specify/],
  ['with an address that is none', ['--signer', 'URL'], { CONNEX_SIGNER_ADDRESS: '0x1' }, 2, /40 hex digits/],
  [
    'with a file of headers that is not there',
    ['--signer', 'URL'],
    { CONNEX_SIGNER_HEADERS_FILE: '/there/is/no/such/file' },
    2,
    /^CONNEX_SIGNER_HEADERS_FILE is not usable: it cannot be read\./,
  ],
  [
    'of a wallet that is not a user',
    ['--signer', 'URL', '--address', 'STRANGER'],
    {},
    1,
    /^No user of this server has the wallet/,
  ],
] as const)('a command is refused %s', async (_, args, more, code, sentence) => {
  const filled = ['whoami', ...args.filter((arg) => arg !== 'whoami')].map((arg) =>
    arg
      .replace('URL', remote.url)
      .replace('ADDRESS', market.alpenbank.user.address)
      .replace('STRANGER', stranger.address),
  )
  const result = await connex(filled, more)
  expect(result.text).toMatch(sentence)
  expect(result.code).toBe(code)
})

test('a login is remembered by the signer’s URL and the address, and the next commands sign with it', async () => {
  const { address } = market.alpenbank.user
  const login = await connex(['login', '--signer', remote.url, '--address', address])
  expect(login.text).toContain(`Wallet          ${address}`)
  expect(login.code).toBe(0)
  expect(JSON.parse(readFileSync(join(directory, 'login.json'), 'utf8'))).toEqual({
    server: market.north.node.url,
    signer: remote.url,
    address,
    chainId: 31337,
  })
  const numSigned = remote.signed.length
  const transfer = await connex(fop)
  expect(transfer.text).toContain('indexed     by your server')
  expect(transfer.code).toBe(0)
  expect(remote.signed.length).toBeGreaterThan(numSigned)
})

test('a signer that is away between login and signing ends a command with 3, and nothing is sent', async () => {
  const { port } = new URL(remote.url)
  await remote.stop()
  const refused = await connex(fop)
  expect(refused.text).toMatch(
    /^The remote signer cannot be reached: check its URL, and that it is running\. Nothing was signed\.\n.*ECONNREFUSED/,
  )
  expect(refused.code).toBe(3)
  remote = await startWeb3Signer({
    keys: [market.alpenbank.user.key],
    port: Number(port),
    authorization: 'Bearer 1',
  })
  expect((await connex(['resume'])).text).toMatch(/^The remote signer refused: HTTP status 401\./)
  const file = join(directory, 'signer.headers')
  writeFileSync(file, 'Authorization: Bearer 1\n', { mode: 0o600 })
  const resumed = await connex(['resume'], { CONNEX_SIGNER_HEADERS_FILE: file })
  expect(resumed.text).toMatch(/^Nothing to resume/)
  expect(resumed.code).toBe(0)
})

test('a wallet file named on the command line goes before the signer of the last login', async () => {
  const missing = await connex(['whoami', '--wallet', join(directory, 'none.json')])
  expect(missing.text).toMatch(/none\.json cannot be read/)
})
