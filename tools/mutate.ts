// `npm run mutate -- --seed 1 --count 300 --resume`: would the compiler or the everyday tests notice a small fault?
// tools/mutation/record.json has each mutant with its verdict, and reasons.json why some may survive; the last line counts
// `N passed, N failed`. With --resume, the verdicts of an earlier run hold while their files do not change; with --survivors
// those that survived are judged again, since a test may have come. With --first web,protocol the mutants of these packages
// are judged before the others. With --seconds 120 a mutant survives that its package's types do
// not find, nor within that time the tests that reach it, the quickest first.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf, isTest } from './checks/check.ts'
import { chooseMutants, mutantsOf } from './mutation/mutants.ts'
import type { Mutant } from './mutation/mutants.ts'
import { findReach, inRuns, measureReach, reachingTests } from './mutation/reach.ts'
import type { Reach } from './mutation/reach.ts'
import { readImports, relatedTests } from './mutation/relatedTests.ts'
import { openScratch } from './mutation/scratch.ts'
import type { Scratch } from './mutation/scratch.ts'
import { faultsOf, placeOf, summarize } from './mutation/verdicts.ts'
import type { Judged, Reason } from './mutation/verdicts.ts'

const root = join(import.meta.dirname, '..')
const recordFile = join(root, 'tools/mutation/record.json')
const reachCache = join(root, 'node_modules/.cache/mutants/reach.json')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    first: { type: 'string', default: '' },
    seconds: { type: 'string', default: 'Infinity' },
    resume: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
  },
})

const isMutated = (file: string): boolean =>
  /^(protocol|sdk|node|cli|web)\/src\/.*[.]tsx?$/.test(file) && !isTest(file) && !/[.]d[.]ts$/.test(file)

const readJson = async <Value>(file: string, absent: Value): Promise<Value> =>
  JSON.parse(await readFile(file, 'utf8').catch(() => JSON.stringify(absent))) as Value

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const files = (await filesOf(root)).filter((file) => isMutated(file) && file.includes(values.only))
const texts = new Map<string, string>()
for (const file of files) texts.set(file, await readFile(join(root, file), 'utf8'))
const sourceOf = ({ file }: Pick<Mutant, 'file'>) => hashOf(texts.get(file) ?? '')
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text))
const chosen = chooseMutants(all, Number(values.seed), Number(values.count))
const reasons = await readJson<Reason[]>(join(root, 'tools/mutation/reasons.json'), [])

const earlier = values.resume ? await readJson<{ mutants: Judged[] }>(recordFile, { mutants: [] }) : undefined
const holds = (entry: Judged) =>
  entry.source === sourceOf(entry) &&
  entry.verdict !== 'not judged' &&
  !(entry.verdict === 'survived' && values.survivors)
const known = new Map(earlier?.mutants.filter(holds).map((entry) => [entry.id, entry] as const))

const isFirst = ({ file }: Mutant) => values.first.split(',').includes(file.split('/')[0] ?? '')
const left = chosen
  .filter(({ id }) => !known.has(id))
  .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))

// Known verdicts come first, so that a stopped run loses none of them.
const judged = chosen.flatMap(({ id }) => known.get(id) ?? [])
let written = Promise.resolve()

function record(entry: Judged): Promise<void> {
  judged.push(entry)
  console.log(`${judged.length}/${chosen.length} ${entry.verdict} ${placeOf(entry)}`)
  const summary = { seed: Number(values.seed), ofAll: all.length, ...summarize(judged, reasons) }
  const text = `${JSON.stringify({ ...summary, mutants: judged }, null, 2)}\n`
  written = written.then(() => writeFile(recordFile, text))
  return written
}

/** Judges one mutant after the other until none is left. */
async function work(scratch: Scratch, waiting: Mutant[], reach: Reach | undefined): Promise<void> {
  const graph = await readImports(root)
  const seconds = Number(values.seconds)
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const { start: _start, end: _end, ...place } = mutant
    const tests = reachingTests(relatedTests(graph, mutant.file), mutant.id, reach)
    const runs = inRuns(tests, reach, seconds)
    const verdict = await scratch.judge(mutant, { runs, isQuick: seconds < Infinity })
    await record({ ...place, ...verdict, source: sourceOf(mutant) })
  }
}

const judges = left.length > 0 ? Math.min(2, availableParallelism()) : 0
const scratches: Scratch[] = []
try {
  while (scratches.length < judges)
    scratches.push(await openScratch(root, String(scratches.length + 1), scratches[0]))
  const [first] = scratches
  const key = hashOf(chosen.map((mutant) => mutant.id + sourceOf(mutant)).join('\n'))
  // For a few mutants, running all that could reach them takes less time than finding out what does.
  const measured = first && left.length > 20
  const reach = measured
    ? await findReach(reachCache, key, () => measureReach(first.folder, chosen))
    : undefined
  const waiting = [...left]
  await Promise.all(scratches.map((scratch) => work(scratch, waiting, reach)))
} finally {
  await Promise.all(scratches.map((scratch) => scratch.remove()))
}

const faults = faultsOf(judged, reasons)
for (const fault of faults) console.log(fault)
console.log(summarize(judged, reasons).killedShare)
console.log(`${judged.length - Math.min(judged.length, faults.length)} passed, ${faults.length} failed`)
process.exitCode = faults.length > 0 ? 1 : 0
