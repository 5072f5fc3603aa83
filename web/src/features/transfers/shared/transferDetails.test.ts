import type { DealDetails } from '@connex/protocol/deals'
import type { Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { detailedTitle, detailsDoubt } from './transferDetails.ts'

addMessages(app)
addMessages(transfers)

const digital = { legs: [{ legType: 'DIGITAL' }] } as unknown as Transfer
const repo = { legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] } as unknown as Transfer

describe('Private details', () => {
  it('are in doubt where the ledger vouches for others', () => {
    expect(detailsDoubt(digital, { result: 'differs' })).toMatch(/do not match/)
    expect(detailsDoubt(repo, { result: 'differs' })).toMatch(/do not match/)
  })

  it('are missed only where an amount of cash hangs on them', () => {
    expect(detailsDoubt(repo, { result: 'missing' })).toMatch(/amount to pay is unknown/)
    expect(detailsDoubt(digital, { result: 'missing' })).toBeUndefined()
  })

  it('are relied on where they match', () => {
    expect(detailsDoubt(repo, { result: 'matches', details: {} as never })).toBeUndefined()
  })
})

it('calls an event of a deal what it is, and any other transfer by its type', () => {
  const transfer = { transferType: 'SEC_LEND' } as Transfer
  const details = { openingDeliveryId: `0x${'a1'.repeat(32)}`, deal: { event: 'SUBSTITUTION' } }
  expect(detailedTitle(transfer, 'Alpenbank', details as DealDetails)).toBe('Substitution with Alpenbank')
  expect(detailedTitle(transfer, 'Alpenbank', undefined)).toBe('Securities Lending with Alpenbank')
})
