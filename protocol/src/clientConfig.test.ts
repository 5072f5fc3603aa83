import { expect, test } from 'vitest'
import { ClientConfig, configuredCustodians } from './clientConfig.ts'

const key = (manager: string, registrar: string) => `0x${manager.repeat(40)}:0x${registrar.repeat(40)}`

test('pairs that are not well formed are dropped, and take their label with them', () => {
  const custodians = `${key('1', '2')}, nonsense ,${key('3', '4')}:,,${key('5', '6').toUpperCase().replaceAll('0X', '0x')}`
  const pairs = configuredCustodians({ custodians, custodianLabels: 'First,Second,Third,Fourth,Fifth' })
  expect(pairs.map((pair) => [pair.key, pair.label])).toEqual([
    [key('1', '2'), 'First'],
    [key('5', '6'), 'Fifth'],
  ])
})

test('labels go by position; an empty or missing one keeps the default', () => {
  const custodians = [key('1', '2'), key('3', '4'), key('5', '6')].join(',')
  const pairs = configuredCustodians({ custodians, custodianLabels: ' , Nordhafen ' })
  expect(pairs.map(({ label }) => label)).toEqual([undefined, 'Nordhafen', undefined])
  expect(pairs[0]).toMatchObject({
    registryManagerAddr: `0x${'1'.repeat(40)}`,
    registrarAddr: `0x${'2'.repeat(40)}`,
  })
})

test('a missing configuration is the defaults', () => {
  expect(ClientConfig.parse({})).toMatchObject({ apiUrl: 'http://127.0.0.1:4000', custodians: '' })
  expect(configuredCustodians(ClientConfig.parse({}))).toEqual([])
})
