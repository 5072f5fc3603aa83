// The stateful invariants over 10,000 courses of 64 calls each: `node script/longWalks.ts [how many courses]`. They are walked
// in chunks, each with a seed of its own. The results stay in cache/walks.jsonl while the contracts and the tests stay as
// they are, so that an interrupted run resumes. A whole run is recorded in mutation/walks.json.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgeBinary } from './forgeBinary.ts'
import { digestOf } from './mutation/mutationRecord.ts'

const COURSES = 10_000
const CHUNK = 500
const DEPTH = 64
/** What a call has broken stays broken: it is looked for after every eighth, and after each one by `npm test`. */
const CHECK_EVERY = 8

type Walked = { digest: string; seed: number; courses: number; invariants: string[]; failed: string[] }
type Report = Record<string, { test_results: Record<string, { status: string; reason: string | null }> }>

const room = join(import.meta.dirname, '..')
const journal = join(room, 'cache/walks.jsonl')
const wanted = Number(process.argv[2] ?? COURSES)
const digest = digestOf(
  ['src', 'test'].map(textsOf).join('') + readFileSync(join(room, 'foundry.toml'), 'utf8'),
)
const former = new Map(readJournal().map((walked) => [walked.seed, walked]))
const walks: Walked[] = []

for (let seed = 1; seed <= Math.ceil(wanted / CHUNK); seed += 1) {
  const started = performance.now()
  const walked = former.get(seed) ?? (await walk(seed))
  walks.push(walked)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const mark = walked.failed.length === 0 ? '✓' : '✗'
  console.log(`${mark} ${walks.length * CHUNK} courses, ${seconds} s ${walked.failed.join('; ')}`)
}

const failures = walks.flatMap(({ failed }) => failed)
const invariants = [...new Set(walks.flatMap((walked) => walked.invariants))].toSorted()
const courses = walks.length * CHUNK
if (courses >= COURSES && failures.length === 0)
  writeFileSync(
    join(room, 'mutation/walks.json'),
    `${JSON.stringify({ courses, depth: DEPTH, seeds: walks.length, checkEvery: CHECK_EVERY, invariants }, null, 2)}\n`,
  )
console.log(`${invariants.length - new Set(failures).size} passed, ${new Set(failures).size} failed`)
process.exitCode = failures.length > 0 || invariants.length === 0 ? 1 : 0

function textsOf(folder: string): string {
  const files = readdirSync(join(room, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.sol'))
    .toSorted()
    .map((file) => readFileSync(join(room, folder, file), 'utf8'))
    .join('')
}

function readJournal(): Walked[] {
  if (!existsSync(journal)) return []
  const lines = readFileSync(journal, 'utf8').split('\n')
  const all = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Walked)
  return all.filter((walked) => walked.digest === digest && walked.failed.length === 0)
}

async function walk(seed: number): Promise<Walked> {
  const child = spawn(forgeBinary(), ['test', '--match-test', 'invariant', '--json', '--allow-failure'], {
    cwd: room,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      FOUNDRY_FUZZ_SEED: `0x${seed.toString(16)}`,
      FOUNDRY_INVARIANT_RUNS: `${CHUNK}`,
      FOUNDRY_INVARIANT_DEPTH: `${DEPTH}`,
      FOUNDRY_INVARIANT_CHECK_INTERVAL: `${CHECK_EVERY}`,
    },
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  await new Promise((resolve) => child.on('close', resolve))
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report
  const results = Object.values(report).flatMap(({ test_results }) => Object.entries(test_results))
  const failed = results.flatMap(([name, { status, reason }]) =>
    status === 'Success' ? [] : [`${name}: ${reason ?? status}`],
  )
  const walked = { digest, seed, courses: CHUNK, invariants: results.map(([name]) => name), failed }
  mkdirSync(join(room, 'cache'), { recursive: true })
  appendFileSync(journal, `${JSON.stringify(walked)}\n`)
  return walked
}
