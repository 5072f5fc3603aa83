// The examples of docs/sdk.md on the real server and the real ledger, all in one world. What they say is what happens.
import { registrationAbi } from '@connex/contracts'
import { workflowConfig } from '@connex/contracts/deploy'
import { MANAGERS } from '@connex/contracts/upgrade'
import { AccountNumber, Address, HexData, readableText } from '@connex/protocol'
import type { InstrumentId } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as sdk from '../src/index.ts'
import type { Client } from '../src/index.ts'
import { openRegistry, startPlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TestRegistry } from '../../testkit/src/fixtures/platform.ts'
import { choices, platform, users } from './administration.ts'
import { approvals } from './approvals.ts'
import { calendars } from './calendars.ts'
import { custodyChains } from './custodyChains.ts'
import { connecting } from './connecting.ts'
import { deals } from './deals.ts'
import { desk } from './desk.ts'
import { entries, takingOver } from './entries.ts'
import { instruments } from './instruments.ts'
import { keysElsewhere, kmsSigner } from './keysElsewhere.ts'
import { ledger } from './ledger.ts'
import { registries } from './registries.ts'
import { requests } from './requests.ts'
import { substitutions } from './substitutions.ts'
import { transfers } from './transfers.ts'
import { announcements } from './upgrades.ts'
import { workflows } from './workflows.ts'

let world: PlatformFixture
let bond: TestRegistry
let other: TestRegistry
let output: unknown[][]

beforeAll(async () => {
  world = await startPlatformFixture()
  bond = await openRegistry(world, 'DE0001102580', 1000n)
  other = await openRegistry(world, 'US0378331005', 1000n)
})
afterAll(() => world?.close())
beforeEach(() => {
  output = []
  vi.spyOn(console, 'info').mockImplementation((...line: unknown[]) => void output.push(line))
})

const key = (digit: string) => `0x${digit.repeat(64)}` as const
const addressOf = (digit: string) => Address.parse(privateKeyToAccount(key(digit)).address)

async function dapp(client: Client, type: string): Promise<Address> {
  const { tenant } = await sdk.whoami(client)
  const found = tenant.dappControllers.find((one) => one.type === type)
  if (found === undefined) throw new Error(`no ${type}`)
  return found.dappAddress
}

/** A registry of another kind, at the same registrar. */
async function openOther(registryManagerAddr: Address, isin: string, mark: 'NONE' | 'TO_IMPORT' = 'NONE') {
  const { issuer, registrar } = world.clients
  const { instrumentId } = await sdk.createInstrument(issuer, {
    instrumentType: 'BOND',
    identifierType: 'ISIN',
    identifier: isin,
    decimals: 0,
    details: { label: isin },
    creationMark: mark,
  })
  const request = { registryManagerAddr, instrumentId, instrumentRevision: 1 }
  const { registryId } = await sdk.requestRegistration(registrar, request)
  await sdk.confirmRegistration(issuer, { registryManagerAddr, registryId })
  return { registryManagerAddr, registryId }
}

/** What the operator lets tenants be on a registry manager. */
async function open(dappAddr: Address): Promise<void> {
  const { issuer, registrar, alpen } = world.tenants
  const grant = (tenantAddr: Address, granted: Parameters<typeof sdk.changeTenantPrivileges>[1]['granted']) =>
    sdk.changeTenantPrivileges(world.operator, { dappAddr, tenantAddr, granted })
  await grant(issuer, ['registry.ISSUER'])
  await grant(registrar, ['registry.REGISTRAR', 'registry.ONRAMPER', 'registry.CUSTODIAN'])
  await grant(alpen, ['registry.INVESTOR'])
}

describe('the examples', () => {
  test('connecting', async () => {
    const privateKey = Buffer.from(world.keys.alpen.slice(2), 'hex')
    await connecting(world.url, await sdk.createWalletFile(privateKey, 'secret', { n: 2 }), 'secret')
    expect(output[0]?.[0]).toMatch(/of alpen: ACTIVE$/)
  })

  test('keys elsewhere', async () => {
    const key = Buffer.from(world.keys.alpen.slice(2), 'hex')
    const address = Address.parse(privateKeyToAccount(world.keys.alpen).address)
    const sign = async ({ Message }: { Message: Uint8Array }) => ({
      Signature: secp256k1.sign(Message, key, { prehash: false, format: 'der' }),
    })
    await keysElsewhere(world.url, kmsSigner(sign, 'alias/alpenbank', address))
    expect(output).toEqual([[true]])
  })

  test('transfers', async () => {
    const { alpen: alpenbank, baltic, registrar } = world.clients
    await transfers(
      { alpenbank, baltic, registrar, operator: world.operator },
      {
        bond: bond.asset(bond.alpen, 10n),
        other: other.asset(other.alpen, 10n),
        balticAccount: bond.baltic,
        balticAddr: world.tenants.baltic,
      },
    )
    const settled = [[true], ['confirmAsReceiver'], ['SETTLED']]
    expect(output.slice(0, 7)).toEqual([...settled, [true], ['cancel'], [['Wrong bond']], [2]])
  })

  test('deals', async () => {
    const { alpen: alpenbank, baltic, registrar } = world.clients
    await deals(
      { alpenbank, baltic, registrar },
      {
        bond: bond.asset(bond.alpen, 10n),
        balticAccount: bond.baltic,
        balticAddr: world.tenants.baltic,
      },
    )
    expect(output).toEqual([
      [3_920_000n, 699n],
      ['returnInFlight', expect.stringContaining('already gives this back')],
      [undefined],
      ['OPEN', 6n],
      [true],
      ['P1', true, bond.baltic],
      [false],
      [true],
    ])
  })

  test('substitutions', async () => {
    const { alpen, baltic, registrar } = world.clients
    const { deliveryId } = await sdk.createRepoTransfer(alpen, {
      ...bond.asset(bond.alpen, 10n),
      direction: 'DELIVER',
      counterpartyAddr: world.tenants.baltic,
      description: 'One week',
      terms: { purchaseDate: '2026-11-23', purchasePrice: '10.00', rate: '2.14', dayCount: 'ACT/360' },
    })
    await sdk.confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
    await sdk.confirmTransfer(alpen, { deliveryId })
    await sdk.confirmAsRegistrar(registrar, deliveryId)
    await substitutions(alpen, baltic, {
      opening: deliveryId,
      note: other.asset(other.alpen, 1n),
      prices: [
        { instrumentId: bond.instrumentId, clean: '98' },
        { instrumentId: other.instrumentId, clean: '79' },
      ],
      balticAccount: bond.baltic,
    })
    expect(output).toEqual([
      ['priceMissing'],
      [5n, 392n, 395n],
      [[]],
      ['valueTooLow'],
      // The messages, each with its outcome.
      [
        [
          ['SUBSTITUTION', 'AGREED'],
          ['ANSWER', null],
        ],
      ],
      [0n, null],
      [[]],
    ])
  })

  test('a desk’s questions', async () => {
    await desk(world.clients.alpen, { from: '2026-11-23', to: '2027-01-03' })
    expect(output).toHaveLength(5)
  })

  test('calendars', async () => {
    await calendars(world.operator, world.clients.alpen, 'date,name\n2026-11-26,Thanksgiving Day\n')
    // A day's closure and the day after a month, in each of three currencies; then what to know of due dates.
    expect(output).toHaveLength(7)
    expect(output[1]).toEqual(['2026-11-26', '2026-12-28'])
    expect(await sdk.listCalendars(world.operator)).toEqual([])
  })

  test('requests', async () => {
    const { alpen, registrar } = world.clients
    await requests(alpen, registrar, bond.asset(bond.alpen, 5n))
    const { items } = await sdk.listTransfers(alpen, { transferType: ['MINT', 'BURN'], state: ['CANCELED'] })
    expect(items).toHaveLength(2)
  })

  test('instruments', async () => {
    const { issuer } = world.clients
    const userAddr = addressOf('1')
    const privileges = ['instrument.WHITELIST', 'document.BACKOFFICE'] as const
    await sdk.grantPrivileges(issuer, { userAddr, privileges })
    await instruments(issuer, world.tenants.alpen)
    expect(output[0]).toEqual([2])
  })

  test('registries', async () => {
    const { issuer, registrar, alpen: investor } = world.clients
    const confirmer = privateKeyToAccount(key('7'))
    await registries(
      { issuer, registrar, investor },
      {
        registryManagerAddr: world.registryManagers.accounts,
        instrumentManagerAddr: await dapp(issuer, 'instrument'),
        registrarAddr: world.tenants.registrar,
        issuerAddr: world.tenants.issuer,
        investorAddr: world.tenants.alpen,
        account: AccountNumber.parse('31'),
        otherAccount: AccountNumber.parse('32'),
        confirmer: {
          address: addressOf('7'),
          sign: async (hash) => HexData.parse(await confirmer.sign({ hash })),
        },
      },
    )
    const reasons = await sdk.call(issuer, 'comments')
    expect(reasons.items.map(({ type, text }) => `${type}: ${readableText(text ?? '')}`).toSorted()).toEqual([
      'export reason: Moves to another registrar',
      'suspension reason: Corporate action',
      'suspension reason: Corporate action is over',
    ])
  })

  test('entries', async () => {
    const manager = world.registryManagers.entries
    await open(manager)
    const { registrar, alpen: investor } = world.clients
    const owner = { investorAddr: world.tenants.alpen, account: AccountNumber.parse('11') }
    const registry = await openOther(manager, 'DE000CNX0017')
    await entries({ investor, registrar }, registry, owner)
    const { items } = await sdk.call(investor, 'registryEntries')
    expect(
      items.map(({ entryType, details }) => `${entryType} ${String(details?.quantity)}`).toSorted(),
    ).toEqual(['ISSUED 20', 'TERMINATED 50', 'TERMINATED 70'])
    const importing = await openOther(manager, 'DE000CNX0025', 'TO_IMPORT')
    await takingOver(registrar, importing, owner)
    expect(
      await sdk.call(investor, 'registryEntries', { query: { registryId: importing.registryId } }),
    ).toMatchObject({ totalItemCount: 1 })
  })

  test('custodyChains', async () => {
    const manager = world.registryManagers.chains
    await open(manager)
    const { registrar, alpen: investor } = world.clients
    const privileges = ['registry.TA_CONTROLLER_SHARED_ONRAMPING'] as const
    await sdk.grantPrivileges(registrar, { userAddr: addressOf('2'), privileges })
    const account = AccountNumber.parse('41')
    const registry = await openOther(manager, 'DE000CNX0033')
    const ownerAddr = world.tenants.alpen
    await sdk.configureAccount(registrar, { ...registry, ownerAddr, account })
    const registrarAddr = world.tenants.registrar
    await custodyChains(registrar, investor, { registry, registrarAddr, investorAddr: ownerAddr, account })
    const { items } = await sdk.listPositions(investor, {
      registryManagerAddr: manager,
      aggregationType: 'chain',
    })
    expect(items).toMatchObject([{ quantity: '300' }])
  })

  test('administration', async () => {
    const { alpen: admin } = world.clients
    await users(admin, await world.connect(key('a')), addressOf('a'), await dapp(admin, 'delivery'))
    expect(output.at(-1)).toEqual([true])
    await choices(admin, world.tenants.alpen)
    // One for each registry manager on which both of them are what they have to be.
    const named = [
      ['registrar', 'registrar', 'registrar'],
      ['baltic', 'issuer'],
    ]
    expect(output.at(-1)).toEqual(named)
    await platform(
      world.operator,
      () => world.connect(key('b')),
      [{ dapp: await dapp(world.operator, 'platform'), config: workflowConfig('platform') }],
      world.registryManagers.accounts,
    )
  })

  test('upgrades: every manager is listed; what changes them is tested by command', async () => {
    await announcements(world.clients.alpen)
    const seen = output.map(([name, version]) => [name, version])
    expect(new Set(seen)).toEqual(new Set(MANAGERS.map((name) => [name, 1])))
  })

  test('approvals', async () => {
    const { alpen } = world.clients
    const privileges = ['user.DAPP_USER', 'registry.SHARED_POSITION_HANDLING', 'delivery.BACKOFFICE'] as const
    const invited = { userAddr: addressOf('d'), name: 'C. Auge', privileges }
    const { invitationToken: token } = await sdk.createUser(alpen, invited)
    const second = await world.connect(key('d'))
    await sdk.acceptInvitation(second, { token })
    const dappAddr = await dapp(alpen, 'delivery')
    await approvals(alpen, second, {
      dappAddr,
      transfer: {
        ...other.asset(other.alpen, 1n),
        direction: 'DELIVER',
        counterpartyAddr: world.tenants.baltic,
        description: 'Rebalancing',
      },
    })
    // The calls; no doubts, no changes, no value tests; executed.
    expect(output).toEqual([[['createDelivery']], [[]], [[]], [[]], [true]])
  })

  test('workflows', async () => {
    const { issuer } = world.clients
    const privileges = ['user.DAPP_USER', 'instrument.BACKOFFICE', 'registry.ISSUER_DOCUMENTATION'] as const
    const { invitationToken: token } = await sdk.createUser(issuer, {
      userAddr: addressOf('c'),
      name: 'B. Vier',
      privileges,
    })
    const second = await world.connect(key('c'))
    await sdk.acceptInvitation(second, { token })
    const instrumentId: InstrumentId = bond.instrumentId
    await workflows(issuer, second, { dappAddr: await dapp(issuer, 'instrument'), instrumentId })
    expect(output[0]).toEqual(['EXECUTED'])
    expect(output[1]).toEqual([1])
  })

  test('ledger', async () => {
    await ledger(world.clients.alpen, {
      registryManagerAddr: world.registryManagerAddr,
      registryId: bond.registryId,
      spenderAddr: world.tenants.baltic,
      platformAddr: await dapp(world.clients.alpen, 'platform'),
    })
    expect(output).toContainEqual([2])
  })
})

test('reading by name knows every registry', async () => {
  const { registrar } = world.clients
  const { registryManagerAddr } = world
  const id = bond.registryId as `0x${string}`
  const record = await sdk.readContract(registrar, registrationAbi, registryManagerAddr, 'registries', [id])
  expect(Address.parse(record.registrar)).toBe(world.tenants.registrar)
})
