import { describe, expect, test } from 'vitest'
import { faultsOf, summarize } from './verdicts.ts'
import type { Judged } from './verdicts.ts'

const judged = (id: string, room: string, verdict: Judged['verdict']): Judged => ({
  id,
  file: `${room}/src/a.ts`,
  line: 7,
  operator: 'comparison',
  before: '<',
  after: '<=',
  verdict,
  source: '',
})

/** `killed(9, 'sdk')` */
const killed = (count: number, room: string): Judged[] =>
  Array.from({ length: count }, (_, index) => judged(`${room}${index}`, room, 'tests'))

const survivor = judged('s', 'sdk', 'survived')
const because = (isEquivalent: boolean) => [{ ...survivor, isEquivalent, reason: 'Nobody sees it.' }]

describe('a mutation run', () => {
  test('fails for a survivor without a reason, and for a mutant that was not judged', () => {
    expect(faultsOf([...killed(9, 'sdk'), survivor], [])).toEqual([
      's sdk/src/a.ts:7 comparison: < → <= survived, and reasons.json does not say why',
    ])
    expect(faultsOf([...killed(9, 'sdk'), judged('n', 'sdk', 'not judged')], [])).toEqual([
      'sdk/src/a.ts:7 comparison: < → <= was not judged',
    ])
    expect(faultsOf([...killed(9, 'sdk'), survivor], because(false))).toEqual([])
  })

  test('fails where less than 85 % were killed over all, or less than 75 % in a package', () => {
    expect(faultsOf([...killed(4, 'sdk'), survivor], because(false))).toEqual([
      'all: 80 % of the mutants were killed, 85 % are wanted',
    ])
    expect(faultsOf([...killed(2, 'sdk'), ...killed(9, 'web'), survivor], because(false))).toEqual([
      'sdk: 66.7 % of the mutants were killed, 75 % are wanted',
    ])
  })

  test('leaves out what is equivalent, and counts a type error as a kill', () => {
    const all = [...killed(2, 'sdk'), judged('c', 'sdk', 'compiler'), survivor]
    expect(summarize(all, because(true))).toEqual({
      mutants: 4,
      killedByCompiler: 1,
      killedByTests: 2,
      survived: 1,
      notJudged: 0,
      equivalent: 1,
      killedShare: { all: 1, sdk: 1 },
    })
    expect(faultsOf(all, because(true))).toEqual([])
  })
})
