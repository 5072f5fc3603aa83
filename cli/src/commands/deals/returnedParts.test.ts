import type { Deal, DealLot } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { partsIn, partsOption } from './returnedParts.ts'

const lot = (name: string, outstanding: bigint) =>
  ({
    lot: name,
    kind: { P: 'PURCHASED', L: 'LOAN', C: 'COLLATERAL' }[name.charAt(0)],
    outstanding,
    inFlight: 0n,
    asset: { decimals: 2 },
  }) as unknown as DealLot
const repo = { kind: 'REPO', lots: [lot('P1', 500n), lot('P2', 700n)] } as unknown as Deal
const loan = { kind: 'LOAN', lots: [lot('L1', 500n), lot('C1', 700n)] } as unknown as Deal
const read = (...typed: string[]) => partsOption.read(typed, '--quantity')
const parts = (deal: Deal, typed: string[], name?: string) =>
  partsIn(deal, { quantity: read(...typed), lot: name })

it('refuses what is not a quantity, or not a lot', () => {
  for (const wrong of ['@P1', '3@', '3@X', '3@P1@P2', '', '3'.repeat(61)])
    expect(() => read(wrong)).toThrow(/must be a quantity such as 1,000\.50/)
  expect(() => parts(repo, ['x@P1'])).toThrow(/must be a number above 0/)
  expect(() => parts(repo, ['1@P3'])).toThrow("--lot must be one of P1, P2, not 'P3'.")
})

it('refuses a lot twice, nothing at all, and a quantity of one of several lots', () => {
  expect(() => parts(repo, ['1@P1', '2@P1'])).toThrow('--quantity must name each lot once.')
  expect(() => parts(repo, ['0@P1', '0@P2'])).toThrow('--quantity must be above 0 for at least one lot.')
  expect(() => parts(repo, ['1'])).toThrow(
    '--quantity must name its lot, such as 1,000@P1. The lots are P1, P2.',
  )
})

it('refuses --lot without a quantity, or beside one that names its own', () => {
  expect(() => parts(repo, [], 'P1')).toThrow('--lot needs --quantity.')
  expect(() => parts(repo, ['1@P1'], 'P2')).toThrow(/^--lot belongs to a single --quantity/)
  expect(() => parts(repo, ['1', '2'], 'P2')).toThrow(/^--lot belongs to a single --quantity/)
})

it('takes a quantity for each lot, and 0 for what stays', () => {
  expect(parts(repo, ['3.50@P1', '0@P2'])).toEqual({ P1: 350n, P2: 0n })
  expect(parts(loan, ['2@L1', '0@C1'])).toEqual({ L1: 200n, C1: 0n })
})

it('takes one quantity for the only lot that was lent or is outstanding, or for that of --lot', () => {
  expect(parts(loan, ['1'])).toEqual({ L1: 100n })
  expect(parts({ ...repo, lots: [lot('P1', 0n), lot('P2', 700n)] }, ['1'])).toEqual({ P2: 100n })
  expect(parts(repo, ['1'], 'P2')).toEqual({ P2: 100n })
})
