import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readClientConfig } from './clientConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'connex-client-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const own = { chainId: 4242, publicBasePath: '' }
const pair = `0x${'1'.repeat(40)}:0x${'2'.repeat(40)}`

function read(content: unknown, place = own) {
  const file = join(folder, 'config.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readClientConfig(file, place)
}

test.each([
  ['{"apiUrl":', /^it is not JSON$/],
  ['[]', /^it is not a JSON object$/],
  [`"${'x'.repeat(65_536)}"`, /^it is larger than 64 kB$/],
  [{ apiURL: '/' }, /^the client knows no field apiURL$/],
  [{ chainId: 31337 }, /^chainId is 31337, but CHAIN_ID is 4242: leave it out, the server adds it$/],
  [{ chainId: '4242' }, /^chainId: /],
  [{ apiUrl: '' }, /^apiUrl: /],
  [{ apiUrl: 'bank.example' }, /^apiUrl: must be a path like \/help\.html, or an http or https URL$/],
  [{ helpUrl: 'javascript:alert(1)' }, /^helpUrl: must be a path/],
  [{ logoUrl: '//cdn.example/logo.svg' }, /^logoUrl: must be a path/],
  [{ custodians: `${pair},0x12:0x34` }, /^custodians: 0x12:0x34 is not a custodian: MANAGER:REGISTRAR/],
  [{ idleMinutes: 0 }, /^idleMinutes: /],
  [{ idleMinutes: 61 }, /^idleMinutes: /],
])('the server refuses a file of %j', (content, message) => {
  expect(() => read(content)).toThrow(message)
})

test('a missing file is refused, not replaced by defaults', () => {
  expect(() => readClientConfig(join(folder, 'none.json'), own)).toThrow(/ENOENT/)
})

test('without a file the client calls the server it came from, on the server’s own ledger', () => {
  expect(readClientConfig(undefined, own)).toMatchObject({ apiUrl: '/', chainId: 4242, custodians: '' })
  expect(readClientConfig(undefined, { ...own, publicBasePath: '/bank' }).apiUrl).toBe('/bank')
})

test('the fields of the file replace the server’s, the others stay', () => {
  const config = read({ custodians: pair, productName: 'Bank Collateral', logoUrl: '/logo.svg' })
  expect(config).toMatchObject({
    apiUrl: '/',
    chainId: 4242,
    custodians: pair,
    productName: 'Bank Collateral',
    logoUrl: '/logo.svg',
    helpUrl: '/help.html',
    idleMinutes: 15,
  })
  expect(read({ apiUrl: 'https://api.bank.example', chainId: 4242 }).apiUrl).toBe('https://api.bank.example')
})
