// Shows that the tests of the properties and cases can fail: `node script/seedBugs.ts [P24 CON10 …]`. Each bug of
// mutation/bugs is sown in a copy of the contracts, and a test that bears its number must find it. The results stay
// in cache/seeded.jsonl while the bug and its file stay as they are, so that an interrupted run resumes.
// A whole run is recorded in mutation/seeded.json.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './mutation/mutationRecord.ts'
import { provedIds, readBugs, sow, testedIds } from './mutation/seededBugs.ts'
import type { SeededBug } from './mutation/seededBugs.ts'
import { plantScratchTree } from './mutation/scratchTree.ts'
import type { ScratchTree } from './mutation/scratchTree.ts'

const room = join(import.meta.dirname, '..')
const chosen = process.argv.slice(2)
const bugs = readBugs(join(room, 'script/mutation/bugs')).filter(
  ({ id }) => chosen.length === 0 || chosen.includes(id),
)
const problems: string[] = []
const journal = join(room, 'cache/seeded.jsonl')
const former = new Map(readJournal().map(({ digest, foundBy }) => [digest, foundBy]))

if (chosen.length === 0) {
  const tested = testedIds(join(room, 'test'))
  const seeded = new Set(bugs.map(({ id }) => id))
  problems.push(
    ...provedIds.filter((id) => !tested.has(id)).map((id) => `${id} has no test of its number.`),
    ...provedIds.filter((id) => !seeded.has(id)).map((id) => `${id} has no seeded bug.`),
  )
}

const tree = await plantScratchTree()
const found: { id: string; file: string; bug: string; foundBy: string[] }[] = []
try {
  const sound = await tree.test(['--match-test', bugs.map(({ test }) => test).join('|')])
  if (!sound.compiled) throw new Error(sound.output)
  problems.push(...sound.failed.map((name) => `${name} fails without any bug.`))
  for (const bug of bugs) {
    const started = performance.now()
    const digest = digestOf(JSON.stringify(bug) + readFileSync(join(room, bug.file), 'utf8'))
    const names = former.get(digest) ?? (await findersOf(tree, bug).catch((error: unknown) => String(error)))
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    if (typeof names === 'string') {
      problems.push(names)
      console.log(`✗ ${bug.id} ${seconds} s: ${names}`)
    } else {
      found.push({ id: bug.id, file: bug.file, bug: bug.replace, foundBy: names })
      if (!former.has(digest)) append({ digest, foundBy: names })
      console.log(`✓ ${bug.id} ${seconds} s: ${names.join(', ')}`)
    }
  }
} finally {
  await tree.remove()
}

if (chosen.length === 0 && problems.length === 0) {
  mkdirSync(join(room, 'mutation'), { recursive: true })
  writeFileSync(join(room, 'mutation/seeded.json'), `${JSON.stringify(found, null, 2)}\n`)
}
if (problems.length > 0) console.log(`\n${problems.join('\n')}\n`)
console.log(`${found.length} passed, ${problems.length} failed`)
process.exitCode = problems.length > 0 ? 1 : 0

type Finding = { digest: string; foundBy: string[] }

function readJournal(): Finding[] {
  if (!existsSync(journal)) return []
  const lines = readFileSync(journal, 'utf8').split('\n')
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Finding)
}

function append(line: Finding): void {
  mkdirSync(join(room, 'cache'), { recursive: true })
  appendFileSync(journal, `${JSON.stringify(line)}\n`)
}

/** The tests that find the bug. */
async function findersOf(scratch: ScratchTree, bug: SeededBug): Promise<string[]> {
  const run = await scratch.spoiled(
    bug.file,
    (text) => sow(bug, text),
    () => scratch.test(['--match-test', bug.test]),
  )
  if (!run.compiled) throw new Error(`${bug.id}: it does not compile: ${run.output.slice(0, 2000)}`)
  const finders = run.failed.filter((name) => !name.endsWith('.setUp()'))
  if (finders.length > 0) return finders
  if (run.failed.length > 0)
    throw new Error(`${bug.id}: no test is reached, since ${run.failed.join()} fails`)
  throw new Error(`${bug.id}: found by none of ${run.passed.length} tests, ${bug.test}`)
}
