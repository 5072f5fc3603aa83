import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address } from '@connex/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { unusedPort } from '../../../../testkit/src/machine.ts'
import { startWeb3Signer } from '../../../../testkit/src/servers/web3Signer.ts'
import type { Web3Signer, Web3SignerOptions } from '../../../../testkit/src/servers/web3Signer.ts'
import { requestToSign } from '../../../../testkit/src/wallets/whatToSign.ts'
import type { NodeSigner } from '../../common/config.ts'
import { openNodeSigner } from './nodeSigner.ts'

const KEY = `0x${'11'.repeat(32)}` as const
const OTHER_KEY = `0x${'22'.repeat(32)}` as const
const addressOf = (key: `0x${string}`): Address => Address.parse(privateKeyToAccount(key).address)

let remote: Web3Signer | undefined
afterEach(() => remote?.stop())
const folder = mkdtempSync(join(tmpdir(), 'connex-signer-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function open(given: Partial<NodeSigner> = {}, options: Partial<Web3SignerOptions> = {}) {
  remote ??= await startWeb3Signer({ keys: [KEY], ...options })
  const files = { headersFile: undefined, ca: undefined, client: undefined }
  const nodeSigner = { url: remote.url, address: undefined, ...files, ...given }
  return openNodeSigner({ config: { nodeKey: undefined, nodeSigner, chainId: 31337 } })
}
afterEach(() => {
  remote = undefined
})

test('an address that the signer does not have is refused, by the name of its variable', async () => {
  await expect(open({ address: addressOf(OTHER_KEY) })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `NODE_SIGNER_ADDRESS is not usable: The remote signer has no key for ${addressOf(OTHER_KEY)}. Load the key, or specify another address.`,
  })
})

test('several keys without an address are refused', async () => {
  await expect(open({}, { keys: [KEY, OTHER_KEY] })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^NODE_SIGNER_ADDRESS is not usable: The remote signer has several keys/,
    ) as unknown,
  })
})

test('a signer that does not answer is refused, with the reason', async () => {
  await expect(open({ url: `http://127.0.0.1:${await unusedPort()}` })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^NODE_SIGNER_URL is not usable: .* \(.*ECONNREFUSED/) as unknown,
  })
})

test('a server that is not a Web3Signer is refused', async () => {
  remote = await startWeb3Signer({ keys: [KEY] })
  remote.faults.push((_, response) => response.end('Hello'))
  await expect(open()).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^NODE_SIGNER_URL is not usable: .*not a list of public keys/) as unknown,
  })
})

test('without a key and without a signer nothing opens', async () => {
  const config = { nodeKey: undefined, nodeSigner: undefined, chainId: 31337 }
  await expect(openNodeSigner({ config })).rejects.toThrow('NODE_KEY_FILE is missing')
})

test('the token of a file goes with each request, and is read again', async () => {
  const headersFile = join(folder, 'signer.headers')
  writeFileSync(headersFile, 'Authorization: Bearer first\n', { mode: 0o600 })
  const signer = await open({ headersFile }, { authorization: 'Bearer first' })
  expect(signer.address).toBe(addressOf(KEY))
  const { port } = new URL(remote?.url ?? '')
  await remote?.stop()
  remote = await startWeb3Signer({ keys: [KEY], port: Number(port), authorization: 'Bearer second' })
  await expect(signer.signRequest(requestToSign)).rejects.toMatchObject({ code: 'signerRefused' })
  writeFileSync(headersFile, 'Authorization: Bearer second\n')
  await expect.poll(() => signer.signRequest(requestToSign).catch(String), { timeout: 5_000 }).toMatch(/^0x/)
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A certificate of its own authority, with its key. */
function certificateOf(name: string): { key: string; cert: string } {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  spawnSync('openssl', ['req', '-x509', ...curve, '-nodes', ...subject, '-keyout', key, '-out', certificate])
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') }
}

test.skipIf(!hasOpenssl)('a signer with an authority of its own that asks who calls', async () => {
  const [server, client] = [certificateOf('signer'), certificateOf('node')]
  const tls = { ...server, ca: client.cert }
  await expect(open({}, { tls })).rejects.toThrow(/self-signed certificate/)
  await expect(open({ ca: server.cert })).rejects.toThrow('NODE_SIGNER_URL is not usable')
  const signer = await open({ ca: server.cert, client: client.cert + client.key })
  expect(await signer.signRequest(requestToSign)).toMatch(/^0x[0-9a-f]{130}$/)
})
