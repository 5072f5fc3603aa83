import {
  actionsFor,
  isDigital,
  owedAfter,
  ZERO_ADDRESS,
  type Address,
  type DeliveryLeg,
  type Duty,
  LegType,
} from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { deals } from '../../../messages/en/deals.ts'
import { addMessages } from '../../../messages/t.ts'
import { dutyText, nextSteps } from './confirmationText.ts'

describe('dutyText', () => {
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
  const textOf = (
    duty: Duty,
    legs: DeliveryLeg[],
    accounts: Parameters<typeof dutyText>[2]['accounts'] = {},
    cashQuantity: string | null = '98000.00',
  ) =>
    dutyText(
      { duty, legIdx: 0 },
      { legs, cashQuantity, cashCurrency: 'EUR' },
      {
        nameOf: (address) => (address === alpen ? 'Alpenbank' : 'Baltic'),
        instrumentOf: (identifier) => identifier,
        accountName: (_, account) => (account === '7' ? 'Trading book' : undefined),
        accounts,
      },
    )

  it('names the account as soon as one is chosen', () => {
    expect(textOf('deliver', [leg('DIGITAL')])).toMatch(
      /3 DE000A2LQ5M9 to Baltic\. .* the account you choose\.$/,
    )
    expect(textOf('deliver', [leg('DIGITAL')], { deliver: '41' })).toMatch(/ account 41\.$/)
  })

  it('names the account that was named before', () => {
    const named = leg('DIGITAL', { receiverAccount: '7' as DeliveryLeg['receiverAccount'] })
    expect(textOf('receive', [named])).toMatch(
      /^You receive 3 DE000A2LQ5M9 from Alpenbank, .* account 7 \(Trading book\)\.$/,
    )
  })

  it('says that an amount is not known rather than nothing', () => {
    const cash = leg('EXTERNAL', { identifier: null })
    expect(textOf('getPaid', [cash])).toBe('You confirm that EUR 98,000.00 has arrived from Alpenbank.')
    expect(textOf('getPaid', [cash], {}, null)).toBe(
      'You confirm that a payment of unknown amount has arrived from Alpenbank.',
    )
  })

  it('calls neither a traditional instrument nor a token a payment', () => {
    const token = leg('ERC20', { identifier: null })
    expect(textOf('reportDelivery', [leg('TRADITIONAL')])).toBe(
      'You report that 3 DE000A2LQ5M9 was delivered to Baltic.',
    )
    expect(textOf('confirmReceipt', [leg('TRADITIONAL')])).toBe(
      'You confirm that 3 DE000A2LQ5M9 has arrived from Alpenbank.',
    )
    expect(textOf('deliver', [token])).toMatch(/^You deliver 3 units of token 0xabab.* escrow/)
    expect(textOf('receive', [token])).toMatch(/^You receive 3 units of token .* from Alpenbank\.$/)
  })
})

describe('nextSteps', () => {
  // Every combination of confirmations of every leg type, for everybody who can confirm something.

  addMessages(deals)

  const [alpen, baltic, meridian, notary] = ['0x01', '0x02', '0x03', '0x04'] as Address[] as [
    Address,
    Address,
    Address,
    Address,
  ]
  const names: Record<Address, string> = {
    [alpen]: 'Alpenbank',
    [baltic]: 'Baltic',
    [meridian]: 'Meridian',
    [notary]: 'Notary',
  }
  const nameOf = (address: Address) => names[address] ?? ''

  const leg = (legType: LegType, sender: Address, receiver: Address, given: Partial<DeliveryLeg> = {}) =>
    ({
      legType,
      sender,
      receiver,
      registrar: isDigital({ legType }) || legType === 'TRADITIONAL' ? meridian : ZERO_ADDRESS,
      txCoordinator: legType === 'TXC' || legType === 'DIGITAL_WITH_COORDINATOR' ? notary : ZERO_ADDRESS,
      assetManagerAddr: `0x${'ab'.repeat(20)}`,
      identifier: legType === 'EXTERNAL' || legType === 'HTLC' ? null : legType,
      quantity: '3',
      decimals: 0,
      senderConfirmed: false,
      receiverConfirmed: false,
      registrarConfirmed: false,
      coordinatorConfirmed: false,
      ...given,
    }) as DeliveryLeg

  type Seen = Parameters<typeof nextSteps>[0]
  const turnOf = (legs: DeliveryLeg[], valueDate = 0) =>
    ({
      deliveryState: 'PENDING',
      legs: legs.map((one, legIdx) => ({ ...one, legIdx })),
      valueDate,
      cashQuantity: '98000.00',
      cashCurrency: 'EUR',
    }) as Seen
  const after = (transfer: Seen, viewer: Address, given: Duty[]) =>
    nextSteps(transfer, viewer, given, { nameOf, instrumentOf: (identifier) => identifier }).map(
      ({ when, text, notes = [] }) => [`${when}: ${text}`, ...notes].join(' '),
    )

  const repo = [leg('DIGITAL', alpen, baltic), leg('EXTERNAL', baltic, alpen)]
  const arrives = 'Then: Alpenbank confirms that EUR 98,000.00 has arrived.'
  const last = 'Settlement: Meridian confirms as custodian. Then everything settles in one step.'

  describe('D3: what is still to come after a confirmation', () => {
    it('says that the other side confirms the payment before the custodian does', () => {
      const earmarked = [{ ...repo[0], senderConfirmed: true } as DeliveryLeg, leg('EXTERNAL', baltic, alpen)]
      expect(after(turnOf(earmarked), baltic, ['receive', 'pay'])).toEqual([arrives, last])
    })

    it('says that one still owes a payment that is left for later', () => {
      const earmarked = [{ ...repo[0], senderConfirmed: true } as DeliveryLeg, leg('EXTERNAL', baltic, alpen)]
      expect(after(turnOf(earmarked), baltic, ['receive'])).toEqual([
        'Then: You report EUR 98,000.00 as sent.',
        arrives,
        last,
      ])
    })

    it('names what each leg type needs, the key of a lock after the custodian', () => {
      const legs = [
        leg('TRADITIONAL', alpen, baltic),
        leg('ERC20', baltic, alpen),
        leg('HTLC', baltic, alpen),
      ]
      expect(after(turnOf(legs), meridian, [])).toEqual([
        'Then: Baltic confirms the delivery of 3 ERC20, which puts it in escrow.',
        'Then: Alpenbank confirms the receipt of 3 ERC20.',
        'Then: Baltic locks 3 units of token 0xabab…abab with a hash and a deadline.',
        'Then: Alpenbank reports 3 TRADITIONAL as delivered.',
        'Then: Baltic confirms that 3 TRADITIONAL has arrived.',
        'Then: You confirm as transfer agent.',
        'Settlement: Alpenbank unlocks 3 units of token 0xabab…abab with the key. Then everything settles in one step.',
      ])
    })

    it('calls none of several that confirm in any order the last', () => {
      const given = { senderConfirmed: true, receiverConfirmed: true }
      expect(after(turnOf([leg('TXC', alpen, baltic, given)]), alpen, [])).toEqual([
        'Then: Meridian confirms as custodian.',
        'Then: Notary confirms as coordinator.',
        'Settlement: Everything settles in one step.',
      ])
    })

    it('says where one settles it all, and not before which day', () => {
      const given = { senderConfirmed: true, receiverConfirmed: true }
      const ahead = Date.UTC(2999, 10, 28) / 1000
      expect(after(turnOf([leg('DIGITAL', alpen, baltic, given)], ahead), meridian, ['register'])).toEqual([
        'Settlement: Yours is the last confirmation: everything settles in one step. Not before 28 Nov 2999 (UTC).',
      ])
    })

    const types = LegType.options.filter((type) => type !== 'NONE')
    it.each(types)('names everybody who still owes something: a note against %s', (type) => {
      for (let bits = 0; bits < 128; bits++) {
        const has = (bit: number) => (bits & (1 << bit)) !== 0
        const transfer = turnOf([
          leg('DIGITAL', alpen, baltic, {
            senderConfirmed: has(0),
            receiverConfirmed: has(1),
            registrarConfirmed: has(2),
          }),
          leg(type, baltic, alpen, {
            senderConfirmed: has(3),
            receiverConfirmed: has(4),
            registrarConfirmed: has(5),
            coordinatorConfirmed: has(6),
          }),
        ])
        for (const viewer of [alpen, baltic, meridian, notary]) {
          const { confirm } = actionsFor({ ...transfer, cancelVotes: [], expiresAt: 0 }, viewer)
          for (const given of confirm ? [confirm.duties, ...confirm.duties.map((one) => [one])] : []) {
            const steps = after(transfer, viewer, given)
            const owed = new Set(owedAfter(transfer, viewer, given).map(({ tenant }) => tenant))
            const named = [alpen, baltic, meridian, notary].filter((tenant) =>
              steps.some((step) => step.includes(tenant === viewer ? ': You ' : `: ${nameOf(tenant)} `)),
            )
            expect(new Set(named)).toEqual(owed)
            expect(steps.at(-1)).toMatch(/^Settlement: .*everything settles in one step/i)
          }
        }
      }
    })
  })
})
