import { expect, test } from 'vitest'
import { chooseVersion, offeredVersions } from './version.ts'

test.each([
  [{}],
  [null],
  ['6'],
  [[]],
  [{ supportedApiVersions: [] }],
  [{ supportedApiVersions: [4, 7, 'x', null] }],
])('of %j none is chosen', (body) => {
  expect(chooseVersion({ kind: 'answer', body })).toBeUndefined()
})

test.each([
  [[6], 6],
  [[5], 5],
  [[5, 6], 6],
  [[6, 5, 4], 6],
  [['5', 'v6'], 6],
  [['v5', 7], 5],
])('of %j, %i is chosen', (supportedApiVersions, version) => {
  expect(chooseVersion({ kind: 'answer', body: { supportedApiVersions } })).toBe(version)
})

test('404 means 5, a failure means 6', () => {
  expect(chooseVersion({ kind: 'notFound' })).toBe(5)
  expect(chooseVersion({ kind: 'failed' })).toBe(6)
})

test('what is no version is passed over', () => {
  expect(offeredVersions({ supportedApiVersions: ['6.0', 'v', '06', 6.5, ' 6', -6, '6666'] })).toEqual([6])
})
