// Shows how much the tests notice: `node script/mutate.ts [how many]`. Draws small changes of the delivery manager, the
// registries and the controller, each in a copy of the contracts, and runs the tests until one fails. The results
// stay in cache/mutants.jsonl, so that an interrupted run resumes. The result is mutation/result.json;
// a survivor needs a test, or its reason in mutation/reasons.json.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mutantsOf, shuffled } from './mutation/mutants.ts'
import { appendVerdict, digestOf, formerVerdicts, summarise } from './mutation/mutationRecord.ts'
import type { Verdict } from './mutation/mutationRecord.ts'
import { openMutationBench } from './mutation/mutationBench.ts'

const SEED = 'collateral'
const WANTED_SHARE = 0.9

const room = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(room, file), 'utf8')
const whole = 120
const wanted = Number(process.argv[2] ?? whole)
const journal = join(room, 'cache/mutants.jsonl')

const files = readdirSync(join(room, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /^src\/(delivery|registry)\/.*[.]sol$|^src\/access\/DappController[.]sol$/.test(file))
const texts = new Map(files.map((file) => [file, read(file)]))
const digests = new Map([...texts].map(([file, text]) => [file, digestOf(text)]))
const drawn = shuffled(
  [...texts].flatMap(([file, text]) => mutantsOf(file, text)),
  SEED,
)

mkdirSync(join(room, 'cache'), { recursive: true })
const former = formerVerdicts(journal, digests)
const verdicts: Verdict[] = []
const isLive = ({ verdict }: Verdict): boolean => verdict !== 'stillborn'
let underWay = 0

/** Draws until enough mutants have lived; one that does not compile does not count. */
async function work(): Promise<void> {
  const bench = await openMutationBench()
  try {
    while (verdicts.filter(isLive).length + underWay < wanted) {
      const mutant = drawn.shift()
      if (mutant === undefined) return
      underWay += 1
      const { start: _start, end: _end, ...change } = mutant
      const before = former.get(mutant.id)
      const verdict = {
        ...change,
        digest: digests.get(mutant.file) ?? '',
        ...(before ?? (await bench.tryOn(mutant))),
      }
      if (before === undefined) appendVerdict(journal, verdict)
      verdicts.push(verdict)
      underWay -= 1
      print(verdict)
    }
  } finally {
    await bench.remove()
  }
}

function print({ verdict, file, line, kind, from, to, killedBy }: Verdict): void {
  const change = `${kind} "${from.trim()}" → "${to.trim()}"`.replace(/\s+/g, ' ')
  const mark = { killed: '✓', survived: '✗', stillborn: '·' }[verdict]
  console.log(`${mark} ${verdicts.filter(isLive).length} ${file}:${line} ${change} ${killedBy ?? verdict}`)
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))

const reasons = JSON.parse(read('mutation/reasons.json')) as Record<string, string>
const result = summarise(verdicts, reasons)
if (wanted === whole)
  writeFileSync(join(room, 'mutation/result.json'), `${JSON.stringify({ seed: SEED, ...result }, null, 2)}\n`)
const unexplained = result.survivors.filter(({ reason }) => reason === '')
for (const { id, place, from, to } of unexplained)
  console.log(`${id} ${place} "${from}" → "${to}" lives without a reason.`)
const share = `${(100 * result.share).toFixed(1)} % of ${result.mutants} mutants were killed.`
console.log(share)
const failed = unexplained.length + (result.share < WANTED_SHARE ? 1 : 0)
console.log(`${result.mutants - unexplained.length} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
