import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../fingerprint.ts'
import type { Bytes32 } from '../scalars.ts'
import { checkDetails, detailsDoubt } from './detailsCheck.ts'

describe('Whoever confirms', () => {
  const details = { salt: `0x${'01'.repeat(32)}` as Bytes32, description: 'One week' }
  const digital = { legs: [{ legType: 'DIGITAL' }] } as const
  const repo = { legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] } as const

  it('does not rely on details that are not those of the ledger, whatever moves', () => {
    const check = checkDetails(details, fingerprintOf({ ...details, description: 'Two weeks' }))
    expect(check).toEqual({ result: 'differs' })
    expect(detailsDoubt(digital, check)).toBe('differs')
    expect(detailsDoubt(repo, check)).toBe('differs')
  })

  it('misses details where an amount of cash depends on them', () => {
    const check = checkDetails(null, fingerprintOf(details))
    expect(detailsDoubt(repo, check)).toBe('missing')
    expect(detailsDoubt(digital, check)).toBeUndefined()
  })

  it('relies on those that match', () => {
    const check = checkDetails(details, fingerprintOf(details))
    expect(check).toEqual({ result: 'matches', details })
    expect(detailsDoubt(repo, check)).toBeUndefined()
  })
})
