import type { Address, Dapp, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { registriesOf, requestedAsset } from './custodianPanelQueries.ts'

const meridian = '0xa' as Address
const dapp = (shortName: string, ...registrars: Address[]): Dapp => ({
  address: shortName as Address,
  shortName,
  type: 'registry',
  privileges: { 'registry.REGISTRAR': registrars.map((address) => ({ address })) },
})

it('lists the registry managers under which a tenant is a registrar, and no others', () => {
  const without: Dapp = { ...dapp('Nobody'), privileges: {} }
  const all = [without, dapp('Accounts', meridian), dapp('Entries', '0xb' as Address), dapp('Both', meridian)]
  expect(registriesOf(all, meridian).map(({ shortName }) => shortName)).toEqual(['Accounts', 'Both'])
})

it('takes what a mint brings and what a burn takes', () => {
  const [deliver, receive] = [{ quantity: '1' }, { quantity: '2' }] as NonNullable<Transfer['deliver']>[]
  const request = { deliver, receive } as Transfer
  expect(requestedAsset({ ...request, transferType: 'MINT' })).toBe(receive)
  expect(requestedAsset({ ...request, transferType: 'BURN' })).toBe(deliver)
})
