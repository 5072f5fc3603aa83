// SRV-18: what a peer can do to the server that calls it.
import { spawnSync } from 'node:child_process'
import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createPeerFetch, isInside, PeerRefused } from './peerFetch.ts'

const none = { allowPrivatePeers: false, peerNetworks: [], peerCa: undefined, peerProxy: undefined }
const careful = createPeerFetch(none)
const sandbox = createPeerFetch({ ...none, allowPrivatePeers: true })

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function peer(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  'not an address',
])('%s lies inside', (address) => {
  expect(isInside(address)).toBe(true)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('%s lies outside', (address) => {
  expect(isInside(address)).toBe(false)
})

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data/',
  'http://bank.example/',
  'ftp://bank.example/',
  'https://user:secret@bank.example/',
])('%s is not called', async (url) => {
  await expect(careful(url)).rejects.toThrow(PeerRefused)
})

test('SRV-18 a name is looked up once, when it is connected to, and with one inner address it is refused', async () => {
  const answers = [['93.184.215.14'], ['93.184.215.14', '169.254.169.254'], ['127.0.0.1']]
  const lookedUp: string[] = []
  const resolve = ((hostname: string, _options: unknown, done: (error: null, found: object[]) => void) => {
    lookedUp.push(hostname)
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    )
  }) as unknown as typeof lookup
  const rebound = createPeerFetch(none, resolve)
  // The first look-up is all that there is: what it gave is what is connected to, and nobody asks a second time.
  await expect(rebound('https://bank.example/', { signal: AbortSignal.timeout(20) })).rejects.not.toThrow(
    PeerRefused,
  )
  expect(lookedUp).toEqual(['bank.example'])
  for (let times = 0; times < 2; times += 1)
    await expect(rebound('https://bank.example/')).rejects.toThrow(PeerRefused)
  expect(lookedUp).toHaveLength(3)
})

test('a private network that the operator names is called, by https alone; all others stay closed', async () => {
  const named = createPeerFetch({ ...none, peerNetworks: ['10.20.0.0/16', '127.0.0.9', 'fd12::/32'] })
  const patience = { signal: AbortSignal.timeout(300) }
  for (const url of ['https://10.20.1.1:1/', 'https://127.0.0.9:1/', 'https://[fd12::1]:1/'])
    await expect(named(url, patience)).rejects.not.toThrow(PeerRefused)
  for (const url of ['http://10.20.1.1/', 'https://10.21.0.1/', 'https://127.0.0.1/', 'https://[fd13::1]/'])
    await expect(named(url, patience)).rejects.toThrow(PeerRefused)
})

const folder = mkdtempSync(join(tmpdir(), 'connex-peer-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A certificate of its own authority, for localhost. */
function ownCertificate(): { key: string; cert: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  spawnSync('openssl', ['req', '-x509', ...curve, '-nodes', ...name, '-keyout', key, '-out', certificate])
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') }
}

test.skipIf(!hasOpenssl)('a peer with a certificate of the consortium needs its authority', async () => {
  const { key, cert } = ownCertificate()
  const secure = createSecureServer({ key, cert }, (_, response) => response.end('in private')).listen(0)
  server = secure
  await once(secure, 'listening')
  const url = `https://localhost:${(secure.address() as AddressInfo).port}/`
  const peerNetworks = ['127.0.0.0/8', '::1']
  await expect(createPeerFetch({ ...none, peerNetworks })(url)).rejects.toThrow(/self-signed certificate/)
  const answer = await createPeerFetch({ ...none, peerNetworks, peerCa: cert })(url)
  expect(await answer.text()).toBe('in private')
})

test('a forward proxy gets a request for a tunnel to the peer, by its name', async () => {
  const proxy = await peer(() => undefined)
  const tunnels: string[] = []
  server!.on('connect', ({ url }, socket) => {
    tunnels.push(String(url))
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const proxied = createPeerFetch({ ...none, peerProxy: proxy })
  await expect(proxied('https://bank.example:8443/')).rejects.toThrow(/403/)
  expect(tunnels).toEqual(['bank.example:8443'])
  await expect(proxied('https://10.0.0.1/')).rejects.toThrow(PeerRefused)
})

test('SRV-18 a peer that answers a byte at a time is given up with the caller’s patience', async () => {
  const url = await peer((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => void response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const begun = Date.now()
  await expect(sandbox(url, { signal: AbortSignal.timeout(200) })).rejects.toThrow('aborted')
  expect(Date.now() - begun).toBeLessThan(5_000)
})

test('a body is streamed, with its declared length', async () => {
  const url = await peer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      response.end(`${request.headers['content-length']} ${Buffer.concat(chunks).toString()}`),
    )
  })
  const body = new Blob(['ab', 'cd']).stream()
  const answer = await sandbox(url, { method: 'PUT', headers: { 'content-length': '4' }, body })
  expect(await answer.text()).toBe('4 abcd')
})

test('a redirect is not followed', async () => {
  let calls = 0
  const url = await peer((_, response) => {
    calls += 1
    response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
  })
  await expect(sandbox(url)).rejects.toThrow('The peer redirects, which is not allowed.')
  expect(calls).toBe(1)
})

test('an answer that does not end is cut off', async () => {
  const block = Buffer.alloc(65_536, 32)
  const url = await peer((_, response) => {
    const push = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', push)
    push()
  })
  await expect(sandbox(url)).rejects.toThrow('The peer’s answer is too large.')
})

test('a peer that hangs is given up with the caller’s patience', async () => {
  const url = await peer(() => undefined)
  await expect(sandbox(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow('aborted')
})

test('method, headers and bytes arrive, and so does the answer', async () => {
  const url = await peer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url: target, headers } = request
      response.writeHead(409, { 'content-type': 'application/problem+json' })
      response.end(
        JSON.stringify({ method, target, test: headers['x-test'], body: Buffer.concat(chunks).toString() }),
      )
    })
  })
  const body = new TextEncoder().encode('{"ä":1}')
  const answer = await sandbox(`${url}/api?x=%2F`, { method: 'PUT', headers: { 'x-test': 'a' }, body })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({ method: 'PUT', target: '/api?x=%2F', test: 'a', body: '{"ä":1}' })
})
