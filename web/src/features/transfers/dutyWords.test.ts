import type { Address, DeliveryLeg, Duty, LegType } from '@connex/protocol'
import { expect, it } from 'vitest'
import { dutyWords } from './dutyWords.ts'

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const leg = (legType: LegType, given: Partial<DeliveryLeg> = {}) =>
  ({
    legIdx: 0,
    legType,
    sender: alpen,
    receiver: baltic,
    assetManagerAddr: `0x${'ab'.repeat(20)}`,
    identifier: 'DE000A2LQ5M9',
    quantity: '3',
    decimals: 0,
    senderAccount: null,
    receiverAccount: null,
    ...given,
  }) as DeliveryLeg
const words = (
  duty: Duty,
  legs: DeliveryLeg[],
  accounts: Parameters<typeof dutyWords>[2]['accounts'] = {},
  cashQuantity: string | null = '98000.00',
) =>
  dutyWords(
    { duty, legIdx: 0 },
    { legs, cashQuantity, cashCurrency: 'EUR' },
    {
      nameOf: (address) => (address === alpen ? 'Alpenbank' : 'Baltic'),
      instrumentOf: (identifier) => identifier,
      accounts,
    },
  )

it('names the account as soon as one is chosen', () => {
  expect(words('deliver', [leg('DIGITAL')])).toMatch(
    /3 DE000A2LQ5M9 to Baltic: .* the account that you choose\.$/,
  )
  expect(words('deliver', [leg('DIGITAL')], { deliver: '41' })).toMatch(/ account 41\.$/)
})

it('names the account that was named before', () => {
  const named = leg('DIGITAL', { receiverAccount: '7' as DeliveryLeg['receiverAccount'] })
  expect(words('receive', [named])).toMatch(/^You receive 3 DE000A2LQ5M9 from Alpenbank, .* account 7\.$/)
})

it('says that an amount is not known rather than nothing', () => {
  const cash = leg('EXTERNAL', { identifier: null })
  expect(words('getPaid', [cash])).toBe('You confirm that 98,000.00 EUR has arrived from Alpenbank.')
  expect(words('getPaid', [cash], {}, null)).toBe(
    'You confirm that a payment whose amount is not known yet has arrived from Alpenbank.',
  )
})

it('calls neither a traditional instrument nor a token a payment', () => {
  const token = leg('ERC20', { identifier: null })
  expect(words('reportDelivery', [leg('TRADITIONAL')])).toBe(
    'You report that 3 DE000A2LQ5M9 was delivered to Baltic.',
  )
  expect(words('confirmReceipt', [leg('TRADITIONAL')])).toBe(
    'You confirm that 3 DE000A2LQ5M9 has arrived from Alpenbank.',
  )
  expect(words('deliver', [token])).toMatch(/^You deliver 3 units of token 0xabab.* escrow/)
  expect(words('receive', [token])).toMatch(/^You receive 3 units of token .* from Alpenbank\.$/)
})
