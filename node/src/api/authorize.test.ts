// Every call of the endpoint table, asked by each kind of caller.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privileges as privilegeIds } from '@connex/contracts'
import { grantDappPrivileges, grantUserPrivileges } from '@connex/contracts/deploy'
import { API_ERRORS, api, fillPath, isReading } from '@connex/protocol'
import type { CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { nowSeconds } from '../storage/queryable.ts'
import { newUser } from '../testing/newUser.ts'
import type { TestUser } from '../testing/newUser.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import type { RawAnswer } from '../testing/rawRequest.ts'
import { sendSigned } from '../testing/signedRequest.ts'
import type { Wanted } from '../testing/signedRequest.ts'
import { startTestBank } from '../testing/startTestBank.ts'
import type { TestBank } from '../testing/startTestBank.ts'
import { untilIndexed } from '../testing/untilIndexed.ts'
import { PUSHED_CALLS } from './authorize.ts'

let world: TestBank
/** Holds nothing, each privilege alone, or is a server's node account. */
const users = new Map<string, TestUser>()

const endpoints = (Object.entries(api) as [CallName, Endpoint][]).filter(([name]) => name !== 'introspection')
const guarded = endpoints.filter(([, { privileges = [] }]) => privileges.length > 0)
const OPERATORS = guarded.filter(([, { tenantPrivileges }]) => tenantPrivileges !== undefined)
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

const WORD = `0x${'11'.repeat(32)}`
const ADDRESS = `0x${'11'.repeat(20)}`

const QUERIES: Partial<Record<CallName, string>> = {
  deliveryDetails: `?delivery-ids=${WORD}`,
  deliveryComments: `?delivery-ids=${WORD}`,
  internalComments: `?delivery-ids=${WORD}`,
  htlcSecrets: `?delivery-ids=${WORD}`,
  instrumentDetails: `?instrument-ids=${WORD}`,
  registrationReasons: `?fingerprints=${WORD}`,
  registryEntryDetails: `?registry-entry-fingerprints=${WORD}`,
  totalIssuedAmount: `?registry-manager-addr=${ADDRESS}&registry-id=${WORD}`,
  proposeSet: `?registry-manager-addr=${ADDRESS}&registry-id=${WORD}`,
  registryNonce: `?registry-manager-addr=${ADDRESS}&tenant-addr=${ADDRESS}`,
}

/** Writing calls come without a body: who is let in is told that it is missing. */
const wanted = (name: CallName): Wanted & { method: string } => {
  const { method, path, params, bodyType } = api[name] as Endpoint
  const names = 'shape' in params ? Object.keys(params.shape as object) : []
  const filled = fillPath(path, Object.fromEntries(names.map((part) => [part, WORD])))
  const contentType = 'multipart/form-data; boundary=x'
  return {
    method,
    target: `/api/v6${filled}${QUERIES[name] ?? ''}`,
    ...(bodyType === undefined ? {} : { bytes: { data: new TextEncoder().encode('--x--'), contentType } }),
  }
}

const tokens = new Map<TestUser, string>()

/** With a bearer token where the call takes nothing else; who gets none comes without. */
async function ask(name: CallName, user: TestUser): Promise<RawAnswer> {
  if (api[name].authentication !== 'bearer') return sendSigned(world.node.url, user, wanted(name))
  if (!tokens.has(user)) {
    const { text } = await sendSigned(world.node.url, user, { target: '/api/v6/platform/login' })
    tokens.set(user, (JSON.parse(text) as { token?: string }).token ?? '')
  }
  const headers = { authorization: `Bearer ${tokens.get(user)}` }
  const { method, target } = wanted(name)
  return rawRequest(world.node.url, { method, target, headers })
}

const REFUSALS: Partial<Record<CallName, keyof typeof API_ERRORS>> = {
  assetAccounts: 'accountsNotReadable',
  setAssetAccount: 'accountsNotWritable',
  deleteDraft: 'draftHasWorkflow',
  deleteUserRegistration: 'userNotInvited',
}

const closed = endpoints.filter(([, { authentication }]) => authentication !== 'open')
let source = 0
const UNAUTHENTICATED = { code: 'unauthenticated', ...API_ERRORS.unauthenticated }

describe('nobody', () => {
  test.each(closed)(
    'is refused %s without a signature or token, or with a token of nobody’s',
    async (name) => {
      const { method, target, bytes } = wanted(name)
      const typed = bytes === undefined ? {} : { 'content-type': bytes.contentType }
      for (const headers of [typed, { ...typed, authorization: `Bearer ${'a'.repeat(43)}` }]) {
        // Each from a place of its own, or the failure limit would be all that they are told.
        const remoteAddress = `2001:db8::${(source += 1)}`
        const given = { method: method as 'GET', url: target, headers, remoteAddress }
        const answer = await world.node.app.inject(given)
        expect(answer.statusCode).toBe(401)
        expect(answer.headers['content-type']).toBe('application/problem+json')
        expect(answer.json()).toMatchObject(UNAUTHENTICATED)
      }
    },
  )
})

describe('a user of another tenant', () => {
  // On the same ledger, with every right there: here it is nobody. Only an invitation lets a wallet in that is no user.
  test.each(closed.filter(([, { authentication }]) => authentication !== 'wallet'))(
    'is refused %s',
    async (name) => {
      const { status, problem } = await ask(name, world.stranger.admin)
      expect(status).toBe(401)
      expect(problem).toMatchObject(UNAUTHENTICATED)
    },
  )
})

describe('a user with the read-only twin', () => {
  const twins = guarded.flatMap(([name, endpoint]) =>
    (endpoint.privileges ?? [])
      .map((held) => `${held}_RO`)
      .filter((twin) => users.has(twin) || needed.some((one) => one === twin))
      .map((twin) => [name, twin, endpoint] as const),
  )
  test.each(twins)('%s as %s: reads, and changes nothing', async (name, twin, endpoint) => {
    const { status, problem } = await ask(name, users.get(twin)!)
    const reads = isReading(endpoint) && endpoint.tenantPrivileges === undefined
    // What opens a read is the table's to say; a change is never opened by a twin.
    if (endpoint.privileges?.some((held) => held === twin) && reads) expect([200, 400, 404]).toContain(status)
    else {
      const code = REFUSALS[name] ?? 'forbidden'
      expect(isReading(endpoint) && endpoint.tenantPrivileges === undefined).toBe(false)
      expect([status, problem.code, problem.title]).toEqual([
        API_ERRORS[code].status,
        code,
        API_ERRORS[code].title,
      ])
    }
  })

  test('every read that a privilege opens, its twin opens as well', () => {
    const missing = guarded
      .filter(([, endpoint]) => isReading(endpoint))
      .flatMap(([name, { privileges = [] }]) =>
        privileges
          .map((held) => `${held}_RO`)
          .filter((twin) => twin in privilegeIds && !privileges.some((held) => held === twin))
          .map((twin) => `${name}: ${twin}`),
      )
    expect(missing).toEqual([])
  })
})

describe('a user without the privilege', () => {
  test.each(guarded)('is refused %s', async (name) => {
    const code = REFUSALS[name] ?? 'forbidden'
    const { status, problem } = await ask(name, users.get('nothing')!)
    expect(status).toBe(API_ERRORS[code].status)
    expect(problem).toMatchObject({ code, ...API_ERRORS[code] })
  })
})

describe('a user with one privilege', () => {
  test.each(guarded)('is let in to %s by the right ones alone', async (name, { privileges = [] }) => {
    const isOperators = OPERATORS.some(([other]) => other === name)
    for (const held of needed) {
      const { status } = await ask(name, users.get(held)!)
      // A write without its body, and a thing that is none, are past the door; some doors the tenant must open as well.
      const allowed = privileges.includes(held) && !isOperators ? [200, 400, 404] : [401, 403]
      expect([held, allowed.includes(status) || status]).toEqual([held, true])
    }
  })

  test('a read-only privilege opens no write', () => {
    const writing = guarded.filter(([, endpoint]) => !isReading(endpoint))
    const opened = writing.flatMap(([, { privileges = [] }]) => privileges)
    expect(opened.filter((name: PrivilegeName) => name.endsWith('_RO'))).toEqual([])
  })
})

describe('a user of the tenant', () => {
  const open = endpoints.filter(([name, { privileges = [] }]) => privileges.length === 0 && name !== 'logout')
  test.each(open.filter(([, { responseType }]) => responseType !== 'events'))('may call %s', async (name) => {
    expect([200, 400, 404]).toContain((await ask(name, users.get('nothing')!)).status)
  })
})

describe('a tenant that may read accounts', () => {
  // The last of the users' cases: from here on the bank holds it.
  test('opens reading its asset accounts to all of its users, and nothing else', async () => {
    const { ledger, bank, node } = world
    const { deployment, operatorUser } = ledger
    await grantDappPrivileges(
      ledger.ledger,
      operatorUser,
      deployment.operator,
      deployment.contracts.AccountRegistryManager,
      [{ holder: bank.access.tenant, privileges: ['account.READ'] }],
    )
    await untilIndexed(ledger, node)
    const user = users.get('nothing')!
    expect(await ask('assetAccounts', user)).toMatchObject({ status: 200 })
    expect(await ask('setAssetAccount', user)).toMatchObject({ status: 401 })
    expect(await ask('positions', user)).toMatchObject({ status: 403 })
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
      if (PUSHED_CALLS.some((pushed) => pushed === name) || endpoint.authentication === 'wallet')
        expect(status).toBe(400)
      else expect(status).toBe(endpoint.authentication === 'bearer' ? 401 : 403)
    },
  )
})
