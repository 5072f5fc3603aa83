// Calls to other servers, whose addresses anybody may have put on the ledger: never into this network, never after a redirect,
// with a time limit and a small answer. The checked address is the one that is connected to.
import { lookup } from 'node:dns'
import { Agent } from 'node:https'
import type { RequestOptions } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { fetchOver } from './fetchOver.ts'

/** Large documents take longest. */
const TIMEOUT_MS = 60_000
const ANSWER_MAXIMUM = 262_144

const V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
// With mapped, translated and tunnelled IPv4, which could carry any of the above.
const V6 =
  '::/96 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 ff00::/8'

/** One list for each family: in a shared list, a rule about mapped addresses would apply to every IPv4 address. */
const inside = { ipv4: listOf(V4, 'ipv4'), ipv6: listOf(V6, 'ipv6') }

function listOf(ranges: string, family: 'ipv4' | 'ipv6'): BlockList {
  const blocked = new BlockList()
  for (const range of ranges.split(' ')) {
    const [network = '', bits = ''] = range.split('/')
    blocked.addSubnet(network, Number(bits), family)
  }
  return blocked
}

/** Whether an IP address is private, loopback, link-local or in another special range. `isInside('10.0.0.1')` → true */
export function isInside(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return inside[family].check(address, family)
}

/** Whether an address is private, and in none of the ranges that the operator has named. */
function forbidAllBut(networks: readonly string[]): typeof isInside {
  const allowed = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const network of networks) {
    const [address = '', bits] = network.split('/', 2)
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    allowed[family].addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    return isInside(address) && !(isIP(address) !== 0 && allowed[family].check(address, family))
  }
}

/** Outside PEER_NETWORKS. */
export const PRIVATE_PEER = 'The peer’s address is private.'

/** This server does not call the peer's address. */
export class PeerRefused extends Error {
  override name = 'PeerRefused'
}

export type PeerOptions = {
  /** Set by the sandbox only: peers on this machine, and plain http. */
  allowPrivatePeers: boolean
  /** Private ranges in which peers may be: `10.20.0.0/16`. */
  peerNetworks: readonly string[]
  /** PEM of authorities that sign peers' certificates, beside the public ones. */
  peerCa: string | undefined
  /** A forward proxy, which then resolves the peers' names: `http://proxy.bank.example:3128`. */
  peerProxy: string | undefined
}

/** A `fetch` for peers. `createPeerFetch(config)` */
export function createPeerFetch(options: PeerOptions, resolve = lookup): typeof globalThis.fetch {
  const { allowPrivatePeers: allowPrivate, peerCa, peerProxy } = options
  const isForbidden = forbidAllBut(options.peerNetworks)
  const connection: RequestOptions = {
    ...(peerCa === undefined ? {} : { ca: [...rootCertificates, peerCa] }),
    ...(allowPrivate ? {} : { lookup: outsideOnly(resolve, isForbidden) }),
    agent: peerProxy === undefined ? false : new Agent({ proxyEnv: { HTTPS_PROXY: peerProxy } }),
  }
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    refuseAddress(url, allowPrivate, isForbidden)
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])])
    return fetchOver({ ...connection, signal }, url, init ?? {}, {
      name: 'The peer',
      maximum: ANSWER_MAXIMUM,
    })
  }
}

function refuseAddress(url: URL, allowPrivate: boolean, isForbidden: typeof isInside): void {
  const isWeb = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '')
    throw new PeerRefused('The peer has no https address.')
  // A literal address needs no look-up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) !== 0 && isForbidden(host)) throw new PeerRefused(PRIVATE_PEER)
}

/** Resolves a name, and refuses it if any of its addresses is inside. The returned address is the one connected to. */
const outsideOnly =
  (resolve: typeof lookup, isForbidden: typeof isInside): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = addresses?.[0]
      if (error !== null || found === undefined) done(error ?? new Error('The peer has no address.'), '')
      else if (addresses.some(({ address }) => isForbidden(address))) done(new PeerRefused(PRIVATE_PEER), '')
      else if (options.all) done(null, addresses)
      else done(null, found.address, found.family)
    })
  }
