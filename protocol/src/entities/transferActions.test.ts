import { describe, expect, test } from 'vitest'
import { Address, Bytes32, HexData, Quantity, Seconds, TxHash, ZERO_ADDRESS } from '../scalars.ts'
import type { CancelVote, Delivery, DeliveryLeg, LegType } from './delivery.ts'
import { owedAfter, owedBy } from './owes.ts'
import type { DeliveryTurn, Duty, Owed } from './owes.ts'
import { counterpartyFor, directionFor, transferState, transferTypeOf, waitsFor } from './transfer.ts'
import type { TransferType } from './transfer.ts'
import { actionsFor, turnsOf } from './transferActions.ts'

describe('transferActions', () => {
  // Every combination of confirmations of every kind of transfer, seen by everybody. What is expected is written down
  // here once more, by hand, from the rules: who gives what, and what has to be given before it.

  const tenant = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
  const alpen = tenant('a')
  const baltic = tenant('b')
  const registrar = tenant('c')
  const otherRegistrar = tenant('d')
  const coordinator = tenant('e')
  const stranger = tenant('f')

  type Role = 'sender' | 'receiver' | 'registrar' | 'coordinator'
  type Given = { by: Address; duty: Duty; leg: number; role: Role; after: number[] }
  type Party = Pick<DeliveryLeg, 'legType' | 'sender' | 'receiver' | 'registrar' | 'txCoordinator'>
  type Kind = { name: string; type: TransferType; legs: Party[]; given: Given[]; investors: Address[] }

  const party = (
    legType: LegType,
    sender: Address,
    receiver: Address,
    keeper: Address,
    txCoordinator = ZERO_ADDRESS,
  ): Party => ({ legType, sender, receiver, registrar: keeper, txCoordinator })

  const give = (by: Address, duty: Duty, leg: number, role: Role, after: number[] = []): Given => ({
    by,
    duty,
    leg,
    role,
    after,
  })

  const kinds: Kind[] = [
    {
      name: 'FoP',
      type: 'FOP',
      legs: [party('DIGITAL', alpen, baltic, registrar)],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(registrar, 'register', 0, 'registrar', [0, 1]),
      ],
    },
    {
      name: 'FoP with a coordinator',
      type: 'FOP',
      legs: [party('DIGITAL_WITH_COORDINATOR', alpen, baltic, registrar, coordinator)],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(registrar, 'register', 0, 'registrar', [0, 1]),
        give(coordinator, 'coordinate', 0, 'coordinator', [0, 1]),
      ],
    },
    {
      name: 'repo',
      type: 'REPO',
      legs: [party('DIGITAL', alpen, baltic, registrar), party('EXTERNAL', baltic, alpen, ZERO_ADDRESS)],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(baltic, 'pay', 1, 'sender', [0]),
        give(alpen, 'getPaid', 1, 'receiver', [2]),
        give(registrar, 'register', 0, 'registrar', [0, 1, 2, 3]),
      ],
    },
    {
      name: 'securities lending with two registrars',
      type: 'SEC_LEND',
      legs: [party('DIGITAL', alpen, baltic, registrar), party('DIGITAL', baltic, alpen, otherRegistrar)],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(baltic, 'deliver', 1, 'sender'),
        give(alpen, 'receive', 1, 'receiver'),
        give(registrar, 'register', 0, 'registrar', [0, 1, 2, 3]),
        give(otherRegistrar, 'register', 1, 'registrar', [0, 1, 2, 3]),
      ],
    },
    {
      name: 'delivery against a lock',
      type: 'SEC_LEND',
      legs: [party('DIGITAL', alpen, baltic, registrar), party('HTLC', baltic, alpen, ZERO_ADDRESS)],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(baltic, 'lock', 1, 'sender', [0]),
        give(registrar, 'register', 0, 'registrar', [0, 1, 2]),
        give(alpen, 'unlock', 1, 'receiver', [0, 1, 2, 3]),
      ],
    },
    {
      name: 'lock against lock, with a coordinator between',
      type: 'SEC_LEND',
      legs: [
        party('DIGITAL_WITH_COORDINATOR', alpen, baltic, registrar, coordinator),
        party('HTLC', baltic, alpen, ZERO_ADDRESS),
        party('HTLC', alpen, baltic, ZERO_ADDRESS),
      ],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(baltic, 'lock', 1, 'sender', [0]),
        give(alpen, 'lock', 2, 'sender', [0]),
        give(registrar, 'register', 0, 'registrar', [0, 1, 2, 3]),
        give(coordinator, 'coordinate', 0, 'coordinator', [0, 1, 2, 3]),
        give(alpen, 'unlock', 1, 'receiver', [0, 1, 2, 3, 4, 5]),
        give(baltic, 'unlock', 2, 'receiver', [0, 1, 2, 3, 4, 5]),
      ],
    },
    {
      name: 'traditional instrument against documented cash',
      type: 'REPO',
      legs: [
        party('TRADITIONAL', alpen, baltic, otherRegistrar),
        party('EXTERNAL', baltic, alpen, ZERO_ADDRESS),
      ],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'reportDelivery', 0, 'sender'),
        give(baltic, 'confirmReceipt', 0, 'receiver', [0]),
        give(baltic, 'pay', 1, 'sender'),
        give(alpen, 'getPaid', 1, 'receiver', [2]),
        give(otherRegistrar, 'register', 0, 'registrar', [0, 1, 2, 3]),
      ],
    },
    {
      name: 'tokens in escrow against a delivery with a coordinator and documented cash',
      type: 'REPO',
      legs: [
        party('TXC', alpen, baltic, registrar, coordinator),
        party('ERC20', baltic, alpen, ZERO_ADDRESS),
        party('ERC721', baltic, alpen, ZERO_ADDRESS),
        party('EXTERNAL', baltic, alpen, ZERO_ADDRESS),
      ],
      investors: [alpen, baltic],
      given: [
        give(alpen, 'deliver', 0, 'sender'),
        give(baltic, 'receive', 0, 'receiver'),
        give(baltic, 'deliver', 1, 'sender'),
        give(alpen, 'receive', 1, 'receiver'),
        give(baltic, 'deliver', 2, 'sender'),
        give(alpen, 'receive', 2, 'receiver'),
        give(baltic, 'pay', 3, 'sender', [0, 2, 4]),
        give(alpen, 'getPaid', 3, 'receiver', [6]),
        give(registrar, 'register', 0, 'registrar', [0, 1, 2, 3, 4, 5, 6, 7]),
        give(coordinator, 'coordinate', 0, 'coordinator', [0, 1, 2, 3, 4, 5, 6, 7]),
      ],
    },
    {
      name: 'mint request',
      type: 'MINT',
      legs: [party('DIGITAL', registrar, alpen, registrar)],
      investors: [alpen],
      given: [give(alpen, 'receive', 0, 'receiver'), give(registrar, 'register', 0, 'registrar', [0])],
    },
    {
      name: 'burn request',
      type: 'BURN',
      legs: [party('DIGITAL', alpen, registrar, registrar)],
      investors: [alpen],
      given: [give(alpen, 'deliver', 0, 'sender'), give(registrar, 'register', 0, 'registrar', [0])],
    },
  ]

  const viewers = [alpen, baltic, registrar, otherRegistrar, coordinator, stranger]
  const isInvestorDuty = (duty: Duty) => duty !== 'register' && duty !== 'coordinate'
  /** To unlock is the last thing of all, and nobody is waited for that may not give it yet. */
  const isWaitedFor = ({ duty, now }: { duty: Duty; now: boolean }) =>
    isInvestorDuty(duty) && (duty !== 'unlock' || now)

  /** The legs with the confirmations whose bits are set. */
  function legsOf({ legs, given }: Kind, bits: number): DeliveryLeg[] {
    const has = (leg: number, role: Role) =>
      given.some((one, index) => one.leg === leg && one.role === role && (bits & (1 << index)) !== 0)
    return legs.map((one, legIdx) => ({
      ...one,
      legIdx,
      legEntityId: Bytes32.parse(`0x${'2'.repeat(64)}`),
      state: 'CREATED',
      assetManagerAddr: ZERO_ADDRESS,
      assetId: Bytes32.parse(`0x${'1'.repeat(64)}`),
      quantity: Quantity.parse('1'),
      senderData: HexData.parse('0x'),
      receiverData: HexData.parse('0x'),
      senderAccount: null,
      receiverAccount: null,
      senderConfirmed: has(legIdx, 'sender'),
      receiverConfirmed: has(legIdx, 'receiver'),
      registrarConfirmed: has(legIdx, 'registrar'),
      coordinatorConfirmed: has(legIdx, 'coordinator'),
      instrumentId: null,
      identifier: null,
      decimals: 0,
    }))
  }

  const vote = (by: Address): CancelVote => ({
    tenant: by,
    reasonFp: Bytes32.parse(`0x${'0'.repeat(64)}`),
    at: Seconds.parse(0),
    user: null,
    txHash: TxHash.parse(`0x${'0'.repeat(64)}`),
  })

  const EXPIRY = 1_800_000_000

  type Acted = Pick<Delivery, 'deliveryState' | 'legs' | 'cancelVotes' | 'expiresAt'>
  const deliveryOf = (kind: Kind, bits: number, votes: Address[] = []): Acted => ({
    deliveryState: bits === 0 ? 'CREATED' : 'PENDING',
    legs: legsOf(kind, bits),
    cancelVotes: votes.map(vote),
    expiresAt: Seconds.parse(EXPIRY),
  })

  const combinations = ({ given }: Kind): number[] =>
    // The last combination has everything: the ledger has settled it.
    Array.from({ length: 2 ** given.length - 1 }, (_, bits) => bits)

  const missing = ({ given }: Kind, bits: number) =>
    given
      .map((one, index) => ({ ...one, index }))
      .filter(({ index }) => (bits & (1 << index)) === 0)
      .map((one) => ({ ...one, now: one.after.every((before) => (bits & (1 << before)) !== 0) }))

  const indexOf = ({ given }: Kind, { tenant: by, duty, legIdx }: Owed) =>
    given.findIndex((one) => one.by === by && one.duty === duty && one.leg === legIdx)

  describe.each(kinds)('$name', (kind) => {
    test('owes exactly what is missing', () => {
      for (const bits of combinations(kind)) {
        const expected = missing(kind, bits).map(({ by, duty, leg, now }) => `${by} ${duty} ${leg} ${now}`)
        const owed = owedBy(deliveryOf(kind, bits)).map(
          (one) => `${one.tenant} ${one.duty} ${one.legIdx} ${one.mayGiveNow}`,
        )
        expect(owed.sort()).toEqual(expected.sort())
      }
    })

    test('D3: owes after a confirmation what the ledger would find missing then, in the order of giving it', () => {
      for (const bits of combinations(kind))
        for (const viewer of viewers) {
          const mine = missing(kind, bits).filter(({ by, now }) => by === viewer && now)
          const duties = [...new Set(mine.map(({ duty }) => duty))]
          // All of them, and each alone.
          for (const chosen of [duties, ...duties.map((duty) => [duty])]) {
            const given = mine.filter(({ duty }) => chosen.includes(duty))
            const after = given.reduce((all, { index }) => all | (1 << index), bits)
            const owed = owedAfter(deliveryOf(kind, bits), viewer, chosen)
            expect(owed).toEqual(owedBy(deliveryOf(kind, after)))
            const order = owed.map((one) => indexOf(kind, one))
            const isTooEarly = (index: number, at: number) =>
              kind.given[index]?.after.some((one) => order.includes(one, at))
            expect(order.filter(isTooEarly)).toEqual([])
          }
        }
    })

    test('is in the state of whose turn it is, whoever looks', () => {
      for (const bits of combinations(kind))
        for (const viewer of viewers) {
          const open = missing(kind, bits)
          const mine = open.some(({ by, now }) => by === viewer && now)
          const anotherInvestor = open.some((one) => one.by !== viewer && isWaitedFor(one))
          const expected = mine ? 'PENDING' : anotherInvestor ? 'PENDING_COUNTERPARTY' : 'PENDING_CUSTODIAN'
          expect(transferState(deliveryOf(kind, bits), viewer)).toBe(expected)
        }
    })

    test('waits for the viewer if it is its turn, else for another investor, else for a custodian', () => {
      for (const bits of combinations(kind))
        for (const viewer of viewers) {
          const open = missing(kind, bits)
          const mine = open.filter(({ by, now }) => by === viewer && now)
          const investors = open.filter((one) => one.by !== viewer && isWaitedFor(one))
          const able = investors.filter(({ now }) => now)
          const custodians = open.filter(({ by }) => by !== viewer)
          const [expected = open] = [mine, able, investors, custodians].filter(({ length }) => length > 0)
          const waited = waitsFor(deliveryOf(kind, bits), viewer)
          expect(expected.map(({ by }) => by)).toContain(waited)
        }
    })

    test('R026 can be confirmed by whom it waits for, under the label of what is owed', () => {
      const labels: Partial<Record<Duty, string>> = {
        deliver: 'Confirm Delivery',
        receive: 'Confirm Receive',
        pay: 'Confirm Payment Sent',
        getPaid: 'Confirm Payment Receive',
        reportDelivery: 'Confirm Delivery',
        confirmReceipt: 'Confirm Receive',
      }
      for (const bits of combinations(kind))
        for (const viewer of viewers) {
          const duties = missing(kind, bits)
            .filter(({ by, now }) => by === viewer && now)
            // Who locks or unlocks has more to say than a confirmation.
            .filter(({ duty }) => duty !== 'lock' && duty !== 'unlock')
          const distinct = [...new Set(duties.map(({ duty }) => duty))]
          const [first] = distinct
          const label = distinct.length > 1 ? 'Confirm Both' : first && (labels[first] ?? 'Confirm')
          const { confirm } = actionsFor(deliveryOf(kind, bits), viewer)
          expect(confirm?.label).toBe(label)
          expect(new Set(confirm?.duties ?? [])).toEqual(new Set(distinct))
        }
    })

    test.each([
      ['before its expiry', EXPIRY - 1],
      ['from its expiry on', EXPIRY],
    ])('M-2, M-4: is canceled %s by whom the rules allow, alone or together', (_, now) => {
      const ballots = [[], [alpen], [baltic], [alpen, baltic]]
      for (const bits of combinations(kind))
        for (const votes of ballots)
          for (const viewer of viewers) {
            const { cancel, cancelRequested, cancelRequestedByOther } = actionsFor(
              deliveryOf(kind, bits, votes),
              viewer,
              now,
            )
            const isParty = kind.given.some(({ by }) => by === viewer)
            expect(cancel?.kind).toBe(expectedCancel(kind, bits, votes, viewer, now >= EXPIRY))
            expect(cancelRequested).toBe(isParty && votes.includes(viewer))
            expect(cancelRequestedByOther).toBe(isParty && votes.some((by) => by !== viewer))
          }
    })

    test.each(['SETTLED', 'CANCELED'] as const)('%s is the end', (deliveryState) => {
      for (const viewer of viewers) {
        const delivery = { ...deliveryOf(kind, 1, [alpen]), deliveryState }
        expect(transferState(delivery, viewer)).toBe(deliveryState)
        expect(owedBy(delivery)).toEqual([])
        expect(waitsFor(delivery, viewer)).toBeNull()
        expect(actionsFor(delivery, viewer, EXPIRY)).toEqual({
          cancelRequested: false,
          cancelRequestedByOther: false,
        })
      }
    })

    test('has its type from its legs, its direction and counterparty from its first leg', () => {
      const [first] = kind.legs
      expect(transferTypeOf(kind.legs)).toBe(kind.type)
      expect(directionFor(kind.legs, first!.sender)).toBe('DELIVER')
      expect(directionFor(kind.legs, first!.receiver)).toBe('RECEIVE')
      expect(counterpartyFor(kind.legs, first!.sender)).toBe(first!.receiver)
      expect(counterpartyFor(kind.legs, first!.receiver)).toBe(first!.sender)
    })
  })

  function expectedCancel(
    { given, investors, legs }: Kind,
    bits: number,
    votes: Address[],
    viewer: Address,
    hasExpired: boolean,
  ) {
    const done = given.filter((_, index) => (bits & (1 << index)) !== 0)
    const has = (duty: Duty) => done.some((one) => one.duty === duty)
    const owesAsRegistrar = given.some(
      (one) => one.duty === 'register' && one.by === viewer && !done.includes(one),
    )
    if (legs.some((leg) => leg.registrar === viewer))
      return has('lock') && !owesAsRegistrar ? undefined : 'refuse'
    if (has('lock') || !investors.includes(viewer)) return undefined
    const open = given.filter((one) => !done.includes(one))
    const isUnmatched = open.some(({ duty }) => isInvestorDuty(duty) && duty !== 'unlock')
    const isPaid = has('pay') || has('reportDelivery')
    const other = investors.find((one) => one !== viewer)
    if (other === undefined || (isUnmatched && !isPaid)) return 'cancel'
    if (votes.includes(other) && !votes.includes(viewer)) return 'agreeCancel'
    if (hasExpired && !isPaid) return 'cancel'
    if (votes.includes(viewer)) return undefined
    return votes.includes(other) ? 'agreeCancel' : 'requestCancel'
  }

  test('a delivery without legs is not a transfer', () => {
    expect(() => transferTypeOf([])).toThrow(TypeError)
    expect(() => counterpartyFor([], alpen)).toThrow(TypeError)
  })
})

describe('turnsOf', () => {
  const address = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
  const [seller, buyer, registrar, nobody] = ['1', '2', '3', '0'].map(address) as [
    Address,
    Address,
    Address,
    Address,
  ]
  type Leg = DeliveryTurn['legs'][number]

  const leg = (legIdx: number, more: Partial<Leg>): Leg =>
    ({
      legIdx,
      legType: 'DIGITAL',
      sender: seller,
      receiver: buyer,
      registrar,
      txCoordinator: nobody,
      senderConfirmed: false,
      receiverConfirmed: false,
      registrarConfirmed: false,
      coordinatorConfirmed: false,
      ...more,
    }) as Leg
  const cash = (more: Partial<Leg> = {}) =>
    leg(1, { legType: 'EXTERNAL', sender: buyer, receiver: seller, registrar: nobody, ...more })
  const delivery = (...legs: Leg[]): DeliveryTurn => ({ deliveryState: 'PENDING', legs })
  const confirmIt = { action: 'confirmDelivery', legIdx: null }

  test('nobody has a turn in a settled delivery, and an outsider has none in a pending one', () => {
    expect(turnsOf({ ...delivery(leg(0, {})), deliveryState: 'SETTLED' }, seller)).toEqual([])
    expect(turnsOf(delivery(leg(0, {})), nobody)).toEqual([])
  })

  test('several legs are confirmed at once', () => {
    expect(turnsOf(delivery(leg(0, {}), leg(1, {})), seller)).toEqual([confirmIt])
  })

  test('R068 a payment is reported once the securities are earmarked, then confirmed, each on its leg', () => {
    expect(turnsOf(delivery(leg(0, {}), cash()), buyer)).toEqual([confirmIt])
    const earmarked = leg(0, { senderConfirmed: true })
    expect(turnsOf(delivery(earmarked, cash()), buyer)).toEqual([
      confirmIt,
      { action: 'reportExternalDelivery', legIdx: 1 },
    ])
    expect(turnsOf(delivery(earmarked, cash({ senderConfirmed: true })), seller)).toEqual([
      { action: 'confirmExternalDelivery', legIdx: 1 },
    ])
  })

  test('a traditional leg is reported as delivered, then confirmed, each on its leg', () => {
    const outside = cash({ legType: 'TRADITIONAL' })
    expect(turnsOf(delivery(outside), buyer)).toEqual([{ action: 'reportExternalDelivery', legIdx: 1 }])
    expect(turnsOf(delivery({ ...outside, senderConfirmed: true }), seller)).toEqual([
      { action: 'confirmExternalDelivery', legIdx: 1 },
    ])
  })

  test('an HTLC leg is locked by its sender, and last of all unlocked by its receiver', () => {
    const htlc = cash({ legType: 'HTLC' })
    const done = { senderConfirmed: true, receiverConfirmed: true, registrarConfirmed: true }
    const given = leg(0, { ...done, registrarConfirmed: false })
    expect(turnsOf(delivery(given, htlc), buyer)).toEqual([{ action: 'confirmAndLockLeg', legIdx: 1 }])
    const locked = { ...htlc, senderConfirmed: true }
    expect(turnsOf(delivery(given, locked), registrar)).toEqual([confirmIt])
    expect(turnsOf(delivery(leg(0, done), locked), seller)).toEqual([
      { action: 'unlockAndDeliverLeg', legIdx: 1 },
    ])
  })
})
