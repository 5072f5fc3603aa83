import { freshSalt, InstrumentDetails, InstrumentId } from '@connex/protocol'
import type { CallBody, WorkflowState } from '@connex/protocol'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED } from '../../../../testkit/src/database/ledgerRows.ts'
import { startServersFixture } from '../../../../testkit/src/fixtures/servers.ts'
import type { ServersFixture } from '../../../../testkit/src/fixtures/servers.ts'

let world: ServersFixture
let alpen: Client
let reader: Client
let rhone: Client
beforeAll(async () => {
  world = await startServersFixture()
  alpen = (await world.addUser('alpenbank', 'instrument.BACKOFFICE', 'user.DAPP_ADMIN')).client
  reader = (await world.addUser('alpenbank', 'instrument.BACKOFFICE_RO')).client
  rhone = (await world.addUser('rhone', 'instrument.BACKOFFICE')).client
})
afterAll(() => world.stop())

const details = InstrumentDetails.parse({
  salt: freshSalt(),
  label: 'Alpen 2031',
  payoutType: 'FIXED_COUPON',
  securitisationType: 'BEARER_BOND',
  priceQuotation: 'PRICE_IN_PERCENT',
  issueCurrency: 'NKK',
  couponRate: '2.5',
  customFields: [{ name: 'Desk', type: 'text', value: 'Z' }],
})
const draft = (more: Partial<CallBody<'putDraft'>> = {}): CallBody<'putDraft'> => ({
  instrumentType: 'BOND',
  identifierType: 'ISIN',
  identifier: 'DE000DRAFT01',
  decimals: 2,
  details,
  ...more,
})
const put = (client: Client, more?: Partial<CallBody<'putDraft'>>) =>
  call(client, 'putDraft', { body: draft(more) })
const remove = (client: Client, draftId: InstrumentId) => call(client, 'deleteDraft', { query: { draftId } })
const drafts = async (client: Client) =>
  (await call(client, 'instruments', { query: { instrumentState: ['DRAFT'] } })).items

const NOT_FOUND = { status: 404, detail: 'Draft not found' }
const AT_WORK = {
  status: 403,
  detail:
    "Draft has an active workflow, which is not in state REJECTED or you don't have the required privileges.",
}

test('a value that its list does not have is refused', async () => {
  const wrong = { ...details, issueCurrency: 'NOK' } as never
  await expect(put(alpen, { details: wrong })).rejects.toMatchObject({ status: 400 })
})

test('E011 an unknown draft is neither changed nor removed, and nobody removes another tenant’s', async () => {
  const unknown = InstrumentId.parse(freshSalt())
  await expect(put(alpen, { draftId: unknown })).rejects.toMatchObject(NOT_FOUND)
  await expect(remove(alpen, unknown)).rejects.toMatchObject(NOT_FOUND)
  const { draftId } = await put(alpen)
  await expect(remove(rhone, draftId)).rejects.toMatchObject(NOT_FOUND)
  await expect(remove(reader, draftId)).rejects.toMatchObject(AT_WORK)
  await remove(alpen, draftId)
  expect(await drafts(alpen)).toEqual([])
})

test('a draft is stored with every field, changed, and listed as DRAFT for its tenant alone', async () => {
  const stored = await put(alpen)
  expect(stored.details).toEqual(details)
  const { draftId } = stored
  await put(alpen, { draftId, identifier: 'DE000DRAFT02' })
  expect(await drafts(reader)).toMatchObject([
    { instrumentId: draftId, instrumentState: 'DRAFT', identifier: 'DE000DRAFT02', label: 'Alpen 2031' },
  ])
  expect(await drafts(rhone)).toEqual([])
  const all = await call(rhone, 'instruments')
  expect(all.items.map(({ instrumentId }) => instrumentId)).toEqual([SEEDED.instrumentId])
  await remove(alpen, draftId)
})

test.each<[WorkflowState, boolean]>([
  ['PENDING', false],
  ['CONFIRMED', false],
  ['EXECUTED', false],
  ['REJECTED', true],
  ['ABORTED', true],
])('R061 R113 E010 with a workflow that is %s a draft can be removed: %s', async (state, isRemovable) => {
  const { draftId } = await put(alpen)
  await world.servers.north.database.kysely
    .insertInto('workflows')
    .values({
      id: `${state}-${draftId}`,
      tenant: world.tenants.alpenbank,
      entity: 'instrument',
      entity_id: draftId,
      action: 'createInstrument',
      state,
      initiator: world.tenants.alpenbank,
      batch: '{}',
      signatures_required: 2,
      rejected_by: null,
      tx_hash: null,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
  if (isRemovable) await expect(remove(alpen, draftId)).resolves.toEqual({})
  else {
    await expect(remove(alpen, draftId)).rejects.toMatchObject(AT_WORK)
    await expect(put(alpen, { draftId })).rejects.toMatchObject(AT_WORK)
  }
})

test('an internal identifier is shown to its tenant alone, and goes with null', async () => {
  const { instrumentId } = SEEDED
  const set = (client: Client, internalIdentifier: string | null, id = instrumentId) =>
    call(client, 'putInternalIdentifier', { body: { instrumentId: id, internalIdentifier } })
  const shown = async (client: Client) =>
    (await call(client, 'instruments', { query: { instrumentIds: [instrumentId] } })).items[0]
      ?.internalIdentifier
  await expect(set(alpen, 'X', InstrumentId.parse(freshSalt()))).rejects.toMatchObject({ status: 404 })
  await set(alpen, 'ALP-17')
  expect([await shown(reader), await shown(rhone)]).toEqual(['ALP-17', null])
  await set(alpen, null)
  expect(await shown(alpen)).toBeNull()
})

test('a dApp’s configuration is the admin’s to store, the tenant’s to read, of dApps of that kind alone', async () => {
  const { instrumentManager, registryManager } = SEEDED
  const config = { columns: ['identifier'], dense: true }
  const body = { dappAddress: instrumentManager, config }
  await expect(call(reader, 'putInstrumentConfig', { body })).rejects.toMatchObject({ status: 403 })
  await expect(call(alpen, 'putRegistryConfig', { body })).rejects.toMatchObject({ status: 404 })
  await call(alpen, 'putInstrumentConfig', { body })
  await call(alpen, 'putRegistryConfig', { body: { dappAddress: registryManager, config: {} } })
  expect((await call(reader, 'instrumentConfig')).items).toMatchObject([body])
  const some = { query: { dappAddresses: [instrumentManager] } }
  expect((await call(reader, 'registryConfig', some)).items).toEqual([])
  expect((await call(reader, 'registryConfig')).totalItemCount).toBe(1)
  expect((await call(rhone, 'instrumentConfig')).items).toEqual([])
})
