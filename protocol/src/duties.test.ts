import { describe, expect, test } from 'vitest'
import { dutyText, expiryText, owedText, remainingText, turnText } from './duties.ts'
import type { DeliveryLeg } from './entities/delivery.ts'
import type { Owed } from './entities/owes.ts'
import type { Transfer } from './entities/transfer.ts'
import { Address, Seconds, ZERO_ADDRESS } from './scalars.ts'

const [alpenbank, baltic, meridian] = ['1', '2', '3'].map((digit) =>
  Address.parse(`0x${digit.repeat(40)}`),
) as [Address, Address, Address]
const nameOf = (tenant: Address): string =>
  tenant === alpenbank ? 'Alpenbank' : tenant === baltic ? 'Baltic' : 'Meridian'

const leg = (values: Partial<DeliveryLeg> = {}): DeliveryLeg =>
  ({
    legIdx: 0,
    legType: 'DIGITAL',
    sender: alpenbank,
    receiver: baltic,
    registrar: meridian,
    txCoordinator: ZERO_ADDRESS,
    senderConfirmed: true,
    receiverConfirmed: false,
    registrarConfirmed: false,
    ...values,
  }) as DeliveryLeg
const transfer = (values: Partial<Transfer> = {}): Transfer =>
  ({ deliveryState: 'PENDING', legs: [leg()], ...values }) as Transfer
const owed = (tenant: Address, duty: Owed['duty'], legIdx = 0): Owed => ({
  tenant,
  duty,
  legIdx,
  mayGiveNow: true,
})

test('a registrar of a traditional leg confirms as transfer agent', () => {
  expect(dutyText('register', leg())).toBe('confirm as registrar')
  expect(dutyText('register', undefined)).toBe('confirm as registrar')
  expect(dutyText('register', leg({ legType: 'TRADITIONAL' }))).toBe('confirm as transfer agent')
})

test('duties are joined by tenant, each once', () => {
  const duties = [owed(alpenbank, 'deliver'), owed(alpenbank, 'getPaid'), owed(alpenbank, 'deliver', 1)]
  expect(owedText([...duties, owed(baltic, 'pay')], transfer(), nameOf)).toBe(
    'Alpenbank must confirm the delivery and confirm that the payment arrived; Baltic must report the payment as sent',
  )
})

describe('turnText', () => {
  test('names who can act now', () => {
    expect(turnText(transfer(), nameOf)).toBe('Next: Baltic must confirm the receipt.')
    const confirmed = transfer({ legs: [leg({ receiverConfirmed: true })] })
    expect(turnText(confirmed, nameOf)).toBe('Next: Meridian must confirm as registrar.')
  })

  test('says how a transfer has ended', () => {
    expect(turnText(transfer({ deliveryState: 'SETTLED' }), nameOf)).toBe('Settled.')
    expect(turnText(transfer({ deliveryState: 'CANCELED' }), nameOf)).toBe('Canceled.')
  })
})

test('M-4: an expired delivery is canceled by either side alone, unless a payment was reported', () => {
  const expiresAt = Seconds.parse(Date.UTC(2027, 1, 20) / 1000)
  const paid = leg({ legIdx: 1, legType: 'EXTERNAL', senderConfirmed: true })
  const text = (legs: DeliveryLeg[], now: number) => expiryText(transfer({ expiresAt, legs }), now)
  expect(text([leg(), paid], expiresAt)).toBe('Expired on 2027-02-20.')
  expect(text([leg({ sender: meridian })], expiresAt - 1)).toBe('Expires on 2027-02-20.')
  expect(text([leg()], expiresAt - 1)).toBe('Expires on 2027-02-20; either side can then cancel it alone.')
  expect(text([leg()], expiresAt)).toBe('Expired on 2027-02-20; either side can cancel it alone.')
})

test('the last confirmation settles; until then the remaining duties are named', () => {
  expect(remainingText([], transfer(), nameOf)).toBe(
    'The delivery then settles immediately, and can no longer be canceled.',
  )
  expect(remainingText([owed(meridian, 'register')], transfer(), nameOf)).toBe(
    'Still to come: Meridian must confirm as registrar.',
  )
})
