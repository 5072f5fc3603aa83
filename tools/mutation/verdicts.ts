// What a mutation run has found, and whether that is enough.
import type { Mutant } from './mutants.ts'
import type { Verdict } from './scratch.ts'

export type Judged = Omit<Mutant, 'start' | 'end'> & Verdict & { source: string }

/** Why a mutant may survive: it changes nothing that anybody could see, or a test of it would be worth less than its upkeep. */
export type Reason = Pick<Mutant, 'id' | 'file' | 'before' | 'after'> & {
  isEquivalent: boolean
  reason: string
}

export type Summary = {
  mutants: number
  killedByCompiler: number
  killedByTests: number
  survived: number
  notJudged: number
  equivalent: number
  /** Of those that are not equivalent, by package and over all: 0.85 */
  killedShare: Readonly<Record<string, number>>
}

const WANTED_SHARE = 0.85
const WANTED_SHARE_OF_PACKAGE = 0.75

export function summarize(judged: readonly Judged[], reasons: readonly Reason[]): Summary {
  const count = (verdict: Verdict['verdict']) => judged.filter((one) => one.verdict === verdict).length
  const isEquivalent = ({ id }: Judged) => reasons.some((one) => one.id === id && one.isEquivalent)
  const shareOf = (some: readonly Judged[]): number => {
    const real = some.filter((one) => !(one.verdict === 'survived' && isEquivalent(one)))
    const killed = real.filter(({ verdict }) => verdict === 'compiler' || verdict === 'tests')
    return Math.round((1000 * killed.length) / Math.max(1, real.length)) / 1000
  }
  const packages = [...Map.groupBy(judged, ({ file }) => file.split('/')[0] ?? '')].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  return {
    mutants: judged.length,
    killedByCompiler: count('compiler'),
    killedByTests: count('tests'),
    survived: count('survived'),
    notJudged: count('not judged'),
    equivalent: judged.filter((one) => one.verdict === 'survived' && isEquivalent(one)).length,
    killedShare: {
      all: shareOf(judged),
      ...Object.fromEntries(packages.map(([name, some]) => [name, shareOf(some)])),
    },
  }
}

/** What is missing, each in a sentence: `sdk: 70 % of the mutants were killed, 75 % are wanted` */
export function faultsOf(judged: readonly Judged[], reasons: readonly Reason[]): string[] {
  const unexplained = judged.filter(
    ({ id, verdict }) => verdict === 'survived' && !reasons.some((one) => one.id === id),
  )
  const percent = (share: number) => `${Number((100 * share).toFixed(1))} %`
  const { killedShare } = summarize(judged, reasons)
  return [
    ...judged
      .filter(({ verdict }) => verdict === 'not judged')
      .map((one) => `${placeOf(one)} was not judged`),
    ...unexplained.map((one) => `${one.id} ${placeOf(one)} survived, and reasons.json does not say why`),
    ...Object.entries(killedShare).flatMap(([name, share]) => {
      const wanted = name === 'all' ? WANTED_SHARE : WANTED_SHARE_OF_PACKAGE
      if (share >= wanted) return []
      return [`${name}: ${percent(share)} of the mutants were killed, ${percent(wanted)} are wanted`]
    }),
  ]
}

/** One line: `sdk/src/a.ts:7 comparison: < → <=` */
export const placeOf = ({
  file,
  line,
  operator,
  before,
  after,
}: Omit<Judged, 'source' | 'verdict'>): string =>
  `${file}:${line} ${operator}: ${before} → ${after}`.replace(/\s+/g, ' ')
