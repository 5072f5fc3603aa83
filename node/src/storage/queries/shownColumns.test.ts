// Lists are sorted, filtered and searched by the values that their tables show: whole units, names of instruments, documented
// cash.
import {
  Address,
  Bytes32,
  DeliveryId,
  Fingerprint,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
  ZERO_ADDRESS,
  ZERO_BYTES32,
} from '@connex/protocol'
import type { CallQuery, Paging } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED, seedDelivery, seedTenants } from '../../../../testkit/src/database/ledgerRows.ts'
import { openTestDatabase } from '../../../../testkit/src/database/testDatabase.ts'
import { listRegistryInstruments } from './instruments.ts'
import type { Database } from '../engine/openDatabase.ts'
import { listPositions } from './positions.ts'
import { listRegistryEntries } from './registryEntries.ts'
import { listCustodyChains } from './registries.ts'
import type { Schema } from '../schema/schema.ts'
import { listTransfers } from './transfers.ts'

const word = (digits: string) => Bytes32.parse(`0x${digits.padStart(64, '0')}`)
const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const [alpenbank, baltic, registrar, abroad] = [address('1'), address('2'), address('3'), address('4')]
const DOCUMENT = word('d0c5')
const NAME = 'Hárbour Crane Lease (HI-2025-003)'

/** Sorted by smallest units, which is not the order of the shown values. */
const HELD = [
  { name: 'fund', decimals: 3, units: '18000000000', shown: '18000000' },
  { name: 'note', decimals: 3, units: '6020000000', shown: '6020000' },
  { name: 'bond', decimals: 2, units: '4120000000', shown: '41200000' },
  { name: 'lease', decimals: 0, units: '39139000', shown: '39139000' },
  { name: 'stock', decimals: 1, units: '60200000', shown: '6020000' },
] as const
const LARGEST_FIRST = ['bond', 'lease', 'fund', 'stock', 'note']
const idOf = (name: string) => word(Buffer.from(name).toString('hex'))
const nameOf = (id: string) => Buffer.from(id.slice(2).replace(/^0+/, ''), 'hex').toString()

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const db = database.kysely
  await seedTenants(db, [
    { address: alpenbank, name: 'Alpenbank', apiUrl: '' },
    { address: baltic, name: 'Baltic Trust Bank', apiUrl: '' },
    { address: abroad, name: 'Rhône Crédit', apiUrl: '' },
  ])
  await seedDelivery(db, { sender: alpenbank, receiver: baltic, registrar, issuer: alpenbank })
  for (const [index, { name, decimals, units }] of HELD.entries()) {
    const ids = { instrument_id: InstrumentId.parse(idOf(name)), registry_id: RegistryId.parse(idOf(name)) }
    const isLease = name === 'lease'
    await seedAgain('instruments', {
      instrument_id: ids.instrument_id,
      decimals,
      identifier: isLease ? DOCUMENT : `XS000000000${index}`,
      private_data_fp: isLease ? Fingerprint.parse(DOCUMENT) : ZERO_BYTES32,
    })
    await seedAgain('registries', { ...ids, outstanding: units })
    await seedAgain('positions', { ...ids, balance: units })
    await chain(name, units)
    await entry(name, units)
    await transfer(name, {
      deliver_instrument_id: ids.instrument_id,
      deliver_registry_id: ids.registry_id,
      deliver_identifier: isLease ? DOCUMENT : `XS000000000${index}`,
      deliver_quantity: units,
      deliver_decimals: decimals,
    })
  }
  await db
    .insertInto('instrument_details')
    .values([label(DOCUMENT, NAME), label(word('0bad'), 'Wrong')])
    .execute()
  await database.kysely.deleteFrom('positions').where('registry_id', '=', SEEDED.registryId).execute()
  await database.kysely.deleteFrom('registries').where('registry_id', '=', SEEDED.registryId).execute()
  await database.kysely.deleteFrom('transfer_views').where('delivery_id', '=', SEEDED.deliveryId).execute()
})
afterAll(() => database.close())

/** Inserts the seeded row again, with changes. */
async function seedAgain(table: keyof Schema, changes: object): Promise<void> {
  const seeded = database.kysely.selectFrom(table as 'instruments').selectAll()
  const row = await seeded.limit(1).executeTakeFirstOrThrow()
  await database.kysely
    .insertInto(table as 'instruments')
    .values({ ...row, ...changes })
    .execute()
}

const label = (fingerprint: Bytes32, text: string) => ({
  instrument_id: idOf('lease'),
  fingerprint: Fingerprint.parse(fingerprint),
  tenant: alpenbank,
  details: JSON.stringify({ label: text }),
  status: 'SYNCED' as const,
  sender: null,
  stored_at: 1,
})

/** With its private details' fingerprint on the ledger. */
async function transfer(name: string, view: object): Promise<void> {
  const id = { delivery_id: DeliveryId.parse(idOf(name)) }
  await seedAgain('deliveries', { ...id, private_data_fp: idOf(name) })
  await seedAgain('transfer_views', { ...view, ...id })
}

const held = { from_block: 1, to_block: null, registry_manager: SEEDED.registryManager }

const chain = (name: string, units: string) =>
  database.kysely
    .insertInto('custody_chains')
    .values({
      ...held,
      custody_chain_id: idOf(name),
      registry_id: RegistryId.parse(idOf(name)),
      transfer_agent: alpenbank,
      onramped: Quantity.parse(units),
      offramped: Quantity.parse('0'),
    })
    .execute()

/** It has ended, so it is not a position. */
async function entry(name: string, quantity: string): Promise<void> {
  await database.kysely
    .insertInto('entries')
    .values({
      ...held,
      fingerprint: idOf(name),
      registry_id: RegistryId.parse(idOf(name)),
      instrument_id: InstrumentId.parse(idOf(name)),
      registrar,
      owner: alpenbank,
      entry_type: 'TERMINATED',
      earmarked_by: ZERO_ADDRESS,
      movement_ref: Bytes32.parse(ZERO_BYTES32),
      created_action: 'NONE',
      created_at: 1,
    })
    .execute()
  await database.kysely
    .insertInto('private_records')
    .values({
      tenant: alpenbank,
      kind: 'ENTRY',
      fingerprint: Fingerprint.parse(idOf(name)),
      entity_id: idOf(name),
      type: alpenbank,
      data: JSON.stringify({ quantity, account: '7' }),
      author_tenant: alpenbank,
      author_address: alpenbank,
      proof: null,
      shared_with: [],
      created_at: 1,
    })
    .execute()
}

/** A repo, of which the viewer pays or gets the cash. */
async function repo(
  name: string,
  direction: 'DELIVER' | 'RECEIVE',
  amount: string | undefined,
): Promise<void> {
  const seeded = await database.kysely
    .selectFrom('transfer_views')
    .selectAll()
    .where('delivery_id', '=', DeliveryId.parse(idOf('bond')))
    .executeTakeFirstOrThrow()
  const parts = ['registry_id', 'instrument_id', 'identifier', 'account', 'quantity', 'decimals'] as const
  const sides = parts.map((part) => ({
    [`receive_${part}`]: seeded[`deliver_${part}`],
    [`deliver_${part}`]: null,
  }))
  const received = direction === 'RECEIVE' ? (Object.assign({}, ...sides) as object) : {}
  await transfer(name, { ...seeded, ...received, transfer_type: 'REPO', direction })
  if (amount !== undefined) await details(name, alpenbank, idOf(name), amount)
}

async function details(
  name: string,
  tenant: Address,
  fingerprint: Bytes32,
  cashQuantity: string,
  repo?: { repurchaseDate: string },
) {
  await database.kysely
    .insertInto('delivery_details')
    .values({
      tenant,
      delivery_id: idOf(name),
      fingerprint: Fingerprint.parse(fingerprint),
      details: JSON.stringify({ description: name, cashQuantity, ...(repo && { repo }) }),
      status: 'SYNCED',
      sender: null,
      stored_at: 1,
    })
    .execute()
}

const positions = async (paging: Paging) => {
  const page = await listPositions(database.kysely, alpenbank, {}, paging)
  return (JSON.parse(page.items) as { registryId: string }[]).map(({ registryId }) => nameOf(registryId))
}
const registries = async (paging: Paging) => {
  const { items } = await listRegistryInstruments(database.kysely, alpenbank, {}, paging)
  return items.map(({ registryId }) => nameOf(registryId))
}
const chains = async (paging: Paging) => {
  const { items } = await listCustodyChains(database.kysely, alpenbank, {}, paging)
  return items.map(({ registryId }) => nameOf(registryId))
}
const entries = async (paging: Paging) => {
  const { items } = await listRegistryEntries(database.kysely, alpenbank, {}, paging)
  return items.map(({ registryId }) => nameOf(registryId))
}
const transfers = async (paging: Paging, filters: CallQuery<'transfers'> = {}) => {
  const { items, totalItemCount } = await listTransfers(database.kysely, alpenbank, filters, paging)
  expect(totalItemCount).toBeGreaterThanOrEqual(items.length)
  return items.map(({ deliveryId }) => nameOf(deliveryId))
}

describe('sorting by quantity follows the shown values, whatever the decimals', () => {
  test.each([
    ['positions', positions, 'quantity'],
    ['positions', positions, 'available'],
    ['registries', registries, 'issueSize'],
    ['custody chains', chains, 'onramped'],
    ['entries', entries, 'quantity'],
    ['transfers', transfers, 'deliverQuantity'],
  ] as const)('%s', async (_name, list, sortBy) => {
    const descending = await list({ sortBy, sortOrder: 'desc' })
    // What is equal has its own order, and that turns round as well.
    const equal = descending.slice(3)
    expect(equal.toSorted()).toEqual(['note', 'stock'])
    expect(descending).toEqual([...LARGEST_FIRST.slice(0, 3), ...equal])
    expect(await list({ sortBy, sortOrder: 'asc' })).toEqual(descending.toReversed())
    const turned: string[] = []
    for (const page of [1, 2, 3, 4, 5])
      turned.push(...(await list({ sortBy, sortOrder: 'desc', page, itemsPerPage: 1 })))
    expect(turned).toEqual(descending)
  })

  test.each(HELD)('$name is found by exactly $shown', async ({ name, shown }) => {
    for (const [list, column] of [
      [positions, 'quantity'],
      [registries, 'issueSize'],
      [chains, 'onramped'],
      [entries, 'quantity'],
      [transfers, 'deliverQuantity'],
    ] as const) {
      expect(await list({ where: [`${column}:is:${shown}.0`] })).toContain(name)
      expect(await list({ where: [`${column}:is:${shown}.01`] })).toEqual([])
    }
  })
})

describe('a transfer is found by its instrument’s name, which is all that a table shows of a private one', () => {
  test.each([
    ['a search', { filter: 'harbour' }, ['lease']],
    ['a search for its number', { filter: 'HI-2025-003' }, ['lease']],
    ['a search for its identifier', { filter: DOCUMENT.slice(-8) }, ['lease']],
    ['a search for details that are not the ledger’s', { filter: 'Wrong' }, []],
    ['contains', { where: ['deliverIdentifier:contains:2025'] }, ['lease']],
    ['starts', { where: ['deliverIdentifier:starts:harbour'] }, ['lease']],
    ['starts, and not within it', { where: ['deliverIdentifier:starts:Crane'] }, []],
    ['is', { where: [`deliverIdentifier:is:${NAME}`] }, ['lease']],
    ['is, and not a part of it', { where: ['deliverIdentifier:is:Harbour'] }, []],
    ['is its identifier', { where: [`deliverIdentifier:is:${DOCUMENT}`] }, ['lease']],
    ['not', { where: ['deliverIdentifier:not:Harbour'] }, ['bond', 'fund', 'note', 'stock']],
    [
      'not, where nothing is received',
      { where: ['receiveIdentifier:not:Harbour'] },
      HELD.map(({ name }) => name).toSorted(),
    ],
    ['the other side', { where: ['receiveIdentifier:contains:Harbour'] }, []],
  ])('%s', async (_name, paging: Paging, found) => {
    expect((await transfers(paging)).toSorted()).toEqual(found)
  })
})

describe('documented cash of a repo', () => {
  beforeAll(async () => {
    await repo('gets', 'DELIVER', '98000000.55')
    await repo('pays', 'RECEIVE', '40000000.00')
    await repo('untold', 'DELIVER', undefined)
    await details('untold', alpenbank, word('0bad'), '99000000.00')
    await details('untold', baltic, idOf('untold'), '99000000.00')
    await details('fund', alpenbank, idOf('fund'), '97000000.00')
  })

  test.each([
    ['receiveQuantity:at-least:90000000', ['gets']],
    ['receiveQuantity:is:98000000.55', ['gets']],
    ['receiveQuantity:at-most:98000000.54', ['pays']],
    ['deliverQuantity:is:40000000', ['pays']],
    ['deliverQuantity:at-least:41200000', ['bond', 'gets', 'untold']],
    ['receiveIdentifier:contains:cash', ['gets', 'untold']],
    ['deliverIdentifier:is:cash documented', ['pays']],
  ])('%s', async (where, found) => {
    expect((await transfers({ where: [where] })).toSorted()).toEqual(found)
  })

  test('sorts among the quantities; unknown amounts come last', async () => {
    const delivered = await transfers({ sortBy: 'deliverQuantity', sortOrder: 'desc' })
    expect(delivered.slice(3, 5)).toEqual(['pays', 'lease'])
    expect((await transfers({ sortBy: 'receiveQuantity', sortOrder: 'desc' })).slice(0, 2)).toEqual([
      'gets',
      'pays',
    ])
    expect((await transfers({ sortBy: 'receiveQuantity', sortOrder: 'asc' })).slice(0, 2)).toEqual([
      'pays',
      'gets',
    ])
    const both: Paging = { sortBy: 'description', where: ['receiveQuantity:at-least:1'] }
    expect(await transfers(both)).toEqual(['gets', 'pays'])
  })
})

describe('a name is found with and without its accents', () => {
  beforeAll(async () => {
    await transfer('abroad', { counterparty: abroad })
  })
  test.each([
    [{ filter: 'rhone' }, ['abroad']],
    [{ filter: 'Rhône' }, ['abroad']],
    [{ filter: 'rhòne' }, []],
    [{ where: ['counterparty:starts:RHONE CRED'] }, ['abroad']],
    [{ where: ['counterparty:is:Rhône Crédit'] }, ['abroad']],
  ] as [Paging, string[]][])('%j', async (paging, names) => {
    expect(await transfers(paging)).toEqual(names)
  })

  test('and is not among those without it', async () => {
    const all = await transfers({})
    const others = all.filter((name) => name !== 'abroad')
    expect((await transfers({ where: ['counterparty:not:rhone'] })).toSorted()).toEqual(others.toSorted())
  })
})

describe('D21: days and instruments of transfers', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
  const dated = (text: string) => ({ value_date: Seconds.parse(day(text)) })
  beforeAll(async () => {
    await transfer('later', { ...dated('2026-11-27'), deliver_identifier: 'DE0001' })
    await transfer('sooner', { ...dated('2026-11-24'), created_at: Seconds.parse(day('2026-11-20')) })
  })

  test('are sorted by their value dates; those without one come last in both directions', async () => {
    const paging = { sortBy: 'valueDate', itemsPerPage: 2 } as const
    expect(await transfers({ ...paging, sortOrder: 'asc' })).toEqual(['sooner', 'later'])
    expect(await transfers({ ...paging, sortOrder: 'desc' })).toEqual(['later', 'sooner'])
  })

  test('are found by the day of their value date, and by the day of their creation', async () => {
    const from = (column: string, text: string) => `${column}:at-least:${day(text)}`
    const to = (column: string, text: string) => `${column}:at-most:${day(text) + 86_399}`
    expect(await transfers({ where: [from('valueDate', '2026-11-25')] })).toEqual(['later'])
    expect(await transfers({ where: [to('valueDate', '2026-11-24')] })).toEqual(['sooner'])
    const made = [from('createdAt', '2026-11-20'), to('createdAt', '2026-11-20')]
    expect(await transfers({ where: made })).toEqual(['sooner'])
    expect(await transfers({ where: [...made, from('valueDate', '2026-11-25')] })).toEqual([])
  })

  test('are sorted and found by their last step, which says how long each has waited', async () => {
    await transfer('moved', { last_at: Seconds.parse(day('2026-11-22')) })
    await transfer('stuck', { last_at: Seconds.parse(day('2026-11-21')) })
    const paging = { sortBy: 'lastAt', itemsPerPage: 2 } as const
    const where = [`lastAt:at-least:${day('2026-11-21')}`]
    expect(await transfers({ ...paging, sortOrder: 'asc', where })).toEqual(['stuck', 'moved'])
    expect(
      await transfers({
        ...paging,
        sortOrder: 'desc',
        where: [`lastAt:at-most:${day('2026-11-21')}`, ...where],
      }),
    ).toEqual(['stuck'])
  })

  test('M-4: are sorted and found by their expiry, of which both days count; what has ended does not expire', async () => {
    const seconds = (text: string) => ({ expires_at: Seconds.parse(day(text) + 3_600) })
    await transfer('stale', seconds('2027-02-20'))
    await transfer('fresh', seconds('2027-02-22'))
    const paging = { sortBy: 'expiresAt', itemsPerPage: 2 } as const
    expect(await transfers({ ...paging, sortOrder: 'asc' })).toEqual(['stale', 'fresh'])
    expect(await transfers({ ...paging, sortOrder: 'desc' })).toEqual(['fresh', 'stale'])
    expect(await transfers({}, { expiresFrom: '2027-02-21' })).toEqual(['fresh'])
    expect(await transfers({}, { expiresFrom: '2027-02-20', expiresTo: '2027-02-20' })).toEqual(['stale'])
    expect(await transfers({}, { expiresTo: '2027-02-19' })).toEqual([])
    expect(await transfers({ where: [`expiresAt:at-least:${day('2027-02-21')}`] })).toEqual(['fresh'])
  })

  test('are sorted by the repurchase dates of repos, and found by them; transfers without one come last', async () => {
    for (const [name, repurchaseDate] of [
      ['week', '2026-11-30'],
      ['month', '2026-12-23'],
    ] as const) {
      await transfer(name, { transfer_type: 'REPO' })
      await details(name, alpenbank, idOf(name), '1.00', { repurchaseDate })
    }
    await transfer('forged', { transfer_type: 'REPO' })
    await details('forged', alpenbank, word('0bad'), '1.00', { repurchaseDate: '2026-11-29' })
    const paging = { sortBy: 'repurchaseDate', itemsPerPage: 2 } as const
    expect(await transfers({ ...paging, sortOrder: 'asc' })).toEqual(['week', 'month'])
    expect(await transfers({ ...paging, sortOrder: 'desc' })).toEqual(['month', 'week'])
    const lastSecond = day('2026-11-30') + 86_399
    expect(await transfers({ where: [`repurchaseDate:at-most:${lastSecond}`] })).toEqual(['week'])
    expect(await transfers({ where: [`repurchaseDate:at-least:${lastSecond}`] })).toEqual(['month'])
  })

  test('are sorted by a private instrument’s label', async () => {
    const [first, second] = await transfers({ sortBy: 'deliverIdentifier', sortOrder: 'asc' }).then((all) =>
      all.filter((name) => name === 'lease' || name === 'later'),
    )
    expect([first, second]).toEqual(['later', 'lease'])
  })
})
