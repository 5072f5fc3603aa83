// Filters over what the index and the tenant's own names say, on rows that are written by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { CallQuery } from '@connex/protocol'
import { SEEDED } from '../../testing/seedLedger.ts'
import { startTestDesks } from '../../testing/startTestDesks.ts'
import type { TestDesks } from '../../testing/startTestDesks.ts'

let world: TestDesks
let alpen: Client
let registrar: Client
beforeAll(async () => {
  world = await startTestDesks()
  const privileges = ['delivery.BACKOFFICE', 'registry.SHARED_POSITION_HANDLING'] as const
  alpen = (await world.join('alpenbank', ...privileges)).client
  registrar = (await world.join('registrar', ...privileges)).client
})
afterAll(() => world.stop())

const { instrumentManager, instrumentId, registryId, platform } = SEEDED

describe('registries', () => {
  test.each<[CallQuery<'registryInstruments'>, number]>([
    [{ instrumentManagerAddr: instrumentManager }, 1],
    [{ instrumentManagerAddr: platform }, 0],
    [{ instrumentRegistrarAddr: platform }, 0],
    [{ assetClass: 'DIGITAL' }, 1],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ instrumentIssuer: platform }, 0],
    [{ instrumentRevision: 1 }, 1],
    [{ instrumentRevision: 2 }, 0],
    [{ identifier: 'DE000CNX0017' }, 1],
    [{ identifier: 'DE000CNX' }, 0],
    [{ entityId: registryId }, 1],
    [{ entityId: instrumentId }, 1],
    [{ entityId: SEEDED.deliveryId }, 0],
    [{ fromBlock: 1 }, 1],
    [{ fromBlock: 2 }, 0],
    [{ auditIds: ['1'] }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, 'registryInstruments', { query })).totalItemCount).toBe(count)
  })
})

describe('positions', () => {
  test.each<[CallQuery<'positions'>, number]>([
    [{ accountsFilter: 'all' }, 1],
    [{ accountsFilter: 'owned' }, 1],
    [{ accountsFilter: 'shared' }, 0],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ accountCategory: 'own' }, 1],
    [{ accountCategory: 'client' }, 0],
    [{ accountInternalIdentifier: 'ALP-7' }, 1],
    [{ accountInternalIdentifier: 'ALP' }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, 'positions', { query })).totalItemCount).toBe(count)
  })

  test('to the registrar they are shared, and the owner’s names for them are no help', async () => {
    const count = async (query: CallQuery<'positions'>) =>
      (await call(registrar, 'positions', { query })).totalItemCount
    expect(await count({ accountsFilter: 'shared' })).toBe(1)
    expect(await count({ accountsFilter: 'owned' })).toBe(0)
    expect(await count({ accountCategory: 'own' })).toBe(0)
  })
})

describe.each(['transfers', 'registryTransfers'] as const)('%s', (name) => {
  test.each<[CallQuery<'transfers'>, number]>([
    [{ issuer: platform }, 0],
    [{ assetClass: 'DIGITAL' }, 1],
    [{ assetClass: 'TRADITIONAL' }, 0],
    [{ senderAccountCategory: 'own' }, 1],
    [{ senderAccountInternalIdentifier: 'ALP-7' }, 1],
    [{ senderAccountCategory: 'client' }, 0],
    [{ receiverAccountCategory: 'own' }, 0],
    [{ receiverAccountInternalIdentifier: 'ALP-7' }, 0],
  ])('%j finds %i', async (query, count) => {
    expect((await call(alpen, name, { query })).totalItemCount).toBe(count)
  })
})

test('a transfer that waits for the other side is a task that waits', async () => {
  const { items } = await call(alpen, 'deliveryTasks')
  expect(items).toMatchObject([{ entityId: SEEDED.deliveryId, status: 'WAITING', workflowId: null }])
})
