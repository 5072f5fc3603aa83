// Agreed recalls in the availability, worked by hand: what comes or goes on their days, and what does not count twice.
import { describe, expect, test } from 'vitest'
import {
  certainIn,
  columnIn,
  dayAfter,
  deskOf,
  drawn,
  leg,
  returned,
  today,
  viewer,
} from '../../../../../testkit/src/database/handPortfolios.ts'
import { drawnId, registryIdOf, withPortfolios } from '../../../../../testkit/src/database/portfolioRows.ts'
import type { DrawnDelivery, DrawnRecall } from '../../../../../testkit/src/database/portfolios.ts'
import { listAvailability, listAvailabilityFlows } from './listAvailability.ts'

describe('a recall that the other side has agreed to', () => {
  const lent = drawn(1, { end: undefined, legs: [leg(-10)] })
  /** Of four, in two days. */
  const recall = (differing: Partial<DrawnRecall> = {}): DrawnRecall => ({
    n: 1,
    opening: 1,
    leg: 0,
    quantity: 4,
    day: 2,
    answer: 'AGREED',
    quotedBy: undefined,
    ...differing,
  })
  type Days = { certain?: string[]; expected?: number[]; possible?: number[] }
  const days = async (deliveries: DrawnDelivery[], recalls: DrawnRecall[], balance = 0): Promise<Days> => {
    const found: Days = {}
    const desk = { ...deskOf(...deliveries), recalls, balances: [balance, 0, 0, 0] }
    await withPortfolios([desk], today, async (db) => {
      found.certain = await certainIn(db)
      found.expected = (await columnIn(db, 'EXPECTED')).slice(0, 5)
      found.possible = (await columnIn(db, 'POSSIBLE')).slice(0, 5)
    })
    return found
  }
  const nothing = [0, 0, 0, 0, 0]

  test.each<[string, DrawnDelivery[], Partial<DrawnRecall>]>([
    ['that nobody has answered', [], { answer: 'NONE' }],
    ['that was declined', [], { answer: 'DECLINED' }],
    ['that was withdrawn', [], { answer: 'WITHDRAWN' }],
    ['that a settled return has met', [returned(2, 1)], { quotedBy: 2 }],
    ['of a deal that is closed', [returned(2, 10)], {}],
  ])('moves nothing if it is one %s', async (_name, events, differing) => {
    const left = events.reduce((sum, { legs }) => sum + (legs[0]?.quantity ?? 0), 0)
    const found = await days([lent, ...events], [recall(differing)], left)
    expect(found.possible).toEqual(nothing.map(() => left))
  })

  test('is expected on its day, and moves forward what comes at the end', async () => {
    expect(await days([lent], [recall()])).toMatchObject({
      certain: ['0', '0', '0', '0', '0'],
      expected: [0, 0, 4, 4, 4],
    })
    expect((await days([{ ...lent, end: 4 }], [recall()])).expected).toEqual([0, 0, 4, 4, 10])
  })

  test('leaves on its day if the desk owes it, which a return on its way has taken out already', async () => {
    const borrowed = { ...lent, legs: [leg(10)] }
    expect((await days([borrowed], [recall()], 10)).certain).toEqual(['10', '10', '6', '6', '6'])
    const back = returned(2, -4, {
      status: 'PROPOSED',
      day: 3,
      legs: [leg(-4, { isEarmarked: true })],
    })
    const found = await days([borrowed, back], [recall({ quotedBy: 2 })], 6)
    expect(found).toMatchObject({ certain: ['6', '6', '6', '6', '6'], possible: [6, 6, 6, 6, 6] })
  })

  test('moves nothing of its own on the last day or after it', async () => {
    for (const end of [1, 2])
      expect((await days([{ ...lent, end }], [recall()])).expected?.slice(end)).toEqual(
        nothing.slice(end).map(() => 10),
      )
  })

  test('moves no more than is outstanding, together with others and with returns that do not quote it', async () => {
    const much = [recall({ quantity: 8 }), recall({ n: 2, quantity: 8, day: 3 })]
    expect((await days([lent], much)).expected).toEqual([0, 0, 8, 10, 10])
    const back = returned(2, 5, { status: 'CONFIRMED', day: 1 })
    expect((await days([lent, back], much)).expected).toEqual([0, 5, 10, 10, 10])
  })

  test('is not counted beside the return that quotes it, once every investor has confirmed that', async () => {
    const back = (status: 'CONFIRMED' | 'PROPOSED') => returned(2, 4, { status, day: 3 })
    const quoted = [recall({ quotedBy: 2 })]
    expect(await days([lent, back('CONFIRMED')], quoted)).toMatchObject({
      certain: ['0', '0', '0', '4', '4'],
      expected: [0, 0, 0, 4, 4],
      possible: [0, 0, 0, 4, 4],
    })
    expect(await days([lent, back('PROPOSED')], quoted)).toMatchObject({
      expected: [0, 0, 4, 4, 4],
      possible: [0, 0, 0, 4, 4],
    })
  })

  test('is only possible once the other side is late, and leaves tomorrow if the desk is', async () => {
    const late = [recall({ day: -1 })]
    expect(await days([lent], late)).toMatchObject({ expected: nothing, possible: [0, 4, 4, 4, 4] })
    expect((await days([{ ...lent, legs: [leg(10)] }], late, 10)).certain).toEqual(['10', '6', '6', '6', '6'])
  })

  test('is found by the lot that it names, also by one that an exchange has brought', async () => {
    const loan = drawn(1, { type: 'SEC_LEND', end: undefined, legs: [leg(-10), leg(7, { registry: 1 })] })
    const exchange = returned(2, 0, { legs: [leg(-7, { registry: 1 }), leg(6)], lots: ['C1', 'C2'] })
    const collateral = { leg: 1, lot: 'C2', quantity: 5 }
    // Ten are lent, and six have come as collateral: four are missing, so nothing of them is left to go back.
    expect((await days([loan, exchange], [recall(collateral)], 6)).certain).toEqual(['6', '6', '6', '6', '6'])
    const elsewhere = { ...exchange, legs: [leg(-7, { registry: 1 }), leg(6, { registry: 2 })] }
    await withPortfolios(
      [{ ...deskOf(loan, elsewhere), recalls: [recall(collateral)] }],
      today,
      async (db) => {
        const flows = await listAvailabilityFlows(db, viewer, {})
        expect(flows.items).toMatchObject([
          {
            kind: 'RECALL',
            certainty: 'CERTAIN',
            quantity: '-5',
            date: dayAfter(2),
            registryId: registryIdOf(2),
            deliveryId: drawnId({ n: 1 }),
          },
        ])
      },
    )
  })

  test('counts in the past once it and its answer had arrived', () =>
    withPortfolios([{ ...deskOf(lent), recalls: [recall()] }], today, async (db) => {
      const expected = async () => {
        const { items } = await listAvailability(db, viewer, { asOfBlock: 1, to: dayAfter(2) })
        return items.flatMap(({ days: shown }) => shown.at(-1)?.expected ?? [])
      }
      expect(await expected()).toEqual(['4'])
      const arriveLater = (type: string) =>
        db
          .updateTable('private_records')
          .set({ created_at: today + 1 })
          .where('type', '=', type)
          .execute()
      await arriveLater('ANSWER')
      expect(await expected()).toEqual([])
      expect((await columnIn(db, 'EXPECTED'))[2]).toBe(4)
    }))
})
