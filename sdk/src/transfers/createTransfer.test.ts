import { AccountNumber, Address, RegistryId } from '@connex/protocol'
import { expect, test } from 'vitest'
import { repoDelivery } from './createTransfer.ts'

const addressOf = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const terms = {
  purchaseDate: '2026-11-23',
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
} as const
const repo = (repurchaseDate: string | undefined) =>
  repoDelivery(addressOf('1'), {
    registryManagerAddr: addressOf('2'),
    registrarAddr: addressOf('3'),
    registryId: RegistryId.parse(`0x${'4'.repeat(64)}`),
    account: AccountNumber.parse('1001'),
    quantity: 1000n,
    direction: 'DELIVER',
    counterpartyAddr: addressOf('5'),
    description: 'Overnight',
    terms: { ...terms, repurchaseDate },
  })

test('nobody buys back before the purchase, or on the same day', () => {
  for (const date of ['2026-11-22', '2026-11-23'])
    expect(() => repo(date)).toThrow('The repurchase date must be after the purchase date.')
})

test('the seller delivers, the buyer pays, on a later day or on one to be agreed', () => {
  for (const date of ['2026-11-24', undefined]) {
    const { legs, details } = repo(date)
    expect(legs.map(({ sender }) => sender)).toEqual([addressOf('1'), addressOf('5')])
    expect(details).toMatchObject({ cashQuantity: '98000.00', cashCurrency: 'EUR' })
  }
})
