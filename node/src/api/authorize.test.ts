// Every call of the endpoint table, asked by each kind of caller.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import { API_ERRORS, api } from '@connex/protocol'
import type { CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { nowSeconds } from '../storage/queryable.ts'
import { newUser } from '../testing/joinTenant.ts'
import type { TestUser } from '../testing/joinTenant.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import { sendSigned } from '../testing/signedRequest.ts'
import { startTestBank } from '../testing/startTestBank.ts'
import type { TestBank } from '../testing/startTestBank.ts'
import { untilIndexed } from '../testing/untilIndexed.ts'

let world: TestBank
/** Holds nothing, each privilege alone, or is a server's node account. */
const users = new Map<string, TestUser>()

const endpoints = (Object.entries(api) as [CallName, Endpoint][]).filter(([name]) => name !== 'introspection')
const guarded = endpoints.filter(([, { privileges = [] }]) => privileges.length > 0)
const needed = [...new Set(guarded.flatMap(([, { privileges = [] }]) => privileges))]

beforeAll(async () => {
  world = await startTestBank()
  const { ledger, bank, node } = world
  for (const name of ['nothing', ...needed]) users.set(name, newUser())
  const platform = ledger.deployment.contracts.PlatformManager
  const grants = needed.map((name) => ({ user: users.get(name)!.account.address, privileges: [name] }))
  await grantUserPrivileges(ledger.ledger, bank.admin.account, bank.access, platform, grants)
  await untilIndexed(ledger, node)
  const now = nowSeconds()
  await node.database.kysely
    .insertInto('users')
    .values(
      [...users].map(([name, { address }]) => ({
        tenant: bank.address,
        address,
        user_id: name,
        name,
        status: 'ACTIVE' as const,
        lock_expiration: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
})
afterAll(() => world.stop())

const QUERIES: Partial<Record<CallName, string>> = {
  deliveryDetails: `?delivery-ids=0x${'11'.repeat(32)}`,
  instrumentDetails: `?instrument-ids=0x${'11'.repeat(32)}`,
  totalIssuedAmount: `?registry-manager-addr=0x${'11'.repeat(20)}&registry-id=0x${'22'.repeat(32)}`,
}

/** Writing calls come without a body: who is let in is told that it is missing. */
const wanted = (name: CallName) => {
  const { method, path } = api[name] as Endpoint
  return { method, target: `/api/v6${path}${QUERIES[name] ?? ''}` }
}

const ask = (name: CallName, user: TestUser) => sendSigned(world.node.url, user, wanted(name))

describe('without a signature', () => {
  test.each(endpoints.filter(([, { authentication }]) => authentication !== 'open'))(
    '%s is refused',
    async (name) => {
      const { status, problem } = await rawRequest(world.node.url, wanted(name))
      expect([status, problem.title]).toEqual([401, 'User Authentication Failure'])
    },
  )
})

describe('a user of a tenant elsewhere', () => {
  test.each(endpoints.filter(([, { authentication }]) => authentication !== 'open'))(
    'is refused %s',
    async (name) => {
      expect((await ask(name, world.stranger.user)).status).toBe(401)
    },
  )
})

const REFUSALS: Partial<Record<CallName, keyof typeof API_ERRORS>> = {
  assetAccounts: 'accountsNotReadable',
  setAssetAccount: 'accountsNotWritable',
}

describe('a user without the privilege', () => {
  test.each(guarded)('is refused %s', async (name) => {
    const code = REFUSALS[name] ?? 'forbidden'
    const { status, problem } = await ask(name, users.get('nothing')!)
    expect(status).toBe(API_ERRORS[code].status)
    expect(problem).toMatchObject({ code, ...API_ERRORS[code], title: 'User Authorization Failure' })
  })
})

describe('a user with one privilege', () => {
  const pairs = guarded.flatMap(([name, { privileges = [] }]) =>
    needed.map((held) => ({ name, held, isEnough: privileges.includes(held) })),
  )
  test.each(pairs)('$held opens $name: $isEnough', async ({ name, held, isEnough }) => {
    const { status } = await ask(name, users.get(held)!)
    if (!isEnough) expect([401, 403]).toContain(status)
    // A write without its body, and a registry that is none, are past the door.
    else expect([200, 400, 404]).toContain(status)
  })

  test('a read-only privilege opens no write', () => {
    const writing = guarded.filter(([, { method }]) => method !== 'GET')
    const opened = writing.flatMap(([, { privileges = [] }]) => privileges)
    expect(opened.filter((name: PrivilegeName) => name.endsWith('_RO'))).toEqual([])
  })
})

describe('a user of the tenant', () => {
  const open = endpoints.filter(
    ([, { privileges = [], authentication }]) => privileges.length === 0 && authentication !== 'bearer',
  )
  test.each(open.filter(([name]) => name !== 'stream'))('may call %s', async (name) => {
    expect([200, 400, 404]).toContain((await ask(name, users.get('nothing')!)).status)
  })
})

describe('a node account', () => {
  test.each(endpoints.filter(([, { authentication }]) => authentication !== 'open'))(
    '%s',
    async (name, endpoint) => {
      const { config } = world.place
      const { privateKeyToAccount } = await import('viem/accounts')
      const account = privateKeyToAccount(config.nodeKey)
      const node: TestUser = { key: config.nodeKey, account, address: world.place.nodeAccount }
      const { status } = await ask(name, node)
      if (name === 'putDeliveryDetails' || name === 'putInstrumentDetails') expect(status).toBe(400)
      else expect(status).toBe(endpoint.authentication === 'bearer' ? 401 : 403)
    },
  )
})
