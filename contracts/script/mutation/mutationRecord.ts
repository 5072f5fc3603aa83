import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

/** What became of a mutant: stillborn where it does not compile. `digest` is that of its file. */
export type Verdict = Pick<Mutant, 'id' | 'file' | 'line' | 'kind' | 'from' | 'to'> & {
  digest: string
  verdict: 'killed' | 'survived' | 'stillborn'
  killedBy?: string
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const appendVerdict = (file: string, verdict: Verdict): void =>
  appendFileSync(file, `${JSON.stringify(verdict)}\n`)

/** What an earlier run found that still holds: a survivor is tried again, for its test may have come since. */
export function formerVerdicts(file: string, digests: ReadonlyMap<string, string>): Map<string, Verdict> {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return new Map()
  }
  const verdicts = text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Verdict)
    .filter((former) => former.verdict !== 'survived' && digests.get(former.file) === former.digest)
  return new Map(verdicts.map((former) => [former.id, former]))
}

/** The committed result: what was tried, and why each survivor may live. */
export function summarise(verdicts: readonly Verdict[], reasons: Readonly<Record<string, string>>) {
  const live = verdicts.filter(({ verdict }) => verdict !== 'stillborn')
  const killed = live.filter(({ verdict }) => verdict === 'killed')
  const survivors = live.filter(({ verdict }) => verdict === 'survived')
  const change = ({ id, file, line, kind, from, to }: Verdict) => ({
    id,
    place: `${file}:${line}`,
    kind,
    from,
    to,
  })
  return {
    mutants: live.length,
    killed: killed.length,
    share: Number((killed.length / Math.max(1, live.length)).toFixed(3)),
    survivors: survivors.map((one) => ({ ...change(one), reason: reasons[one.id] ?? '' })),
    victims: killed.map((one) => ({ ...change(one), killedBy: one.killedBy ?? '' })),
  }
}
