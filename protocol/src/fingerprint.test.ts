import { describe, expect, it, test } from 'vitest'
import type { LegType } from './entities/delivery.ts'
import { canonicalJson, checkDetails, detailsDoubt, fingerprintOf, freshSalt } from './fingerprint.ts'
import type { Json } from './fingerprint.ts'
import { Address } from './scalars.ts'

test('what JSON cannot say is refused', () => {
  for (const number of [NaN, Infinity, -Infinity]) expect(() => canonicalJson({ number })).toThrow(TypeError)
  expect(() => canonicalJson('\ud800')).toThrow(TypeError)
  expect(() => canonicalJson({ '\udead': 1 })).toThrow(TypeError)
})

// RFC 8785, section 3.2.2 to 3.2.4 and appendix B.
test('the RFC 8785 example is serialized to the letter', () => {
  const given = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`
  expect(canonicalJson(JSON.parse(given) as Json)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('members are sorted by their UTF-16 code units', () => {
  const given = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  expect(Object.values(JSON.parse(canonicalJson(given)) as object)).toHaveLength(7)
  expect(canonicalJson(given)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  )
})

test.each([
  [0, '0'],
  [-0, '0'],
  [5e-324, '5e-324'],
  [-1.7976931348623157e308, '-1.7976931348623157e+308'],
  [9007199254740992, '9007199254740992'],
  [295147905179352830000, '295147905179352830000'],
  [9.999999999999997e22, '9.999999999999997e+22'],
  [1e23, '1e+23'],
  [999999999999999900000, '999999999999999900000'],
  [1e21, '1e+21'],
  [9.999999999999997e-7, '9.999999999999997e-7'],
  [0.000001, '0.000001'],
  [333333333.3333332, '333333333.3333332'],
  [-0.0000033333333333333333, '-0.0000033333333333333333'],
  [1424953923781206.25, '1424953923781206.2'],
])('the number %d is written %s', (number, text) => {
  expect(canonicalJson(number)).toBe(text)
})

test('a member that is undefined counts as absent', () => {
  expect(canonicalJson({ b: undefined, a: [{ c: undefined }] })).toBe('{"a":[{}]}')
})

test('the fingerprint is keccak-256 of the canonical text, whatever the order of the members', () => {
  const salt = `0x${'00'.repeat(32)}`
  const fingerprint = '0x0f43d05125ef71b455499a40180005ac529eacb3549cdd701d0bbf6388c3b6cb'
  expect(fingerprintOf({ salt, description: 'Überweisung', cashQuantity: '1.00' })).toBe(
    fingerprintOf({ cashQuantity: '1.00', description: 'Überweisung', salt }),
  )
  expect(fingerprintOf({ salt })).not.toBe(fingerprintOf({ salt: freshSalt() }))
  expect(fingerprintOf({ salt, description: 'Überweisung' })).toBe(fingerprint)
})

test('every salt is another', () => {
  expect(freshSalt()).toMatch(/^0x[0-9a-f]{64}$/)
  expect(freshSalt()).not.toBe(freshSalt())
})

describe('Whoever confirms', () => {
  const details = { salt: freshSalt(), description: 'One week' }
  const held = { details, status: 'SYNCED' } as const
  const tenant = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
  const chain = (parties: readonly string[], legType: LegType = 'DIGITAL') => ({
    legs: parties.slice(1).map((receiver, index) => ({
      legType,
      sender: tenant(parties[index]!),
      receiver: tenant(receiver),
    })),
  })
  const digital = chain(['a', 'b'])
  const exchange = chain(['a', 'b', 'a'])
  const repo = { legs: [...digital.legs, ...chain(['b', 'a'], 'EXTERNAL').legs] }

  it('does not rely on details that are not those of the ledger, whatever moves', () => {
    const check = checkDetails(held, fingerprintOf({ ...details, description: 'Two weeks' }))
    expect(check).toEqual({ result: 'differs' })
    expect(detailsDoubt(digital, check)).toBe('differs')
    expect(detailsDoubt(repo, check)).toBe('differs')
  })

  it('learns that the details which came were others, although the server gives them to nobody', () => {
    const withheld = { details: null, status: 'FINGERPRINT_MISMATCH' } as const
    expect(checkDetails(withheld, fingerprintOf(details))).toEqual({ result: 'differs' })
  })

  it('misses details where an amount of cash, or the deal behind an exchange, depends on them', () => {
    const check = checkDetails({ details: null, status: 'PENDING' }, fingerprintOf(details))
    expect(detailsDoubt(repo, check)).toBe('amountUnknown')
    expect(detailsDoubt(exchange, check)).toBe('dealUnknown')
  })

  it('misses none where securities go one way, through a chain of custodians or between own accounts', () => {
    for (const parties of [
      ['a', 'b'],
      ['a', 'b', 'c'],
      ['a', 'a'],
    ])
      expect(detailsDoubt(chain(parties), { result: 'missing' })).toBeUndefined()
  })

  it('relies on those that match', () => {
    const check = checkDetails(held, fingerprintOf(details))
    expect(check).toEqual({ result: 'matches', details })
    expect(detailsDoubt(repo, check)).toBeUndefined()
  })
})
