import { privateKeyToAccount } from 'viem/accounts'
import { Address } from '@connex/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWeb3Signer } from '../../../testkit/src/servers/web3Signer.ts'
import type { Web3Signer } from '../../../testkit/src/servers/web3Signer.ts'
import {
  batchToSign,
  creationToSign,
  feeMarketToSign,
  legacyToSign,
  OTHER_CONTRACT,
  requestToSign,
} from '../../../testkit/src/wallets/whatToSign.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'
import type { RemoteSignerOptions } from './createRemoteSigner.ts'
import type { Hex } from '../signer/Signer.ts'

const KEY: Hex = `0x${'11'.repeat(32)}`
const OTHER_KEY: Hex = `0x${'22'.repeat(32)}`
const addressOf = (key: Hex): Address => Address.parse(privateKeyToAccount(key).address)
const chainId = 31337

let remote: Web3Signer
beforeEach(async () => {
  remote = await startWeb3Signer({ keys: [KEY] })
})
afterEach(() => remote.stop())

const open = (given: Partial<RemoteSignerOptions> = {}) =>
  createRemoteSigner({ url: remote.url, chainId, ...given })
const refusal = (code: string, ...parts: string[]): unknown =>
  expect.objectContaining({
    name: code === 'invalidInput' ? 'ClientError' : 'KeyError',
    code,
    message: expect.stringMatching(parts.map((part) => RegExp.escape(part)).join('.*')) as unknown,
  })

describe('opening is refused', () => {
  test.each(['ftp://127.0.0.1', 'signer', ''])('for the URL %j', async (url) => {
    await expect(open({ url })).rejects.toEqual(refusal('invalidInput', 'must begin with http://'))
  })

  test('where nothing listens', async () => {
    await remote.stop()
    const opening = open()
    await expect(opening).rejects.toEqual(
      refusal('signerUnreachable', 'check its URL, and that it is running'),
    )
    const detail = expect.stringContaining('ECONNREFUSED') as unknown
    await expect(opening).rejects.toMatchObject({ detail })
  })

  test('for an address that the signer does not have', async () => {
    const address = addressOf(OTHER_KEY)
    await expect(open({ address })).rejects.toEqual(refusal('signerKeyMissing', address))
  })

  test('by a signer without keys', async () => {
    remote.keys.pop()
    await expect(open()).rejects.toEqual(refusal('signerKeyMissing', 'any address'))
  })

  test('by a signer with several keys, of which none is named, with their addresses', async () => {
    remote.keys.push(OTHER_KEY)
    await expect(open()).rejects.toEqual(
      refusal('signerKeyUnclear', addressOf(KEY), addressOf(OTHER_KEY), '.'),
    )
  })

  test.each([
    ['HTML', 'text/html', '<p>Welcome</p>', 'not a list of public keys'],
    ['an object', 'application/json', '{"keys":[]}', 'not a list of public keys'],
    [
      'a key of another curve',
      'application/json',
      `["0x${'ab'.repeat(48)}"]`,
      'not a public key of secp256k1',
    ],
    [
      'a point off the curve',
      'application/json',
      `["0x${'ab'.repeat(64)}"]`,
      'not a public key of secp256k1',
    ],
    ['two megabytes', 'application/json', `["${'x'.repeat(2_000_000)}"]`, 'too large'],
  ])('by a server that answers %s', async (_, type, body, reason) => {
    remote.faults.push((__, response) => response.writeHead(200, { 'content-type': type }).end(body))
    await expect(open()).rejects.toEqual(refusal('signerUnexpected', reason, 'eth1 mode'))
  })

  test('by a server without this API', async () => {
    await expect(open({ url: `${remote.url}/elsewhere` })).rejects.toEqual(
      refusal('signerUnexpected', 'HTTP status 404'),
    )
  })

  test('with the reason of a signer that does not know the host', async () => {
    remote.faults.push((_, response) => response.writeHead(403).end('{"message":"Host not authorized."}'))
    await expect(open()).rejects.toEqual(refusal('signerRefused', '403', 'Host not authorized.'))
  })

  test('by a redirect, which is not followed', async () => {
    const redirect = { location: 'http://127.0.0.1:1/' }
    for (const _ of [1, 2]) remote.faults.push((__, response) => response.writeHead(302, redirect).end())
    await expect(open()).rejects.toEqual(refusal('signerUnreachable'))
  })
})

describe('signing is refused', () => {
  test('once the signer is away, and succeeds when it is back', async () => {
    const { url, stop } = remote
    const signer = await open()
    await stop()
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerUnreachable'))
    remote = await startWeb3Signer({ keys: [KEY], port: Number(new URL(url).port) })
    expect(await signer.signRequest(requestToSign)).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('once the signer has unloaded the key', async () => {
    const signer = await open()
    remote.keys.pop()
    await expect(signer.signTransaction(legacyToSign)).rejects.toEqual(
      refusal('signerKeyMissing', signer.address),
    )
  })

  test('by a signature of another key', async () => {
    const signer = await open()
    const other = createLocalSigner(OTHER_KEY, { chainId })
    const signature = await other.signRequest(requestToSign)
    remote.faults.push((_, response) => response.end(signature))
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerWrongKey', signer.address))
  })

  test.each(['', 'OK', '0x', '0x1234', '{"signature":"0x12"}', `0x${'00'.repeat(65)}`])(
    'by the answer %j',
    async (body) => {
      const signer = await open()
      remote.faults.push((_, response) => response.end(body))
      await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerUnexpected'))
    },
  )

  test('by an abort, with its reason, and the signer gets no second request', async () => {
    const stop = new AbortController()
    const signer = await open({ signal: stop.signal })
    const reason = new DOMException('Stopped by the user', 'AbortError')
    remote.faults.push(() => stop.abort(reason))
    await expect(signer.signRequest(requestToSign)).rejects.toBe(reason)
    expect(remote.paths).toHaveLength(2)
  })

  test('by an answer that does not come or does not end, after the time-out', async () => {
    const signer = await open({ timeoutMs: 100 })
    remote.faults.push(() => undefined)
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerTimedOut', 'try again'))
    remote.faults.push((_, response) => response.writeHead(200).write('0x12'))
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerTimedOut'))
    expect(remote.paths).toHaveLength(3)
  })

  test.each([
    [400, 'Bad Request'],
    [401, ''],
    [500, 'Internal Server Error'],
  ])('by HTTP status %i, at once', async (status, body) => {
    const signer = await open()
    remote.faults.push((_, response) => response.writeHead(status).end(body))
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(
      refusal('signerRefused', String(status), body),
    )
    expect(remote.paths).toHaveLength(2)
  })

  test('without a request for another chain, a foreign contract, or once locked', async () => {
    const signer = await open()
    await signer.allowContracts([OTHER_CONTRACT])
    await expect(signer.signTransaction(legacyToSign)).rejects.toMatchObject({ code: 'foreignContract' })
    await expect(signer.signRequest({ ...requestToSign, chainId: 1 })).rejects.toMatchObject({
      code: 'foreignChain',
    })
    signer.lock()
    await expect(signer.signRequest(requestToSign)).rejects.toMatchObject({ code: 'walletNotInitialized' })
    expect(remote.paths).toHaveLength(1)
  })
})

describe('signing', () => {
  test('gives the bytes of a local signer', async () => {
    remote.keys.push(OTHER_KEY)
    for (const key of [KEY, OTHER_KEY]) {
      const signer = await open({ address: addressOf(key) })
      const local = createLocalSigner(key, { chainId })
      expect(signer.address).toBe(local.address)
      expect(await signer.signRequest(requestToSign)).toBe(await local.signRequest(requestToSign))
      for (const one of [legacyToSign, creationToSign, feeMarketToSign])
        expect(await signer.signTransaction(one)).toBe(await local.signTransaction(one))
      expect(await signer.signBatch(batchToSign)).toBe(await local.signBatch(batchToSign))
    }
  })

  test('hands over the text itself, which the signer hashes', async () => {
    const signer = await open()
    await signer.signRequest(requestToSign)
    const text = Buffer.from(remote.signed[0]?.slice(2) ?? '', 'hex').toString()
    expect(text.slice(0, 26)).toBe('\x19Ethereum Signed Message:\n')
    expect(text.split('\n').slice(1, 3).join()).toMatch(/^[0-9]+conx-req-v6,31337$/)
  })

  test('asks a second time after a broken connection and while a proxy has no signer', async () => {
    const signer = await open()
    remote.faults.push((request) => request.socket.destroy())
    expect(await signer.signRequest(requestToSign)).toMatch(/^0x/)
    remote.faults.push((_, response) => response.writeHead(503).end())
    expect(await signer.signRequest(requestToSign)).toMatch(/^0x/)
    for (const _ of [1, 2]) remote.faults.push((__, response) => response.writeHead(502).end('<html>'))
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(
      refusal('signerRefused', 'HTTP status 502. Check'),
    )
  })

  test('accepts public keys with a byte for their form, compressed ones, and a checksummed address', async () => {
    const { publicKey, address } = privateKeyToAccount(KEY)
    const compressed = `0x0${(Number.parseInt(publicKey.slice(-1), 16) % 2) + 2}${publicKey.slice(4, 68)}`
    for (const form of [publicKey, compressed]) {
      remote.faults.push((_, response) => response.end(JSON.stringify([form])))
      expect((await open({ address: address as Address })).address).toBe(addressOf(KEY))
    }
  })

  test('sends the user of the URL and the headers as they are at the time', async () => {
    await remote.stop()
    remote = await startWeb3Signer({ keys: [KEY], authorization: `Basic ${btoa('bank:p@ss')}` })
    await expect(open()).rejects.toEqual(refusal('signerRefused', '401'))
    const url = remote.url.replace('//', '//bank:p%40ss@')
    expect(await (await open({ url })).signRequest(requestToSign)).toMatch(/^0x/)
    await remote.stop()
    remote = await startWeb3Signer({ keys: [KEY], authorization: 'Bearer second' })
    let token = 'second'
    const signer = await open({ headers: () => ({ authorization: `Bearer ${token}` }) })
    expect(await signer.signRequest(requestToSign)).toMatch(/^0x/)
    token = 'expired'
    await expect(signer.signRequest(requestToSign)).rejects.toEqual(refusal('signerRefused', '401'))
  })
})
