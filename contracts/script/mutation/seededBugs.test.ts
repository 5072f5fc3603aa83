import { describe, expect, test } from 'vitest'
import { provedIds, sow } from './seededBugs.ts'

const bug = { id: 'P01', file: 'src/Wheel.sol', find: 'a < b', replace: 'a <= b', test: 'test_P01_' }

describe('a bug is sown', () => {
  test('not where its text does not stand, nor where it stands twice', () => {
    expect(() => sow(bug, 'a > b')).toThrow('P01: "a < b" stands 0 times in src/Wheel.sol.')
    expect(() => sow(bug, 'a < b || a < b')).toThrow('stands 2 times')
  })

  test('in its one place', () => {
    expect(sow(bug, 'if (a < b) return;')).toBe('if (a <= b) return;')
  })
})

test('45 properties and 15 cases are to be proved', () => {
  expect(provedIds).toHaveLength(60)
  expect(provedIds[0]).toBe('P01')
  expect(provedIds.at(-1)).toBe('CON15')
})
