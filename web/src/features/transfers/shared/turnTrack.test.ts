import { owedAfter, ZERO_ADDRESS, type Address, type DeliveryLeg, type Transfer } from '@connex/protocol'
import { describe, expect, test } from 'vitest'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'
import { historyText, turnTrack } from './turnTrack.ts'

addMessages(transactions)

const [alpen, rhone, meridian] = ['0x01', '0x02', '0x03'] as [Address, Address, Address]
const securities = (confirmed: Partial<DeliveryLeg> = {}) =>
  ({
    legIdx: 0,
    legType: 'DIGITAL',
    sender: alpen,
    receiver: rhone,
    registrar: meridian,
    txCoordinator: ZERO_ADDRESS,
    senderConfirmed: false,
    receiverConfirmed: false,
    registrarConfirmed: false,
    coordinatorConfirmed: false,
    ...confirmed,
  }) as DeliveryLeg
const payment = (confirmed: Partial<DeliveryLeg> = {}) =>
  ({
    ...securities(confirmed),
    legIdx: 1,
    legType: 'EXTERNAL',
    sender: rhone,
    receiver: alpen,
    registrar: ZERO_ADDRESS,
  }) as DeliveryLeg
const transferOf = (legs: DeliveryLeg[], more: Partial<Transfer> = {}) =>
  ({ deliveryState: 'PENDING', cancelVotes: [], legs, ...more }) as Pick<
    Transfer,
    'deliveryState' | 'legs' | 'cancelVotes'
  >
const statesOf = (transfer: Parameters<typeof turnTrack>[0], viewer: Address) =>
  turnTrack(transfer, viewer).map(({ state }) => state)

test('a payment alone has no custodian', () => {
  expect(statesOf(transferOf([payment()]), rhone)).toEqual(['now', 'later', 'absent'])
})

describe('a transfer free of payment', () => {
  test('waits for both investors at once, and for the custodian last', () => {
    expect(statesOf(transferOf([securities()]), alpen)).toEqual(['now', 'now', 'later'])
    expect(statesOf(transferOf([securities({ senderConfirmed: true })]), alpen)).toEqual([
      'done',
      'now',
      'later',
    ])
    const matched = transferOf([securities({ senderConfirmed: true, receiverConfirmed: true })])
    expect(statesOf(matched, alpen)).toEqual(['done', 'done', 'now'])
  })

  test('shows whose turn it is once only what is left is owed', () => {
    const transfer = transferOf([securities({ senderConfirmed: true })])
    const left = owedAfter(transfer, rhone, ['receive'])
    expect(turnTrack(transfer, rhone, left).map(({ state }) => state)).toEqual(['done', 'done', 'now'])
    expect(turnTrack(transfer, rhone, []).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('reads the other way round at the other bank', () => {
    expect(statesOf(transferOf([securities({ senderConfirmed: true })]), rhone)).toEqual([
      'now',
      'done',
      'later',
    ])
  })

  test('is done throughout once it has settled', () => {
    const confirmed = { senderConfirmed: true, receiverConfirmed: true, registrarConfirmed: true }
    const settled = transferOf([securities(confirmed)], { deliveryState: 'SETTLED' })
    expect(statesOf(settled, alpen)).toEqual(['done', 'done', 'done'])
  })

  test('is canceled throughout, and still shows what had been confirmed', () => {
    const canceled = transferOf([securities({ senderConfirmed: true })], { deliveryState: 'CANCELED' })
    expect(turnTrack(canceled, alpen)).toMatchObject([
      { state: 'canceled', confirmations: [true] },
      { state: 'canceled', confirmations: [false] },
      { state: 'canceled', confirmations: [false] },
    ])
  })
})

test('a mint request has two nodes: nobody else confirms it', () => {
  const issue = securities({ sender: meridian, receiver: alpen, receiverConfirmed: true })
  expect(statesOf(transferOf([issue]), alpen)).toEqual(['done', 'absent', 'now'])
  const refused = transferOf([issue], { deliveryState: 'CANCELED' })
  expect(statesOf(refused, alpen)).toEqual(['canceled', 'absent', 'canceled'])
})

describe('a repo', () => {
  test('takes two confirmations from each investor', () => {
    const paid = transferOf([
      securities({ senderConfirmed: true, receiverConfirmed: true }),
      payment({ senderConfirmed: true }),
    ])
    expect(turnTrack(paid, alpen)).toMatchObject([
      { party: 'you', state: 'now', confirmations: [true, false] },
      { party: 'counterparty', state: 'done', confirmations: [true, true] },
      { party: 'custodian', state: 'later', confirmations: [false] },
    ])
  })

  test('makes nobody wait for a payment that cannot be reported yet', () => {
    const created = transferOf([securities({ receiverConfirmed: true }), payment()])
    expect(statesOf(created, alpen)).toEqual(['now', 'later', 'later'])
  })
})

test('a vote to cancel is at the node of the party that gave it', () => {
  const matched = securities({ senderConfirmed: true, receiverConfirmed: true })
  const voted = transferOf([matched], { cancelVotes: [{ tenant: rhone }] as Transfer['cancelVotes'] })
  expect(turnTrack(voted, alpen).map((node) => node.hasVotedToCancel)).toEqual([false, true, false])
  expect(turnTrack(voted, rhone).map((node) => node.hasVotedToCancel)).toEqual([true, false, false])
})

test('names each transaction once, with its moment and block', () => {
  const at = (seconds: number, block: number, txHash: string, tenant: Address) => ({
    at: seconds,
    block,
    txHash,
    tenant,
  })
  const history = {
    creator: alpen,
    createdAt: 1_790_000_000,
    createdBlock: 186,
    createdTxHash: '0xaa',
    confirmations: [
      at(1_790_000_000, 186, '0xaa', alpen),
      at(1_790_000_060, 190, '0xbb', rhone),
      at(1_790_000_060, 190, '0xbb', rhone),
    ],
  } as unknown as Parameters<typeof historyText>[0]
  expect(historyText(history, (tenant) => (tenant === alpen ? 'Alpenbank' : 'Rhône')).split('\n')).toEqual([
    expect.stringMatching(/^Alpenbank created it · .*2026.* · block 186$/),
    expect.stringMatching(/^Rhône confirmed · .*2026.* · block 190$/),
  ])
})
