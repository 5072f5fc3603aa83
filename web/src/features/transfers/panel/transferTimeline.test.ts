import { dutyOf, LegType, type Address, type Confirmation, type DeliveryLeg } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages, tLoose } from '../../../messages/t.ts'
import { confirmedTitle, owedTitle, transferTimeline } from './transferTimeline.tsx'

addMessages(transfers)

const alpen = '0x01' as Address
const baltic = '0x02' as Address
const meridian = '0x03' as Address
const nameOf = (address: Address) =>
  ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic', [meridian]: 'Meridian' })[address] ?? ''
const leg = {
  legIdx: 0,
  legType: 'DIGITAL',
  sender: alpen,
  receiver: baltic,
  registrar: meridian,
  txCoordinator: '0x0000000000000000000000000000000000000000',
  senderConfirmed: true,
  receiverConfirmed: false,
  registrarConfirmed: false,
  coordinatorConfirmed: false,
} as DeliveryLeg
const confirmation = (given: Partial<Confirmation>) =>
  ({
    legIdx: 0,
    role: 'sender',
    tenant: alpen,
    user: null,
    at: 10,
    block: 1,
    txHash: '0xaa',
    ...given,
  }) as Confirmation

type Context = Parameters<typeof transferTimeline>[0]
const history = (given: Partial<Context>): Context => ({
  deliveryId: '0x9' as Context['deliveryId'],
  deliveryState: 'PENDING',
  legs: [leg],
  creator: alpen,
  createdAt: 10,
  createdBlock: 1,
  createdByUser: null,
  closedTxHash: null,
  createdTxHash: '0xaa' as Context['createdTxHash'],
  confirmations: [confirmation({})],
  cancelVotes: [],
  closedAt: null,
  canceledBy: null,
  cancelReasonFp: null,
  wasRefused: false,
  valueDate: 0,
  ...given,
})
const titles = (given: Partial<Context>, reasons = new Map<string, string>()) =>
  transferTimeline(history(given), alpen, nameOf, reasons).map(({ state, title, who }) =>
    [state, title, typeof who === 'string' ? who : ''].join(' | '),
  )

describe('transferTimeline', () => {
  it('tells what was done, what is to be done now and what follows', () => {
    expect(titles({})).toEqual([
      'done | Created and securities earmarked | Alpenbank (you)',
      'now | Confirm receipt | Baltic',
      'next | Last confirmation; the transfer settles | Meridian',
    ])
  })

  it('names the person of one’s own tenant, and none of another tenant', () => {
    const createdByUser = { address: alpen, name: 'a.keller' }
    const receipt = confirmation({ role: 'receiver', tenant: baltic, at: 20, txHash: '0xbb' as never })
    const legs = [{ ...leg, receiverConfirmed: true }]
    expect(titles({ createdByUser, legs, confirmations: [confirmation({}), receipt] }).slice(0, 2)).toEqual([
      'done | Created and securities earmarked | Alpenbank (you) · a.keller',
      'done | Receipt confirmed | Baltic',
    ])
    const unknown = { address: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f' as Address, name: null }
    expect(titles({ createdByUser: unknown })[0]).toContain('Alpenbank (you) · 0x9d8a…5a4f')
  })

  it('D12: marks a step that is to be done now by whose turn it is', () => {
    const turns = (viewer: Address, given: Partial<Context> = {}) =>
      transferTimeline(history(given), viewer, nameOf).flatMap(({ state, turn }) =>
        state === 'now' ? turn : [],
      )
    expect(turns(alpen)).toEqual(['counterparty'])
    expect(turns(baltic)).toEqual(['yours'])
    expect(turns(alpen, { legs: [{ ...leg, receiverConfirmed: true }] })).toEqual(['custodian'])
  })

  it('tells an act on two legs in one transaction once, and in two transactions twice', () => {
    const registered = (legIdx: number, txHash: string) =>
      confirmation({
        legIdx,
        role: 'registrar',
        tenant: meridian,
        at: 20,
        txHash: txHash as `0x${string}` as never,
      })
    const done = (...given: Confirmation[]) =>
      titles({ confirmations: [confirmation({}), ...given] }).filter((one) => /Custodian confirmed/.test(one))
    expect(done(registered(0, '0xcc'), registered(1, '0xcc'))).toHaveLength(1)
    expect(done(registered(0, '0xcc'), registered(1, '0xdd'))).toHaveLength(2)
  })

  it('calls nobody to a confirmation that the value date does not let settle yet', () => {
    const matched = { legs: [{ ...leg, receiverConfirmed: true }] }
    const last = (given: Partial<Context>) => {
      const { state, when } = transferTimeline(history({ ...matched, ...given }), alpen, nameOf).at(-1) ?? {}
      return [state, when]
    }
    expect(last({})).toEqual(['now', 'now'])
    expect(last({ valueDate: Date.UTC(2999, 10, 28) / 1000 })).toEqual(['next', 'from 28 Nov 2999'])
  })

  it('ends where it is canceled, and owes nothing any more', () => {
    const cancelVotes = [
      { tenant: baltic, at: 20, user: null, reasonFp: '0x0', txHash: '0xbb' },
    ] as Context['cancelVotes']
    expect(titles({ deliveryState: 'CANCELED', closedAt: 20, cancelVotes })).toEqual([
      'done | Created and securities earmarked | Alpenbank (you)',
      'done | Cancellation requested | Baltic',
      'stopped | Canceled | ',
    ])
  })

  it('says who has canceled it or refused it, and why, where that is known', () => {
    const canceledBy = alpen
    const cancelReasonFp = '0x5' as Context['cancelReasonFp']
    const end = (given: Partial<Context>, reason?: string) =>
      titles(
        { deliveryState: 'CANCELED', closedAt: 20, canceledBy, cancelReasonFp, ...given },
        new Map(reason === undefined ? [] : [['0x5', reason]]),
      ).at(-1)
    expect(end({})).toBe('stopped | Canceled by Alpenbank | ')
    expect(end({}, 'Wrong quantity')).toBe('stopped | Canceled by Alpenbank: Wrong quantity | ')
    const refused = { canceledBy: meridian, wasRefused: true }
    expect(end(refused)).toBe('stopped | Refused by Meridian | ')
    expect(end(refused, 'No funds')).toBe('stopped | Refused by Meridian: No funds | ')
    const cancelVotes = [
      { tenant: baltic, at: 20, user: null, reasonFp: '0x5', txHash: '0xbb' },
    ] as Context['cancelVotes']
    expect(titles({ cancelVotes }, new Map([['0x5', 'Typo']]))).toContain(
      'done | Cancellation requested: Typo | Baltic',
    )
  })

  it('orders confirmations by time and ends with the settlement', () => {
    const confirmations = [
      confirmation({}),
      confirmation({ role: 'registrar', tenant: meridian, at: 30, txHash: '0xcc' as Confirmation['txHash'] }),
      confirmation({ role: 'receiver', tenant: baltic, at: 20, txHash: '0xbb' as Confirmation['txHash'] }),
    ]
    expect(titles({ deliveryState: 'SETTLED', closedAt: 30, confirmations })).toEqual([
      'done | Created and securities earmarked | Alpenbank (you)',
      'done | Receipt confirmed | Baltic',
      'done | Custodian confirmed | Meridian',
      'done | Settled | ',
    ])
  })
})

addMessages(transfers)

const securities = [
  'Confirm delivery → Delivery confirmed and securities earmarked',
  'Confirm receipt → Receipt confirmed',
]
const tokens = [
  'Confirm delivery → Delivery confirmed and tokens put in escrow',
  'Confirm receipt → Receipt confirmed',
]

const WORDED: Record<Exclude<LegType, 'NONE'>, string[]> = {
  EXTERNAL: ['Report payment sent → Payment sent', 'Confirm payment received → Payment received'],
  HTLC: [
    'Lock with a hash → Locked with a hash',
    'Unlock with the key; all legs settle together → Unlocked with the key',
  ],
  TRADITIONAL: ['Report delivery → Delivery reported', 'Confirm receipt → Receipt confirmed'],
  DIGITAL: securities,
  DIGITAL_WITH_COORDINATOR: securities,
  ERC20: tokens,
  ERC721: tokens,
  TXC: securities,
}

const LEDGER_TYPES = LegType.options.filter((legType) => legType !== 'NONE')

it.each(LEDGER_TYPES)('a leg of type %s is worded as what it is, owed and given', (legType) => {
  const texts = (['sender', 'receiver'] as const).map((role) => {
    const owed = tLoose(owedTitle({ legType }, dutyOf({ legType }, role), 0), {})
    return `${owed} → ${tLoose(confirmedTitle({ legType }, role), {})}`
  })
  expect(texts).toEqual(WORDED[legType])
})

it('names the transfer agent of a traditional leg, and the last confirmation', () => {
  const title = (legType: LegType, settled: number) => tLoose(owedTitle({ legType }, 'register', settled), {})
  expect(title('TRADITIONAL', 0)).toBe('Transfer agent confirms')
  expect(title('DIGITAL', 0)).toBe('Custodian confirms')
  expect(title('DIGITAL', 1)).toBe('Last confirmation; the transfer settles')
  expect(title('DIGITAL', 2)).toBe('Last confirmation; all legs settle together')
  expect(tLoose(confirmedTitle({ legType: 'TRADITIONAL' }, 'registrar'), {})).toBe('Transfer agent confirmed')
})
