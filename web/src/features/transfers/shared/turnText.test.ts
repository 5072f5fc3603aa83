import { ZERO_ADDRESS, type Address, type DeliveryLeg } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { noCancelText, turnText } from './turnText.ts'

const alpen = '0x0000000000000000000000000000000000000001' as Address
const baltic = '0x0000000000000000000000000000000000000002' as Address
const meridian = '0x0000000000000000000000000000000000000003' as Address
const nameOf = (address: Address) =>
  ({ [alpen]: 'Alpenbank', [baltic]: 'Baltic', [meridian]: 'Meridian' })[address] ?? ''

type Seen = Parameters<typeof turnText>[0]
const turnOf = (leg: Partial<DeliveryLeg>, more: Partial<Seen> = {}): Seen => ({
  deliveryState: 'PENDING',
  cancelVotes: [],
  wasRefused: false,
  valueDate: 0,
  expiresAt: Date.UTC(2999, 1, 20) / 1000,
  legs: [
    {
      legIdx: 0,
      legType: 'DIGITAL',
      sender: alpen,
      receiver: baltic,
      registrar: meridian,
      txCoordinator: ZERO_ADDRESS,
      senderConfirmed: true,
      receiverConfirmed: false,
      registrarConfirmed: false,
      coordinatorConfirmed: false,
      ...leg,
    } as DeliveryLeg,
  ],
  ...more,
})
const votes = [{ tenant: alpen }] as unknown as Seen['cancelVotes']
const matched = { receiverConfirmed: true }

describe('turnText', () => {
  it('says whose turn it is, seen from either side', () => {
    expect(turnText(turnOf({}), alpen, nameOf)).toBe('Next: Baltic confirms.')
    expect(turnText(turnOf({}), baltic, nameOf)).toBe('Your turn.')
    expect(turnText(turnOf(matched), alpen, nameOf)).toBe('Next: Meridian confirms.')
  })

  it('says that the other side asks to cancel', () => {
    expect(turnText(turnOf(matched, { cancelVotes: votes }), baltic, nameOf)).toBe(
      'Next: Meridian confirms. Alpenbank has requested cancellation. Do you agree?',
    )
    expect(turnText(turnOf(matched, { cancelVotes: votes }), alpen, nameOf)).toBe(
      'Next: Meridian confirms. You requested cancellation. Baltic must agree.',
    )
  })

  it('says from which day the last one can confirm, as long as the value date lies ahead', () => {
    const ahead = { valueDate: Date.UTC(2999, 10, 28) / 1000 }
    expect(turnText(turnOf(matched, ahead), alpen, nameOf)).toBe(
      'Meridian can confirm from 28 Nov 2999 (UTC).',
    )
    expect(turnText(turnOf({}, ahead), alpen, nameOf)).toBe('Next: Baltic confirms.')
    expect(turnText(turnOf(matched, { valueDate: 86_400 }), alpen, nameOf)).toBe('Next: Meridian confirms.')
  })

  it('M-4: says that it has expired and who can then cancel, but not where a payment was reported', () => {
    const expired = { expiresAt: Date.UTC(2020, 1, 20) / 1000 }
    const alone = 'Expired on 20 Feb 2020: either side can cancel it alone.'
    expect(turnText(turnOf(matched, expired), alpen, nameOf)).toBe(`Next: Meridian confirms. ${alone}`)
    const [bond] = turnOf(matched).legs as [DeliveryLeg]
    const cash = {
      ...bond,
      legIdx: 1,
      legType: 'EXTERNAL',
      sender: baltic,
      receiver: alpen,
      registrar: ZERO_ADDRESS,
    }
    const paid = turnOf(
      {},
      { ...expired, legs: [bond, { ...cash, receiverConfirmed: false } as DeliveryLeg] },
    )
    expect(turnText(paid, alpen, nameOf)).toBe('Your turn.')
    const mint = turnOf({ sender: meridian, receiver: alpen, receiverConfirmed: true }, expired)
    expect(turnText(mint, alpen, nameOf)).toBe('Next: Meridian confirms.')
  })

  it('says how a transfer has ended', () => {
    expect(turnText(turnOf({}, { deliveryState: 'SETTLED' }), alpen, nameOf)).toBe('Settled.')
    expect(turnText(turnOf({}, { deliveryState: 'CANCELED' }), alpen, nameOf)).toBe('Canceled.')
  })
})

describe('noCancelText', () => {
  it('says that one has already voted', () => {
    const transfer = turnOf(matched, { cancelVotes: votes })
    const alone = 'From 20 Feb 2999 you can cancel it alone.'
    expect(noCancelText(transfer, alpen, nameOf)).toBe(
      `You requested cancellation. Baltic must agree. ${alone}`,
    )
    expect(noCancelText(transfer, alpen)).toBe(
      `You requested cancellation. The other side must agree. ${alone}`,
    )
  })
})
