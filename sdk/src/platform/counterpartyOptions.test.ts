import { Address } from '@connex/protocol'
import type { Tenant } from '@connex/protocol'
import { expect, test } from 'vitest'
import { counterpartyOptions } from './counterpartyOptions.ts'

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

test('neither the own tenant nor the platform nor a configured registrar is a counterparty; the rest is in order', () => {
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
