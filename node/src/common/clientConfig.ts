// The web client's config/config.json. The server knows its own ledger and path; a deployment's file adds custodians, names and
// addresses. What is wrong with the file ends the start: the client itself would replace it by defaults that fit no deployment.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ClientConfig, CustodianKey } from '@connex/protocol'
import * as z from 'zod/mini'

const MAXIMUM_BYTES = 64 * 1024

/** What the server knows without a file. */
export type OwnPlace = { chainId: number; publicBasePath: string }

const WebAddress = z.string().check(
  z.refine((text) => text === '' || isWebAddress(text), {
    error: 'must be a path like /help.html, or an http or https URL',
  }),
)

const Custodians = z.string().check(
  z.refine((text) => wrongPair(text) === undefined, {
    error: ({ input }) =>
      `${wrongPair(String(input))} is not a custodian: MANAGER:REGISTRAR, the two addresses`,
  }),
)

/** A new field of the client's configuration is a type error until the file may have it. */
const File = z.strictObject({
  apiUrl: z.optional(WebAddress.check(z.minLength(1))),
  chainId: z.optional(z.number()),
  custodians: z.optional(Custodians),
  custodianLabels: z.optional(z.string()),
  productName: z.optional(z.string()),
  slogan: z.optional(z.string()),
  logoUrl: z.optional(WebAddress),
  helpUrl: z.optional(WebAddress),
  idleMinutes: z.optional(z.number().check(z.gte(1), z.lte(60))),
} satisfies Record<keyof ClientConfig, unknown>)

/**
 * The whole configuration: what the server knows, and over it the fields of the file. Throws an Error with a sentence.
 *
 * @example readClientConfig('/etc/connex/config.json', { chainId: 4242, publicBasePath: '' }).apiUrl // '/'
 */
export function readClientConfig(file: string | undefined, own: OwnPlace): ClientConfig {
  const known = { apiUrl: own.publicBasePath || '/', chainId: own.chainId }
  if (file === undefined) return ClientConfig.parse(known)
  const parsed = File.safeParse(readJson(file))
  if (!parsed.success) throw new Error(parsed.error.issues.map(sentenceOf).join('; '))
  const { chainId = own.chainId } = parsed.data
  if (chainId !== own.chainId)
    throw new Error(`chainId is ${chainId}, but CHAIN_ID is ${own.chainId}: leave it out, the server adds it`)
  return ClientConfig.parse({ ...known, ...parsed.data })
}

function readJson(file: string): unknown {
  const text = readFileSync(resolve(file), 'utf8')
  if (text.length > MAXIMUM_BYTES) throw new Error('it is larger than 64 kB')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `the client knows no field ${issue.keys.join(', ')}`
  const field = issue.path.join('.')
  return field === '' ? 'it is not a JSON object' : `${field}: ${issue.message}`
}

function wrongPair(text: string): string | undefined {
  const pairs = text.split(',').map((pair) => pair.trim())
  return pairs.find((pair) => pair !== '' && !CustodianKey.safeParse(pair).success)
}

function isWebAddress(text: string): boolean {
  if (/^\/(?!\/)/.test(text)) return true
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
}
