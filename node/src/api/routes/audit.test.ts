import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { CallQuery } from '@connex/protocol'
import type { TestUser } from '../../testing/newUser.ts'
import { startTestDesks } from '../../testing/startTestDesks.ts'
import type { TestDesks } from '../../testing/startTestDesks.ts'

let world: TestDesks
let admin: Client
let adminUser: TestUser
let user: Client
beforeAll(async () => {
  world = await startTestDesks()
  const joined = await world.join('alpenbank', 'user.TENANT_ADMIN', 'user.BUSINESS_ADMIN')
  admin = joined.client
  adminUser = joined.user
  user = (await world.join('alpenbank')).client
  const body = { name: 'Weekly repo', type: 'repo', content: 1, templateId: 'weekly' }
  await call(admin, 'putTemplate', { body })
  await call(user, 'putTemplate', { body }).catch(() => undefined)
  await call(admin, 'deleteTemplate', { query: { templateId: 'weekly' } })
  await call(admin, 'templates')
})
afterAll(() => world.stop())

const list = async (query: CallQuery<'audit'> = {}) => (await call(admin, 'audit', { query })).items

test('every change is written down with who, what and how it ended, refused ones too; reading is not', async () => {
  expect(await list()).toMatchObject([
    { call: 'deleteTemplate', action: 'DELETE', outcome: 'DONE', status: 200, entityId: 'weekly' },
    { call: 'putTemplate', outcome: 'REFUSED', status: 403, userAddr: user.signer?.address },
    {
      call: 'putTemplate',
      outcome: 'DONE',
      userAddr: adminUser.address,
      source: 'INTERNAL',
      type: 'platform',
    },
  ])
})

test('each parameter narrows the list', async () => {
  const [last] = await list()
  const calls = async (query: CallQuery<'audit'>) => (await list(query)).map((entry) => entry.call)
  expect(await list({ auditId: [last!.auditId] })).toEqual([last])
  expect(await calls({ action: ['DELETE'] })).toEqual(['deleteTemplate'])
  expect(await calls({ userAddr: adminUser.address })).toEqual(['deleteTemplate', 'putTemplate'])
  expect(await calls({ source: 'PROPOSE' })).toEqual([])
  expect(await calls({ type: 'platform' })).toHaveLength(3)
  expect(await calls({ type: 'delivery-manager' })).toEqual([])
})

test('another tenant sees none of it', async () => {
  const { client } = await world.join('rhone', 'user.TENANT_ADMIN_RO')
  expect(await call(client, 'audit')).toMatchObject({ items: [] })
})
