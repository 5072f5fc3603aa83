// Who is an authentic user and yet not let in, by signature or by bearer token; the security page's cases, against a running
// server over real sockets.
import { privilegeManagerAbi, privileges } from '@connex/contracts'
import { controllerFor, delegate, grantUserPrivileges } from '@connex/contracts/deploy'
import type { UserStatus } from '@connex/protocol'
import { encodeFunctionData, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../../../testkit/src/fixtures/bank.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { rawRequest, sendBearer, sendSigned } from '../../../../testkit/src/servers/requests.ts'
import { untilIndexed } from '../../../../testkit/src/servers/testNode.ts'
import { newUser } from '../../../../testkit/src/servers/users.ts'
import type { TestUser } from '../../../../testkit/src/servers/users.ts'
import { nowSeconds } from '../../storage/engine/database.ts'

let world: BankFixture
let user: TestUser
let url: string
beforeAll(async () => {
  world = await startBankFixture()
  user = world.bank.user
  url = world.node.url
})
afterAll(() => world.stop())

const ME = '/api/v6/platform/me'
const listed = { target: '/api/v6/instrument-manager/instruments' }

const UNAUTHENTICATED = {
  status: 401,
  problem: { code: 'unauthenticated', title: 'User Authentication Failure' },
}

describe('the user', () => {
  test('REQ-17 one that nobody knows', async () => {
    expect(await sendSigned(url, newUser(), { target: ME })).toMatchObject(UNAUTHENTICATED)
  })

  test('REQ-21 one of a tenant that is hosted elsewhere', async () => {
    for (const stranger of [world.stranger.user, world.stranger.admin])
      expect(await sendSigned(url, stranger, { target: ME })).toMatchObject(UNAUTHENTICATED)
  })

  const update = (change: { status?: UserStatus; lock_expiration?: number | null }) =>
    world.node.database.kysely.updateTable('users').set(change).where('address', '=', user.address).execute()

  describe('who may not come in', () => {
    beforeEach(() => () => update({ status: 'ACTIVE', lock_expiration: null }))

    test.each<UserStatus>(['INVITED', 'INACTIVE', 'REJECTED', 'DELETED'])(
      'REQ-18 %s is refused with the status, and whoami says why',
      async (status) => {
        await update({ status })
        const refused = await sendSigned(url, user, listed)
        expect(refused).toMatchObject({
          status: 403,
          problem: { title: 'User Authorization Failure', code: 'notActive', userStatus: status },
        })
        const login = await sendSigned(url, user, { target: '/api/v6/platform/login' })
        expect(login.problem.code).toBe('notActive')
        const me = await sendSigned(url, user, { target: ME })
        expect(JSON.parse(me.text)).toMatchObject({ user: { status } })
      },
    )

    test('REQ-19 a lock refuses until its time, reports it, and ends exactly then', async () => {
      const lockExpiration = nowSeconds() + 2
      await update({ lock_expiration: lockExpiration })
      const refused = await sendSigned(url, user, listed)
      expect(refused).toMatchObject({ status: 403, problem: { code: 'locked', lockExpiration } })
      const me = await sendSigned(url, user, { target: ME })
      expect(JSON.parse(me.text)).toMatchObject({ user: { lockExpiration } })
      await until('the lock to end', async () => (await sendSigned(url, user, listed)).status === 200)
      expect(Math.abs(Date.now() - lockExpiration * 1000)).toBeLessThan(500)
    })
  })

  test('REQ-20 a privilege that was revoked a block ago opens nothing', async () => {
    const { ledger, deployment } = world.ledger
    const { bank } = world
    const positions = { target: '/api/v6/registry-manager/positions' }
    expect(await sendSigned(url, user, positions)).toMatchObject({ status: 200 })
    const privilege = privileges['registry.SHARED_POSITION_HANDLING']
    const data = encodeFunctionData({
      abi: privilegeManagerAbi,
      functionName: 'grantRevokeBatch',
      args: [
        [{ holder: user.account.address, changes: [{ privilege, instance: zeroAddress, granted: false }] }],
      ],
    })
    const controller = controllerFor(bank.access.controllers, deployment.contracts.PlatformManager)
    await delegate(ledger, bank.admin.account, 'revoke', controller, [
      { target: bank.access.privilegeManager, data },
    ])
    await untilIndexed(world.ledger, world.node)
    expect(await sendSigned(url, user, positions)).toMatchObject({
      status: 403,
      problem: { code: 'forbidden', title: 'User Authorization Failure' },
    })
    await grantUserPrivileges(ledger, bank.admin.account, bank.access, deployment.contracts.PlatformManager, [
      { user: user.account.address, privileges: ['registry.SHARED_POSITION_HANDLING'] },
    ])
    await untilIndexed(world.ledger, world.node)
    expect(await sendSigned(url, user, positions)).toMatchObject({ status: 200 })
  })
})

describe('the bearer token', () => {
  const login = async () => {
    const { text } = await sendSigned(url, user, { target: '/api/v6/platform/login' })
    return JSON.parse(text) as { token: string; expiresAt: number }
  }
  const bear = (token: string, target = '/api/v6/platform/tenants') =>
    rawRequest(url, { target, headers: { authorization: `Bearer ${token}` } })

  test('opens platform calls until logout, and no others', async () => {
    const { token, expiresAt } = await login()
    expect(expiresAt).toBeGreaterThan(nowSeconds())
    expect(await bear(token)).toMatchObject({ status: 200 })
    expect(await bear(token, ME)).toMatchObject({ status: 200 })
    expect(await bear(token, '/api/v6/registry-manager/positions')).toMatchObject({ status: 401 })
    // A signature alone opens none of them but who am I.
    expect(await sendSigned(url, user, { target: '/api/v6/platform/tenants' })).toMatchObject({ status: 401 })
    expect(await bear(token, '/api/v6/platform/login')).toMatchObject({ status: 401 })
    expect(await bear(token, '/api/v6/platform/logout')).toMatchObject({ status: 200 })
    expect(await bear(token)).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } })
  })

  test('L6: is named by its scheme in any case', async () => {
    const { token } = await login()
    for (const authorization of [`bearer ${token}`, `BEARER  ${token}`])
      expect(await rawRequest(url, { target: ME, headers: { authorization } })).toMatchObject({ status: 200 })
    expect(await rawRequest(url, { target: ME, headers: { authorization: `bearer${token}` } })).toMatchObject(
      {
        status: 401,
      },
    )
  })

  test('is stored as a hash only, and ends at its time', async () => {
    const { token } = await login()
    const db = world.node.database.kysely
    const rows = await db.selectFrom('tokens').select('token_hash').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.token_hash)).not.toContain(token)
    await db.updateTable('tokens').set({ expires_at: nowSeconds() }).execute()
    expect(await bear(token)).toMatchObject({ status: 401 })
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(44), '../..'])('%j is none', async (token) => {
    expect(await bear(token)).toMatchObject({ status: 401, problem: { code: 'unauthenticated' } })
  })

  test('of a user who was locked since is refused, but for whoami', async () => {
    const { token } = await login()
    const db = world.node.database.kysely
    const users = db.updateTable('users').where('address', '=', user.address)
    await users.set({ lock_expiration: nowSeconds() + 60 }).execute()
    expect(await bear(token)).toMatchObject({ status: 403, problem: { code: 'locked' } })
    expect(await bear(token, ME)).toMatchObject({ status: 200 })
    await users.set({ lock_expiration: null }).execute()
  })

  describe('that a change of its user has ended', () => {
    const users = () => world.node.database.kysely.updateTable('users').where('address', '=', user.address)
    const restore = () =>
      users().set({ status: 'ACTIVE', lock_expiration: null, wallet_expires_at: null }).execute()
    beforeEach(() => () => restore())

    /** As the tenant's admin changes a user. */
    async function change(body: { status?: UserStatus; lockExpiration?: number; walletExpiresAt?: number }) {
      const target = '/api/v6/platform/tenants/users'
      const request = { method: 'PUT', target, body: { userAddr: user.address, ...body } }
      expect(await sendBearer(url, world.bank.admin, request)).toMatchObject({ status: 200 })
    }

    /** Of the user's signature, of the token (also at whoami), and of the next token. */
    const statuses = async (token: string) => [
      (await sendSigned(url, user, listed)).status,
      (await bear(token)).status,
      (await bear(token, ME)).status,
      (await bear((await login()).token)).status,
    ]
    const ENDED = [200, 401, 401, 200]

    test('M1: a token that a lock has ended stays ended after the lock', async () => {
      const { token } = await login()
      await change({ lockExpiration: nowSeconds() + 60 })
      expect(await bear(token, ME)).toMatchObject({ status: 200 })
      expect(await bear(token)).toMatchObject({ status: 403, problem: { code: 'locked' } })
      await users().set({ lock_expiration: nowSeconds() }).execute()
      expect(await statuses(token)).toEqual(ENDED)
    })

    test('M1: a token that INACTIVE has ended stays ended after ACTIVE', async () => {
      const { token } = await login()
      await change({ status: 'INACTIVE' })
      await change({ status: 'ACTIVE' })
      expect(await statuses(token)).toEqual(ENDED)
    })

    test('M1: a token that the wallet’s expiry has ended stays ended when the expiry is lifted', async () => {
      const { token } = await login()
      await users()
        .set({ wallet_expires_at: nowSeconds() - 1 })
        .execute()
      await change({ walletExpiresAt: nowSeconds() + 3600 })
      expect(await statuses(token)).toEqual(ENDED)
    })

    test('M1: a token that was refused once stays refused, whoever has changed the user', async () => {
      for (const barred of [
        { status: 'INACTIVE' },
        { wallet_expires_at: 1 },
        { lock_expiration: nowSeconds() + 9 },
      ] as const) {
        const { token } = await login()
        await users().set(barred).execute()
        expect(await bear(token)).toMatchObject({ status: 403 })
        await restore()
        expect(await statuses(token)).toEqual(ENDED)
      }
    })

    test('M1: a token from before a lock is ended once the lock has run out', async () => {
      const { token } = await login()
      await world.node.database.kysely
        .updateTable('tokens')
        .set({ created_at: nowSeconds() - 60 })
        .execute()
      await users()
        .set({ lock_expiration: nowSeconds() - 30 })
        .execute()
      expect(await statuses(token)).toEqual(ENDED)
    })
  })
})
