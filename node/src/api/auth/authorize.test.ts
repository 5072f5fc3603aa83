// Every call of the endpoint table, by each kind of caller.
import { privileges as privilegeIds } from '@connex/contracts'
import { grantDappPrivileges, grantUserPrivileges } from '@connex/contracts/deploy'
import { api, API_ERRORS, fillPath, isReading } from '@connex/protocol'
import type { CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { rawRequest, sendSigned } from '../../../../testkit/src/servers/requests.ts'
import type { RawAnswer, SignedRequest } from '../../../../testkit/src/servers/requests.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { PUSHED_CALLS } from '../../common/access.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import { authorize } from './authorize.ts'

let world: BankFixture
/** Holds nothing, each privilege alone, or is a server's node account. */
const users = new Map<string, TestUser>()

const endpoints = (Object.entries(api) as [CallName, Endpoint][]).filter(([name]) => name !== 'introspection')
const guarded = endpoints.filter(([, { privileges = [] }]) => privileges.length > 0)
/** What the world's bank becomes on the dApps. */
const BANK: PrivilegeName = 'registry.INVESTOR'
const isForBank = ({ tenantPrivileges = [BANK] }: Endpoint) => tenantPrivileges.includes(BANK)
const forTenants = endpoints.filter(([, { tenantPrivileges }]) => tenantPrivileges !== undefined)
const needed = [...new Set(guarded.flatMap(([, { privileges = [] }]) => privileges))]

beforeAll(async () => {
  world = await startBankFixture({}, [])
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

/** Writing calls are sent without a body: authorized callers get an error about it. */
const wanted = (name: CallName): SignedRequest & { method: string } => {
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

/** With a bearer token where the call accepts nothing else; callers that cannot get one send none. */
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

describe('a user of a tenant that has no part on the dApps', () => {
  // The first of the cases: from here on the bank is an investor.
  test.each(forTenants)('R002 is refused %s, whatever the user holds', async (name, { privileges }) => {
    const code = REFUSALS[name] ?? 'forbidden'
    const { status, problem } = await ask(name, users.get(privileges?.[0] ?? 'nothing')!)
    expect(status).toBe(API_ERRORS[code].status)
    expect(problem).toMatchObject({ code, ...API_ERRORS[code] })
  })

  test('the refusal names the privileges of which the tenant needs one', async () => {
    const { problem } = await ask('positions', users.get('registry.SHARED_POSITION_HANDLING')!)
    expect(problem).toMatchObject({
      needs: api.positions.tenantPrivileges,
      detail: expect.stringMatching(/^Your tenant needs one of the privileges registry\./) as string,
    })
  })

  test('it may read what is not data of the dApps: itself, the platform, the managers, and the ledger', () => {
    const platforms = /^\/(platform|dlt|health|sync|audit|events|confirmation-workflows)\b/
    const open = endpoints
      .filter(([, { path, tenantPrivileges }]) => tenantPrivileges === undefined && !platforms.test(path))
      .map(([name]) => name)
    expect(open.toSorted()).toEqual([
      'deliveryManager',
      'instrumentConfig',
      'instrumentManager',
      'legManagers',
      'putInstrumentConfig',
      'putRegistryConfig',
      'registryConfig',
      'registryManager',
    ])
  })

  test('each part opens what is for it, and nothing else; coordinators need none for deliveries', () => {
    const lets = (name: CallName, endpoint: Endpoint, held: string, part: string | undefined): boolean => {
      const user = { privileges: [held], instancePrivileges: [] } as unknown as UserViewer['user']
      const parts = part === undefined ? [] : [part as PrivilegeName]
      const { address } = world.bank
      const viewer = { kind: 'user', address, tenant: address, user, tenantPrivileges: parts } as const
      try {
        authorize(name, endpoint, viewer)
        return true
      } catch {
        return false
      }
    }
    const wrong = forTenants.flatMap(([name, endpoint]) => {
      const { privileges = ['user.DAPP_USER'], tenantPrivileges = [], openedBy = [] } = endpoint
      return Object.keys(privilegeIds).flatMap((part) =>
        privileges
          .filter((held) => !endpoint.exemptedBy?.includes(held))
          .filter(
            (held) =>
              lets(name, endpoint, held, part) !==
              [...tenantPrivileges, ...openedBy].some((wanted) => wanted === part),
          )
          .map((held) => `${name}: ${held} of a ${part}`),
      )
    })
    expect(wrong).toEqual([])
    const coordinated = forTenants.filter(([, { exemptedBy }]) => exemptedBy !== undefined)
    expect(coordinated.map(([name]) => name)).toContain('deliveries')
    for (const [name, endpoint] of coordinated) {
      const { privileges = [] } = endpoint
      const both = { ...endpoint, privileges: [...privileges, 'delivery.TX_COORDINATOR' as const] }
      expect([name, lets(name, both, 'delivery.TX_COORDINATOR', undefined)]).toEqual([name, true])
    }
  })

  test('the part counts from the first request after the ledger gave it', async () => {
    const { ledger, bank, node } = world
    const { deployment, operatorUser } = ledger
    const handler = users.get('registry.SHARED_POSITION_HANDLING')!
    expect(await ask('positions', handler)).toMatchObject({ status: 403 })
    const grant = { holder: bank.access.tenant, privileges: [BANK] }
    const manager = deployment.contracts.AccountRegistryManager
    await grantDappPrivileges(ledger.ledger, operatorUser, deployment.operator, manager, [grant])
    await untilIndexed(ledger, node)
    expect(await ask('positions', handler)).toMatchObject({ status: 200 })
  })
})

describe('nobody', () => {
  test.each(closed)(
    'is refused %s without a signature or token, or with a token of nobody’s',
    async (name) => {
      const { method, target, bytes } = wanted(name)
      const typed = bytes === undefined ? {} : { 'content-type': bytes.contentType }
      for (const headers of [typed, { ...typed, authorization: `Bearer ${'a'.repeat(43)}` }]) {
        // Each from its own address, or the failure limit would answer all of them.
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
  // It has every right on the same ledger, but is unknown here. Only an invitation admits a wallet that is not a user.
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
    const reads = isReading(endpoint) && isForBank(endpoint)
    // What opens a read is the table's to say; a change is never opened by a twin.
    if (endpoint.privileges?.some((held) => held === twin) && reads) expect([200, 400, 404]).toContain(status)
    else {
      const code = REFUSALS[name] ?? 'forbidden'
      expect(reads).toBe(false)
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
  test.each(guarded)('R123 is refused %s', async (name) => {
    const code = REFUSALS[name] ?? 'forbidden'
    const { status, problem } = await ask(name, users.get('nothing')!)
    expect(status).toBe(API_ERRORS[code].status)
    expect(problem).toMatchObject({ code, ...API_ERRORS[code] })
  })
})

describe('a user with one privilege', () => {
  test.each(guarded)('R124 is let in to %s by the right ones alone', async (name, endpoint) => {
    const { privileges = [] } = endpoint
    // A write without its body, and a thing that is none, are past the door; some doors the tenant must open as well.
    const past = [200, 400, 404]
    const answers = await Promise.all(
      needed.map(async (held) => {
        const { status } = await ask(name, users.get(held)!)
        const allowed = privileges.includes(held) && isForBank(endpoint) ? past : [401, 403]
        return [held, allowed.includes(status) || status]
      }),
    )
    expect(answers).toEqual(needed.map((held) => [held, true]))
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
      const { config } = world.plan
      const { privateKeyToAccount } = await import('viem/accounts')
      const account = privateKeyToAccount(config.nodeKey)
      const node: TestUser = { key: config.nodeKey, account, address: world.plan.nodeAccount }
      const { status } = await ask(name, node)
      if (PUSHED_CALLS.some((pushed) => pushed === name) || endpoint.authentication === 'wallet')
        expect(status).toBe(400)
      else expect(status).toBe(endpoint.authentication === 'bearer' ? 401 : 403)
    },
  )
})
