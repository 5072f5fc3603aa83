// What an operator has to correct in the setup, as health and readiness show it.
import { Address } from '@connex/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { grantUserPrivileges } from '@connex/contracts/deploy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBankFixture } from '../../testkit/src/fixtures/bank.ts'
import type { BankFixture } from '../../testkit/src/fixtures/bank.ts'
import { until } from '../../testkit/src/machine.ts'
import { startWeb3Signer } from '../../testkit/src/servers/web3Signer.ts'
import { rawRequest } from '../../testkit/src/servers/requests.ts'
import type { Config } from './common/config.ts'
import { PRIVATE_PEER } from './common/peerFetch.ts'

let world: BankFixture
beforeAll(async () => {
  world = await startBankFixture()
})
afterAll(() => world.stop())

const get = async (target: string) => rawRequest(world.node.url, { target })
const health = async () =>
  JSON.parse((await get('/health')).text) as { status: string; detail: string | null }
/** The index may find a fault of its own before the setup has been looked at. */
async function detailAfter(changed: Partial<Config>, wanted = /./): Promise<string> {
  await world.restart(changed)
  return until('the fault', async () => {
    const { detail } = await health()
    return detail !== null && wanted.test(detail) ? detail : undefined
  })
}

const OTHER_KEY = `0x${'77'.repeat(32)}` as const
const OTHER_NODE = Address.parse(privateKeyToAccount(OTHER_KEY).address)

test('a node account without the privilege is named, with the command that grants it, until it has it', async () => {
  const { ledger, bank, plan } = world
  expect(await detailAfter({ nodeKey: OTHER_KEY })).toBe(
    `The tenant Alpenbank has not granted user.NODE_ACCOUNT to this server's node account ${OTHER_NODE}: its private data reaches no other server. Its administrator grants it: connex admin grant ${OTHER_NODE} --as node`,
  )
  expect(await health()).toMatchObject({ status: 'degraded' })
  expect(await get('/health/ready')).toMatchObject({ status: 200 })
  const { PlatformManager } = ledger.deployment.contracts
  const grant = [{ user: OTHER_NODE as `0x${string}`, privileges: ['user.NODE_ACCOUNT' as const] }]
  await grantUserPrivileges(ledger.ledger, bank.admin.account, bank.access, PlatformManager, grant)
  await until('the grant', async () => (await health()).status === 'ok')
  expect(plan.nodeAccount).not.toBe(OTHER_NODE)
})

test('a tenant that is registered with another server is named with both', async () => {
  const detail = await detailAfter({ publicOrigins: ['https://bank.example'] })
  expect(detail).toMatch(
    /^The tenant Alpenbank is registered with the server http:\/\/127\.0\.0\.1:\d+, which is not among the PUBLIC_ORIGINS/,
  )
})

test('a hosted tenant that is not registered is named by its address', async () => {
  const unknown = Address.parse(`0x${'12'.repeat(20)}`)
  expect(await detailAfter({ hostedTenants: [world.bank.address, unknown] })).toBe(
    `The tenant ${unknown} of HOSTED_TENANTS is not registered on the platform. Correct the address.`,
  )
})

test('a tenant whose server is in a private network that PEER_NETWORKS lacks is named, while pushes wait for it', async () => {
  await world.restart({})
  // What the index reads of a tenant makes the pushes to it due again.
  await until('the start', async () => (await health()).status === 'ok')
  const { kysely } = world.node.database
  const id = `0x${'56'.repeat(32)}`
  const tenant = world.bank.address
  const push = {
    event: 'DELIVERY_DETAILS',
    entity_id: id,
    fingerprint: id,
    dapp: tenant,
    sending_tenant: tenant,
  }
  const failed = {
    status: 'REQUEST_FAILED',
    attempts: 1,
    last_error: `The server cannot be reached. ${PRIVATE_PEER}`,
  }
  await kysely
    .insertInto('outbox')
    .values({
      ...push,
      ...failed,
      destination_tenant: tenant,
      next_attempt_at: Math.floor(Date.now() / 1000) + 3_600,
      created_at: 1,
      updated_at: 1,
    } as never)
    .execute()
  const detail = await until('the fault', async () => (await health()).detail ?? undefined)
  expect(detail).toMatch(
    /^The server of Alpenbank, http:[^,]+, is in a private network: private data reaches it once PEER_NETWORKS names that network\.$/,
  )
  await kysely.deleteFrom('outbox').where('entity_id', '=', id).execute()
  await until('the correction', async () => (await health()).status === 'ok')
})

test.each([
  ['nothing', `0x${'34'.repeat(20)}`, /^There is no contract at PLATFORM_MANAGER 0x3434/],
  [
    'another contract',
    undefined,
    /^The contract at PLATFORM_MANAGER 0x[0-9a-f]{40} .* is not a platform manager/,
  ],
])('a PLATFORM_MANAGER at which there is %s is neither healthy nor ready', async (_, address, why) => {
  const platformManager = Address.parse(address ?? world.ledger.deployment.contracts.InstrumentManager)
  const { ledger } = world
  const detail = await detailAfter({ platformManager }, why)
  expect(detail).toContain(`chain id ${ledger.chainId}`)
  expect(await get('/health/ready')).toMatchObject({ status: 503, problem: { detail } })
})

test('a remote signer that is away is named, until it is back', async () => {
  let remote = await startWeb3Signer({ keys: [world.plan.config.nodeKey] })
  const { port } = new URL(remote.url)
  const files = { headersFile: undefined, ca: undefined, client: undefined }
  try {
    await world.restart({ nodeKey: undefined, nodeSigner: { url: remote.url, address: undefined, ...files } })
    await until('health', async () => (await health()).status === 'ok')
    await remote.stop()
    const detail = await until('the fault', async () => (await health()).detail ?? undefined)
    expect(detail).toMatch(
      /^NODE_SIGNER_URL is not usable: .+ Private data waits on this server until it is\.$/,
    )
    expect(await get('/health/ready')).toMatchObject({ status: 200 })
    remote = await startWeb3Signer({ keys: [world.plan.config.nodeKey], port: Number(port) })
    await until('health', async () => (await health()).status === 'ok')
  } finally {
    await remote.stop()
  }
})

test('a server that is set up as it should be is healthy', async () => {
  await world.restart()
  await until('health', async () => (await health()).status === 'ok')
  expect(await get('/health/ready')).toMatchObject({ status: 200 })
})
