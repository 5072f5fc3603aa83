// Web3Signer's API for secp256k1 keys ('eth1'). It hashes what it signs and adds no prefix, so it gets the preimage; and it
// names keys by their public key, not by their address.
import type { Address } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ClientError, ConnexError } from '../errors.ts'
import { pause } from '../http/pause.ts'
import { readText } from '../http/response.ts'
import { parseJson } from '../json.ts'
import { addressOfPublicKey } from '../wallet/privateKey.ts'
import { createDigestSigner } from '../signer/createDigestSigner.ts'
import { KeyError } from '../signer/KeyError.ts'
import { parseAddress } from '../signer/parseToSign.ts'
import type { Hex, Signer } from '../signer/Signer.ts'

export type RemoteSignerOptions = {
  /** Of Web3Signer, or of the proxy before it. A user and a password in it are sent as basic authentication. */
  readonly url: string
  readonly chainId: number
  /** Whose key signs; unnecessary if the signer has one key. */
  readonly address?: Address | undefined
  /** Further headers, such as a bearer token's: read for each request, because tokens expire. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  /** By default 15 seconds for each request. */
  readonly timeoutMs?: number | undefined
  /** Ends what waits for the signer, with its reason. */
  readonly signal?: AbortSignal | undefined
  /** With certificates of its own, for instance. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const TIMEOUT_MS = 15_000
const PAUSE_MS = 250
/** Some thousand keys; a signature has 132 characters. */
const ANSWER_MAXIMUM = 1_048_576
const SHOWN_KEYS = 5

/**
 * A signer whose key lies in a Web3Signer, found by its address. What is signed is made here and each signature is checked
 * here, so the remote signer can refuse, but not change anything.
 *
 * @example
 * const signer = await createRemoteSigner({ url: 'https://signer.bank.example', chainId: 31337, address })
 */
export async function createRemoteSigner(options: RemoteSignerOptions): Promise<Signer> {
  const ask = openLine(options)
  const { publicKey, address } = chooseKey(await listKeys(ask), options.address)
  return createDigestSigner({
    address,
    chainId: options.chainId,
    async signDigest(_, preimage) {
      const body = JSON.stringify({ data: `0x${bytesToHex(preimage)}` })
      const answer = await ask(`/api/v1/eth1/sign/${publicKey}`, body)
      if (answer.status === 404) throw new KeyError('signerKeyMissing', address)
      return hexOf(textOf(answer).trim())
    },
  })
}

type Key = { readonly publicKey: Hex; readonly address: Address }

async function listKeys(ask: Ask): Promise<Key[]> {
  const keys = parseJson(textOf(await ask('/api/v1/eth1/publicKeys')))
  if (!Array.isArray(keys)) throw new KeyError('signerUnexpected', 'it is not a list of public keys')
  return keys.map(readKey)
}

/** A public key of 64 bytes, as Web3Signer writes it; with a byte for its form before it, as others do. */
function readKey(text: unknown): Key {
  try {
    const digits = String(text).replace(/^0x/i, '')
    const point = secp256k1.Point.fromHex(digits.length === 128 ? `04${digits}` : digits)
    return { publicKey: `0x${digits.toLowerCase()}`, address: addressOfPublicKey(point.toBytes(false)) }
  } catch {
    throw new KeyError('signerUnexpected', `'${String(text).slice(0, 20)}' is not a public key of secp256k1`)
  }
}

function chooseKey(keys: readonly Key[], address: Address | undefined): Key {
  const wanted = address === undefined ? undefined : parseAddress(address, 'address')
  const [key, ...others] = keys.filter((one) => wanted === undefined || one.address === wanted)
  if (key === undefined) throw new KeyError('signerKeyMissing', wanted ?? 'any address')
  if (others.length === 0 || wanted !== undefined) return key
  const shown = keys.slice(0, SHOWN_KEYS).map((one) => one.address)
  throw new KeyError('signerKeyUnclear', [...shown, ...(keys.length > SHOWN_KEYS ? ['…'] : [])].join(', '))
}

/** Checked again by whoever reads the signature; here the sentence is better. */
function hexOf(text: string): Hex {
  // Some proxies make JSON of a text.
  const hex = text.replace(/^"(.*)"$/, '$1')
  if (!/^0x[0-9a-f]+$/i.test(hex)) throw new KeyError('signerUnexpected', 'it is not a signature')
  return hex as Hex
}

type Answer = { readonly status: number; readonly text: string }

/** Sends a request: a body is posted. */
type Ask = (path: string, body?: string) => Promise<Answer>

function openLine({
  url,
  headers,
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch,
  signal,
}: RemoteSignerOptions): Ask {
  const { base, authorization } = splitUrl(url)
  const attempt = async (path: string, body: string | undefined): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const init = {
      headers: { 'content-type': 'application/json', ...authorization, ...headers?.() },
      ...(body === undefined ? {} : { method: 'POST', body: new TextEncoder().encode(body) }),
      redirect: 'error',
      cache: 'no-store',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    } as const
    try {
      const response = await fetch(base + path, init)
      return { status: response.status, text: await readText(response, ANSWER_MAXIMUM) }
    } catch (error) {
      signal?.throwIfAborted()
      throw lineError(error)
    }
  }
  return async (path, body) => {
    // A signature changes nothing until it is sent, so a request that broke can be repeated.
    const first = await attempt(path, body).catch((error: unknown) => {
      if (error instanceof KeyError && error.code === 'signerUnreachable') return undefined
      throw error
    })
    if (first !== undefined && ![502, 503, 504].includes(first.status)) return first
    await pause(PAUSE_MS, signal)
    return attempt(path, body)
  }
}

function splitUrl(text: string): { base: string; authorization: Record<string, string> } {
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new ClientError('invalidInput', "The remote signer's URL must begin with http:// or https://")
  const { username, password, origin, pathname } = url
  const base = origin + pathname.replace(/\/+$/, '')
  if (username === '' && password === '') return { base, authorization: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const bytes = new TextEncoder().encode(pair)
  return { base, authorization: { authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` } }
}

/** The answer's text; a refusal says why, as far as the signer does. */
function textOf({ status, text }: Answer): string {
  if (status >= 200 && status < 300) return text
  if (status === 404) throw new KeyError('signerUnexpected', 'HTTP status 404')
  const reason = text.trim().slice(0, 200)
  const isText = reason !== '' && !reason.startsWith('<')
  throw new KeyError('signerRefused', `HTTP status ${status}${isText ? `, ${reason}` : ''}`)
}

function lineError(error: unknown): KeyError {
  if (error instanceof ConnexError && error.code === 'answerTooLarge')
    return new KeyError('signerUnexpected', 'it is too large', error)
  return isTimeout(error)
    ? new KeyError('signerTimedOut', undefined, error)
    : new KeyError('signerUnreachable', reasonOf(error), error)
}

/** 'connect ECONNREFUSED 127.0.0.1:9000', or what is wrong with the certificate. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
