import { Address, CustodianKey } from '@connex/protocol'
import type { CustodianPair, Dapp, Tenant } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import { counterpartyOptions } from './counterparties.ts'
import { isPositionHandler, usableCustodians } from './custodians.ts'

describe('counterpartyOptions', () => {
  const tenant = (digit: string, name: string): Tenant => ({
    address: Address.parse(`0x${digit.repeat(40)}`),
    name,
    connexApiUrl: '',
    apiUrl: '',
    lei: '',
    confirmer: Address.parse(`0x${digit.repeat(40)}`),
    isHostedHere: true,
    privilegeManagerAddr: Address.parse(`0x${digit.repeat(40)}`),
    dappControllers: [],
  })

  test('neither one’s own tenant nor the platform nor a configured registrar is a counterparty; the rest is in order', () => {
    const own = tenant('1', 'Alpenbank')
    const registrar = tenant('2', 'Meridian')
    const tenants = [
      tenant('3', 'Zürcher Bank'),
      own,
      registrar,
      tenant('4', 'ConneX Platform'),
      tenant('5', 'Ångström Capital'),
      tenant('6', 'Baltic Trust'),
    ]
    const options = counterpartyOptions({
      tenants,
      ownTenant: own.address,
      platformName: 'ConneX Platform',
      registrars: [registrar.address],
    })
    expect(options.map(({ name }) => name)).toEqual(['Ångström Capital', 'Baltic Trust', 'Zürcher Bank'])
    expect(tenants[0]?.name).toBe('Zürcher Bank')
  })
})

describe('usableCustodians', () => {
  const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
  const own = address('a')
  const meridian = address('1')
  const nordhafen = address('2')
  const accounts = address('e')
  const chains = address('f')

  const tenant = (at: Address, name: string): Tenant => ({
    address: at,
    name,
    connexApiUrl: '',
    apiUrl: '',
    lei: '',
    confirmer: at,
    isHostedHere: true,
    privilegeManagerAddr: at,
    dappControllers: [],
  })
  const tenants = [tenant(own, 'Alpenbank'), tenant(meridian, 'Meridian'), tenant(nordhafen, 'Nordhafen')]

  const dapp = (at: Address, investors: Address[], registrars: Address[] = []): Dapp => ({
    address: at,
    shortName: 'registry',
    type: 'registry',
    privileges: {
      'registry.INVESTOR': investors.map((holder) => ({ address: holder })),
      'registry.REGISTRAR': registrars.map((holder) => ({ address: holder })),
    },
  })

  const pair = (manager: Address, registrar: Address, label?: string): CustodianPair => ({
    key: CustodianKey.parse(`${manager}:${registrar}`),
    registryManagerAddr: manager,
    registrarAddr: registrar,
    label,
  })

  const labels = (configured: CustodianPair[], dapps: Dapp[], ownTenant = own) =>
    usableCustodians({ configured, tenants, dapps, ownTenant }).map(({ label }) => label)

  test('without the investor privilege on its dApp a custodian is not usable', () => {
    expect(labels([pair(accounts, meridian)], [dapp(accounts, [])])).toEqual([])
    expect(labels([pair(accounts, meridian)], [dapp(accounts, [nordhafen])])).toEqual([])
    expect(labels([pair(accounts, meridian)], [{ ...dapp(accounts, []), privileges: {} }])).toEqual([])
  })

  test('R081 one is not a custodian to oneself', () => {
    const configured = [pair(accounts, meridian), pair(accounts, nordhafen)]
    expect(labels(configured, [dapp(accounts, [meridian])], meridian)).toEqual(['Nordhafen'])
  })

  test('entries whose tenant or dApp cannot be found are dropped', () => {
    const configured = [pair(accounts, address('9')), pair(chains, meridian), pair(accounts, nordhafen)]
    expect(labels(configured, [dapp(accounts, [own])])).toEqual(['Nordhafen'])
  })

  test('of two registry dApps only the one with the privilege counts', () => {
    const configured = [pair(accounts, meridian), pair(chains, nordhafen)]
    expect(labels(configured, [dapp(accounts, []), dapp(chains, [own])])).toEqual(['Nordhafen'])
  })

  test("the label is the configured one, else the registrar's name", () => {
    const configured = [pair(accounts, meridian, 'House custodian'), pair(accounts, nordhafen)]
    expect(labels(configured, [dapp(accounts, [own])])).toEqual(['House custodian', 'Nordhafen'])
  })

  test('where none is configured, every registrar of every registry is a candidate', () => {
    const dapps = [dapp(accounts, [own], [meridian, nordhafen]), dapp(chains, [], [nordhafen])]
    const found = usableCustodians({ configured: [], tenants, dapps, ownTenant: own })
    expect(found.map(({ key }) => key)).toEqual([`${accounts}:${meridian}`, `${accounts}:${nordhafen}`])
  })
})

const instanceAddr = Address.parse(`0x${'1'.repeat(40)}`)
const READ_ONLY = 'registry.SHARED_POSITION_HANDLING_RO'
const HANDLING = 'registry.SHARED_POSITION_HANDLING'

test('the read-only privilege alone, or another one, does not make a position handler', () => {
  expect(isPositionHandler({ privileges: [], instancePrivileges: [] })).toBe(false)
  expect(isPositionHandler({ privileges: [READ_ONLY, 'user.TENANT_ADMIN'], instancePrivileges: [] })).toBe(
    false,
  )
  expect(
    isPositionHandler({ privileges: [], instancePrivileges: [{ instanceAddr, privileges: [READ_ONLY] }] }),
  ).toBe(false)
})

test('the privilege does, everywhere or on an instance', () => {
  expect(isPositionHandler({ privileges: [HANDLING], instancePrivileges: [] })).toBe(true)
  expect(
    isPositionHandler({ privileges: [], instancePrivileges: [{ instanceAddr, privileges: [HANDLING] }] }),
  ).toBe(true)
})
