import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyMutant, chooseMutants, mutantsOf } from './mutants.ts'
import { findReach, inRuns, markPlaces, parseReach, reachingTests } from './reach.ts'
import { relatedTests } from './relatedTests.ts'

const of = (text: string) =>
  mutantsOf('sdk/src/a.ts', text).map((mutant) => [mutant.operator, applyMutant(text, mutant)])

describe('a mutant', () => {
  test('turns a comparison, a boolean and an operation into its neighbor', () => {
    expect(of('a < b && c')).toEqual([
      ['comparison', 'a <= b && c'],
      ['boolean', 'a < b || c'],
    ])
    expect(of('a + b * c')).toEqual([
      ['arithmetic', 'a - b * c'],
      ['arithmetic', 'a + b / c'],
    ])
    expect(of('!a')).toEqual([['boolean', 'a']])
    expect(of('a = true')).toEqual([['boolean', 'a = false']])
  })

  test('changes a literal, but not a key, an import, a type or a joined text', () => {
    expect(of('f(7)')).toContainEqual(['literal', 'f(8)'])
    expect(of('a = 7n')).toEqual([['literal', 'a = 8n']])
    expect(of("a = 'x'")).toEqual([['literal', "a = ''"]])
    expect(of("import { b } from './b.ts'\ntype A = 'x'\nconst c = { 'd': b }")).toEqual([])
    expect(of('a = b + `c`')).toEqual([])
  })

  test('removes a call, an await or a return', () => {
    expect(of('await save(a)')).toEqual([
      ['removed call', 'void 0'],
      ['removed await', 'save(a)'],
    ])
    expect(of('function f() { return a }')).toEqual([
      ['removed return', 'function f() { return undefined as never }'],
    ])
    expect(of('function f() { return }')).toEqual([])
  })

  test('negates a condition and swaps the first two arguments', () => {
    expect(of('if (a) b()')).toContainEqual(['negated condition', 'if (!(a)) b()'])
    expect(of('x = a ? b : c')).toEqual([['negated condition', 'x = !(a) ? b : c']])
    expect(of('x = f(a, b)')).toEqual([['swapped argument', 'x = f(b, a)']])
  })
})

test('the same seed chooses the same mutants, another seed others, and every operator has its share', () => {
  const text = Array.from({ length: 40 }, (_, index) => `x${index} = a < b + ${index}`).join('\n')
  const all = mutantsOf('sdk/src/a.ts', text)
  const ids = (seed: number) => chooseMutants(all, seed, 12).map(({ id }) => id)
  expect(ids(1)).toEqual(ids(1))
  expect(ids(1)).not.toEqual(ids(2))
  const operators = Map.groupBy(chooseMutants(all, 1, 12), ({ operator }) => operator)
  expect([...operators.values()].map(({ length }) => length)).toEqual([4, 4, 4])
  expect(chooseMutants(all, 1, 10_000)).toHaveLength(all.length)
})

test('the related tests are those that reach a file, the nearest first, without the deep ones', () => {
  const graph = new Map(
    Object.entries({
      'a.ts': [],
      'a.test.ts': ['a.ts'],
      'a.deep.test.ts': ['a.ts'],
      'b.ts': ['a.ts'],
      'b.test.ts': ['b.ts'],
      'c.test.ts': ['other.ts'],
    }).map(([file, targets]) => [file, new Set(targets)] as const),
  )
  expect(relatedTests(graph, 'a.ts')).toEqual(['a.test.ts', 'b.test.ts'])
})

describe('the reach of a mutant', () => {
  test('is measured by a mark in the innermost block or arrow function, and code outside functions has none', () => {
    const text = 'const a = 1\nfunction f() { if (b) { c = 2 } }\nconst g = () => ({ d: 3 })\n'
    const places = ['1', '2', '3'].map((id) => ({ id, start: text.indexOf(id), end: text.indexOf(id) + 1 }))
    const marked = markPlaces('sdk/src/a.ts', text, places)
    const before = (literal: string) => marked.slice(0, marked.lastIndexOf(` ${literal}`))
    expect(before('2 }')).toContain("'2 '")
    expect(before('3 }')).toContain("'3 '")
    expect(marked).not.toContain("'1 '")
    expect(marked).toContain('function f() { if (b) {((')
    expect(() => mutantsOf('sdk/src/a.ts', marked)).not.toThrow()
  })

  test('has the test files of this copy, the quickest first, and those that it was not measured for', () => {
    const tests = parseReach(
      'm /copy/slow.test.ts\nm /copy/quick.test.ts\nm /copy/b.test.ts\nn /elsewhere/x.test.ts\nm \n',
      '/copy',
    )
    expect([...tests.keys()]).toEqual(['m'])
    const milliseconds = new Map([
      ['slow.test.ts', 9000],
      ['quick.test.ts', 20],
      ['a.test.ts', 70],
      ['b.test.ts', 60],
      ['c.test.ts', 50],
      ['d.test.ts', 40],
    ])
    const related = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'new.test.ts', 'slow.test.ts']
    expect(reachingTests(related, 'm', { tests, milliseconds })).toEqual([
      'quick.test.ts',
      'c.test.ts',
      'b.test.ts',
      'a.test.ts',
      'new.test.ts',
      'slow.test.ts',
    ])
    expect(reachingTests(related, 'other', { tests, milliseconds })).toEqual(related)
    expect(reachingTests(related, 'm')).toEqual(related)
  })

  test('is tried in three runs, and no longer than the time allows', () => {
    const seconds = { a: 6, b: 7, c: 50, d: 60, e: 200 }
    const milliseconds = new Map(Object.entries(seconds).map(([test, one]) => [test, 1000 * one]))
    const reach = { tests: new Map(), milliseconds }
    expect(inRuns(['a', 'b', 'c', 'd', 'e'], reach, Infinity)).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    expect(inRuns(['a', 'b', 'c', 'd', 'e'], reach, 130)).toEqual([['a'], ['b', 'c'], ['d']])
    expect(inRuns(['e'], reach, 130)).toEqual([[], [], ['e']])
  })

  test('is measured once, and again when the mutants change', async () => {
    const cache = join(await mkdtemp(join(tmpdir(), 'connex-reach-')), 'below', 'reach.json')
    const measured = (milliseconds: number) => () =>
      Promise.resolve({
        tests: new Map([['m', new Set(['a.test.ts'])]]),
        milliseconds: new Map([['a.test.ts', milliseconds]]),
      })
    const first = await findReach(cache, 'these mutants', measured(1))
    expect(await findReach(cache, 'these mutants', measured(2))).toEqual(first)
    expect(await findReach(cache, 'others', measured(3))).toEqual(await measured(3)())
  })
})
