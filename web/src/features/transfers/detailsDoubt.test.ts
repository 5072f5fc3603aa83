import type { Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { transfers } from '../../messages/en/transfers.ts'
import { addMessages } from '../../messages/t.ts'
import { detailsDoubt } from './detailsDoubt.ts'

addMessages(transfers)

const digital = { legs: [{ legType: 'DIGITAL' }] } as unknown as Transfer
const repo = { legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] } as unknown as Transfer

describe('Private details', () => {
  it('are in doubt where the ledger vouches for others', () => {
    expect(detailsDoubt(digital, { result: 'differs' })).toMatch(/do not match/)
    expect(detailsDoubt(repo, { result: 'differs' })).toMatch(/do not match/)
  })

  it('are missed only where an amount of cash hangs on them', () => {
    expect(detailsDoubt(repo, { result: 'missing' })).toMatch(/amount to be paid is not known/)
    expect(detailsDoubt(digital, { result: 'missing' })).toBeUndefined()
  })

  it('are relied on where they match', () => {
    expect(detailsDoubt(repo, { result: 'matches', details: {} as never })).toBeUndefined()
  })
})
