// The private data behind an act's fingerprints, as the tenant's own server has it and as its fingerprint is checked here.
import { Fingerprint, fingerprintOf, readableText, ZERO_BYTES32 } from '@connex/protocol'
import type {
  CallAnswer,
  InstrumentDetails,
  InstrumentId,
  RegistryEntryDetails,
  WrittenText,
} from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { call, everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { readable } from './actNames.ts'
import type { ActNames } from './actNames.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'

export type ActData = {
  /** What it says, a sentence each. */
  sentences: readonly string[]
  /** Fingerprints of what the server does not have. */
  missing: readonly Fingerprint[]
  /** Fingerprints for which the server has something else. */
  differing: readonly Fingerprint[]
  /** What the entries add up to that an exchange of them ends, and those that it makes. */
  totals?: { spent: bigint; created: bigint }
}

const NOTHING: ActData = { sentences: [], missing: [], differing: [] }

type Reading = { client: Client; call: NamedCall; names: ActNames; control: CallControl }

/** By the names of its arguments: `const { sentences, missing } = await readActData({ client, call, names, control: {} })` */
export async function readActData(reading: Reading): Promise<ActData> {
  const { functionName, args } = reading.call
  const terms = args['terms'] as { privateDataFp: string } | undefined
  const detailsFp = terms?.privateDataFp ?? args['privateDataFp']
  if (detailsFp !== undefined) return readDetails(reading, Fingerprint.parse(detailsFp))
  if ('spent' in args && 'created' in args) return readExchange(reading)
  if ('fingerprints' in args) return readEntries(reading, args['fingerprints'])
  if ('referenceFp' in args) return readText(reading, 'comments', 'reference', args['referenceFp'])
  if (!('reasonFp' in args)) return NOTHING
  if (functionName === 'forcedTransfer')
    return readForcedTransfer(reading, Fingerprint.parse(args['reasonFp']))
  const store = REASONS[functionName]
  return store === undefined ? NOTHING : readText(reading, store, 'reason', args['reasonFp'])
}

type Texts = 'comments' | 'registrationReasons'

/** Where a server has the reasons of these functions. That of `cancelExpired` is with the parties alone. */
const REASONS: Readonly<Record<string, Texts>> = {
  suspendRegistry: 'comments',
  unsuspendRegistry: 'comments',
  startExporting: 'comments',
  rejectInstrumentRegistration: 'registrationReasons',
  cancelInstrumentRegistration: 'registrationReasons',
  unregisterAsIssuer: 'registrationReasons',
  unregisterAsRegistrar: 'registrationReasons',
}

/** A text comes without its salt: that it has this fingerprint is the server's word. */
async function readText(
  { client, control }: Reading,
  store: Texts,
  noun: string,
  given: unknown,
): Promise<ActData> {
  const fingerprint = Fingerprint.parse(given)
  if (fingerprint === ZERO_BYTES32) return NOTHING
  const query = { fingerprints: [fingerprint] }
  const found: readonly WrittenText[] = await readable(
    call(client, store, { ...control, query }).then(({ items }) => items),
  )
  const text = found.find((one) => one.fingerprint === fingerprint)?.text
  return text == null
    ? { ...NOTHING, missing: [fingerprint] }
    : { ...NOTHING, sentences: [`The ${noun}: “${readableText(text)}”`] }
}

async function readForcedTransfer({ client, control }: Reading, fingerprint: Fingerprint): Promise<ActData> {
  const params = { entity_id: fingerprint }
  const [found] = await readable(call(client, 'forcedTransfer', { ...control, params }).then((one) => [one]))
  const data = found?.data
  if (data == null) return { ...NOTHING, missing: [fingerprint] }
  return fingerprintOf(data) === fingerprint
    ? { ...NOTHING, sentences: [`The reason: “${readableText(data.reason)}”`] }
    : { ...NOTHING, differing: [fingerprint] }
}

/** As many as an address of any proxy has room for. */
const PART = 50

type EntryDetails = CallAnswer<'registryEntryDetails'>['items'][number]

const readPart = (
  client: Client,
  registryEntryFingerprints: Fingerprint[],
  control: CallControl,
): Promise<EntryDetails[]> =>
  readable(
    everyPage((page) =>
      call(client, 'registryEntryDetails', { ...control, query: { ...page, registryEntryFingerprints } }),
    ),
  )

async function readEntries(
  { client, call: { args }, names, control }: Reading,
  given: unknown,
): Promise<ActData & { total: bigint }> {
  const fingerprints = (given as string[]).map((one) => Fingerprint.parse(one))
  const items: EntryDetails[] = []
  for (let first = 0; first < fingerprints.length; first += PART)
    items.push(...(await readPart(client, fingerprints.slice(first, first + PART), control)))
  const known = new Map(items.map((one) => [one.registryEntryFingerprint, one.details]))
  const isRight = (fingerprint: Fingerprint) => {
    const details = known.get(fingerprint)
    return details !== undefined && fingerprintOf(details) === fingerprint
  }
  const right = fingerprints.flatMap((one) => (isRight(one) ? (known.get(one) ?? []) : []))
  return {
    sentences: right.map((details) => entryText(details, args['registryId'], names)),
    missing: fingerprints.filter((one) => !known.has(one)),
    differing: fingerprints.filter((one) => known.has(one) && !isRight(one)),
    total: right.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n),
  }
}

function entryText(
  { quantity, account, owner, reference }: RegistryEntryDetails,
  registryId: unknown,
  names: ActNames,
): string {
  const named = reference === undefined ? '' : `, reference “${readableText(reference)}”`
  return `${names.quantity(quantity, registryId)} in account ${account} of ${names.of(owner)}${named}.`
}

async function readExchange(reading: Reading): Promise<ActData> {
  const { args } = reading.call
  const [spent, created] = await Promise.all([
    readEntries(reading, args['spent']),
    readEntries(reading, args['created']),
  ])
  return {
    sentences: [
      ...spent.sentences.map((text) => `Ends: ${text}`),
      ...created.sentences.map((text) => `Begins: ${text}`),
    ],
    missing: [...spent.missing, ...created.missing],
    differing: [...spent.differing, ...created.differing],
    totals: { spent: spent.total, created: created.total },
  }
}

async function readDetails(
  { client, call: { args }, control }: Reading,
  fingerprint: Fingerprint,
): Promise<ActData> {
  const query = { instrumentIds: [args['instrumentId'] as InstrumentId], fingerprint }
  const items = await readable(
    call(client, 'instrumentDetails', { ...control, query }).then((found) => found.items),
  )
  const details = items[0]?.details
  if (details == null) return { ...NOTHING, missing: [fingerprint] }
  return fingerprintOf(details) === fingerprint
    ? { ...NOTHING, sentences: detailTexts(details) }
    : { ...NOTHING, differing: [fingerprint] }
}

/** 'Coupon rate: 3.25', with each document and each field of the issuer's own. */
function detailTexts(details: InstrumentDetails): string[] {
  const { documents = [], customFields = [], ...terms } = details
  return [
    ...Object.entries(terms).flatMap(([name, value]) =>
      name === 'salt' || value === undefined ? [] : [`${labelOf(name)}: ${readableText(value)}`],
    ),
    ...customFields.map(({ name, value }) => `${readableText(name)}: ${readableText(value)}`),
    ...documents.map(({ name, contentFp }) => `Document: ${readableText(name)}, fingerprint ${contentFp}`),
  ]
}

/** `labelOf('couponRate')` → 'Coupon rate' */
const labelOf = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`
