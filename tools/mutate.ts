// `npm run mutate -- --seed 1 --count 300 --resume`: would the compiler or the everyday tests notice a small fault? Its last
// line counts the mutants, `N passed, N failed`; tools/mutation/record.json names those that survived. With --resume the
// mutants that an earlier run has killed stay so while their files do not change; survivors are judged again, since a test may
// have come. With --first web,protocol the mutants of these packages are judged before the others.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf, isTest } from './checks/check.ts'
import { chooseMutants, mutantsOf } from './mutation/mutants.ts'
import type { Mutant } from './mutation/mutants.ts'
import { measureReach, reachingTests } from './mutation/reach.ts'
import { readImports, relatedTests } from './mutation/relatedTests.ts'
import { openScratch } from './mutation/scratch.ts'
import type { Verdict } from './mutation/scratch.ts'

type Entry = Omit<Mutant, 'start' | 'end'> & Verdict & { source: string }
type Equivalent = Pick<Mutant, 'id' | 'file' | 'before' | 'after'> & { reason: string }

const root = join(import.meta.dirname, '..')
const recordFile = join(root, 'tools/mutation/record.json')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    first: { type: 'string', default: '' },
    resume: { type: 'boolean', default: false },
  },
})

const isMutated = (file: string): boolean =>
  /^(protocol|sdk|node|cli|web)\/src\/.*[.]tsx?$/.test(file) && !isTest(file) && !/[.]d[.]ts$/.test(file)

const readJson = async <Value>(file: string, absent: Value): Promise<Value> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => JSON.stringify(absent))) as Value

const files = (await filesOf(root)).filter((file) => isMutated(file) && file.includes(values.only))
const texts = new Map<string, string>()
for (const file of files) texts.set(file, await readFile(join(root, file), 'utf8'))
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text))
const chosen = chooseMutants(all, Number(values.seed), Number(values.count))

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(texts.get(file) ?? '')
    .digest('hex')
    .slice(0, 16)
const earlier = values.resume ? await readJson<{ mutants: Entry[] }>(recordFile, { mutants: [] }) : undefined
const known = new Map(
  earlier?.mutants
    .filter(({ verdict, file, source }) => /compiler|tests/.test(verdict) && source === hashOf(file))
    .map((entry) => [entry.id, entry] as const),
)
const equivalents = await readJson<Equivalent[]>(join(root, 'tools/mutation/equivalents.json'), [])
const isEquivalent = ({ id }: Pick<Mutant, 'id'>) => equivalents.some((one) => one.id === id)

const entries: Entry[] = []
async function record(entry: Entry): Promise<void> {
  entries.push(entry)
  const count = (verdict: Verdict['verdict']) => entries.filter((one) => one.verdict === verdict).length
  const summary = {
    seed: Number(values.seed),
    mutants: entries.length,
    ofAll: all.length,
    killedByCompiler: count('compiler'),
    killedByTests: count('tests'),
    survived: count('survived'),
    notJudged: count('not judged'),
    equivalent: entries.filter((one) => one.verdict === 'survived' && isEquivalent(one)).length,
  }
  await writeFile(recordFile, `${JSON.stringify({ ...summary, mutants: entries }, null, 2)}\n`)
}

const isFirst = ({ file }: Mutant) => values.first.split(',').includes(file.split('/')[0] ?? '')
const left = chosen
  .filter(({ id }) => !known.has(id))
  .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
// Known verdicts come first, so that a stopped run loses none of them.
const inOrder = [...chosen.filter(({ id }) => known.has(id)), ...left]
const graph = left.length > 0 ? await readImports(root) : undefined
const scratch = left.length > 0 ? await openScratch(root) : undefined
try {
  // For a few mutants, running all that could reach them takes less time than finding out what does.
  const reach = scratch && left.length > 20 ? await measureReach(scratch.folder, left) : undefined
  for (const mutant of inOrder) {
    const { start: _start, end: _end, ...place } = mutant
    const related = relatedTests(graph ?? new Map(), mutant.file)
    const verdict =
      known.get(mutant.id) ?? (await scratch?.judge(mutant, reachingTests(related, mutant.id, reach)))
    await record({ ...place, verdict: 'not judged', ...verdict, source: hashOf(mutant.file) })
    const shown = `${mutant.file}:${mutant.line} ${mutant.operator}: ${mutant.before} → ${mutant.after}`
    console.log(
      `${entries.length}/${chosen.length} ${entries.at(-1)?.verdict} ${shown.replaceAll('\n', ' ')}`,
    )
  }
} finally {
  await scratch?.remove()
}

const failed = entries.filter(
  (entry) => entry.verdict === 'not judged' || (entry.verdict === 'survived' && !isEquivalent(entry)),
)
console.log(`${entries.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
