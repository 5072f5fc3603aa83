import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { provedIds, readBugs, sow, testedIds, testNames } from './seededBugs.ts'

const room = join(import.meta.dirname, '../..')
const bugs = readBugs(join(import.meta.dirname, 'bugs'))

const bug = { id: 'P01', file: 'src/Wheel.sol', find: 'a < b', replace: 'a <= b', test: 'test_P01_' }

describe('a bug is sown', () => {
  test('not where its text is missing, nor where it appears twice', () => {
    expect(() => sow(bug, 'a > b')).toThrow('P01: "a < b" appears 0 times in src/Wheel.sol.')
    expect(() => sow(bug, 'a < b || a < b')).toThrow('appears 2 times')
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

test('every bug of ours still has its one place in the sources', () => {
  const lost = bugs.flatMap((one) => {
    const text = readFileSync(join(room, one.file), 'utf8')
    return text.split(one.find).length === 2 ? [] : [`${one.id} in ${one.file}: ${one.find}`]
  })
  expect(lost).toEqual([])
})

test('every bug of ours has a test of the name that must find it', () => {
  const names = testNames(join(room, 'test'))
  const lost = bugs.filter(({ test: wanted }) => !names.some((name) => new RegExp(wanted).test(name)))
  expect(lost.map(({ id, test: wanted }) => `${id}: ${wanted}`)).toEqual([])
})

test('every property and case has a test of its number and a bug', () => {
  const [tested, sown] = [testedIds(join(room, 'test')), new Set(bugs.map(({ id }) => id))]
  expect(provedIds.filter((id) => !tested.has(id) || !sown.has(id))).toEqual([])
})
