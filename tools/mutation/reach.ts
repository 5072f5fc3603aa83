// Which tests run the code that a mutant changes: the whole everyday run once, in which each place says that it was reached.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNode, parseSource, walkSource } from '../checks/source.ts'
import type { SyntaxNode } from '../checks/source.ts'
import { run } from '../run.ts'
import type { Mutant } from './mutants.ts'

export type Reach = {
  /** By mutant, the test files that reach its place. */
  tests: ReadonlyMap<string, ReadonlySet<string>>
  /** By test file, how long it took. */
  milliseconds: ReadonlyMap<string, number>
}

type Place = Pick<Mutant, 'id' | 'start' | 'end'>
type Insertion = { at: number; text: string; isEnd: boolean }

const RUN_LIMIT = 3600

/** Names the running test file to the marks, also in the processes that the test starts. */
const NAME_TEST_FILE = `import { expect } from 'vitest'
process.env['CONNEX_TEST_FILE'] = expect.getState().testPath ?? ''
`

/** The reach that an earlier run has measured for the same mutants of the same files, or a new one: it takes a quarter of an hour. */
export async function findReach(cache: string, key: string, measure: () => Promise<Reach>): Promise<Reach> {
  const known = JSON.parse(await readFile(cache, 'utf8').catch(() => '{}')) as Partial<StoredReach>
  if (known.key === key && known.tests !== undefined && known.milliseconds !== undefined)
    return {
      tests: new Map(known.tests.map(([id, tests]) => [id, new Set(tests)])),
      milliseconds: new Map(known.milliseconds),
    }
  const reach = await measure()
  const tests = [...reach.tests].map(([id, some]) => [id, [...some]] as const)
  await mkdir(dirname(cache), { recursive: true })
  await writeFile(cache, JSON.stringify({ key, tests, milliseconds: [...reach.milliseconds] }))
  return reach
}

type StoredReach = { key: string; tests: [string, string[]][]; milliseconds: [string, number][] }

/** Runs the everyday tests of `folder` once, in which every mutant's place has a mark. The files are as before at the end. */
export async function measureReach(folder: string, mutants: readonly Mutant[]): Promise<Reach> {
  const reached = join(folder, 'test-results', 'reached.txt')
  const report = join(folder, 'test-results', 'reach.json')
  const setUp = join(folder, 'test-results', 'nameTestFile.ts')
  const texts = new Map<string, string>()
  await mkdir(dirname(reached), { recursive: true })
  await writeFile(reached, '')
  await writeFile(setUp, NAME_TEST_FILE)
  try {
    for (const [file, places] of Map.groupBy(mutants, (mutant) => mutant.file)) {
      const text = await readFile(join(folder, file), 'utf8')
      texts.set(file, text)
      await writeFile(join(folder, file), markPlaces(file, text, places))
    }
    await run('vitest', ['run', '--maxWorkers=3', '--reporter=json', `--outputFile=${report}`], {
      cwd: folder,
      env: { CONNEX_REACHED: reached, CONNEX_SETUP_FILE: setUp },
      limit: RUN_LIMIT,
    })
  } finally {
    for (const [file, text] of texts) await writeFile(join(folder, file), text)
  }
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as TestReport
  const milliseconds = testResults.map(
    ({ name, startTime, endTime }) => [name.slice(folder.length + 1), endTime - startTime] as const,
  )
  return {
    tests: parseReach(await readFile(reached, 'utf8'), folder),
    milliseconds: new Map(milliseconds),
  }
}

type TestReport = { testResults: { name: string; startTime: number; endTime: number }[] }

/** By mutant, the test files that have left their names: `parseReach('m1 /copy/a.test.ts', '/copy')` */
export function parseReach(lines: string, folder: string): Reach['tests'] {
  const reach = new Map<string, Set<string>>()
  for (const line of lines.split('\n')) {
    const [id = '', test = ''] = line.split(' ')
    if (test.startsWith(`${folder}/`))
      reach.set(id, (reach.get(id) ?? new Set()).add(test.slice(folder.length + 1)))
  }
  return reach
}

/** The tests that reach a mutant, the quickest first. Among them are the nearest three, since what a module runs while it loads
 * is marked by the first test of a process alone, and those that are newer than the measurement. */
export function reachingTests(related: readonly string[], id: string, reach?: Reach): string[] {
  const reached = reach?.tests.get(id)
  if (reach === undefined || reached === undefined) return [...related]
  const newer = related.filter((test) => !reach.milliseconds.has(test))
  const all = [...new Set([...newer, ...related.slice(0, 3), ...reached])]
  return all.toSorted((one, other) => millisecondsOf(one, reach) - millisecondsOf(other, reach))
}

/** A test that was not measured is taken for a quick one. */
const millisecondsOf = (test: string, reach: Reach | undefined): number =>
  reach?.milliseconds.get(test) ?? 1000

/**
 * The tests in runs that take about ten seconds, a minute and the rest, or less if `seconds` have passed by then: the first
 * runs kill most mutants. `inRuns(['a.test.ts', 'b.test.ts'], reach, 120)` → `[['a.test.ts'], ['b.test.ts'], []]`
 */
export function inRuns(tests: readonly string[], reach: Reach | undefined, seconds: number): string[][] {
  const runs: string[][] = [[], [], []]
  let passed = 0
  for (const test of tests) {
    passed += millisecondsOf(test, reach) / 1000
    const run = passed <= 10 ? 0 : passed <= 70 ? 1 : 2
    if (test === tests[0] || passed <= seconds) runs[run]?.push(test)
  }
  return runs
}

/** The text with a mark for each place in the innermost block or arrow function around it. Code outside functions runs once
 * for many test files, so it has none. */
export function markPlaces(file: string, text: string, places: readonly Place[]): string {
  const bodies = new Map<string, SyntaxNode>()
  walkSource(parseSource(file, text).program, (node, parents) => {
    const parent = parents.at(-1)
    const isArrow = parent?.type === 'ArrowFunctionExpression' && parent['body'] === node
    if (node.type !== 'BlockStatement' && node.type !== 'FunctionBody' && !isArrow) return
    for (const { id, start, end } of places) if (node.start <= start && end <= node.end) bodies.set(id, node)
  })
  const insertions = [...bodies].flatMap(([id, body]) => marksOf(id, body, text))
  return insertions
    .toSorted((a, b) => b.at - a.at || Number(a.isEnd) - Number(b.isEnd))
    .reduce((marked, { at, text: inserted }) => marked.slice(0, at) + inserted + marked.slice(at), text)
}

function marksOf(id: string, body: SyntaxNode, text: string): Insertion[] {
  if (isNode(body) && text[body.start] === '{' && /BlockStatement|FunctionBody/.test(body.type))
    return [{ at: body.start + 1, text: `${mark(id)};`, isEnd: false }]
  return [
    { at: body.start, text: `(${mark(id)}, `, isEnd: false },
    { at: body.end, text: ')', isEnd: true },
  ]
}

/** Also runs in processes that a test starts, which have its environment. */
const mark = (id: string): string =>
  `((globalThis as any).reachedPlaces ??= new Set()).has('${id} ' + process.env['CONNEX_TEST_FILE']) || ((globalThis as any).reachedPlaces.add('${id} ' + process.env['CONNEX_TEST_FILE']), process.env['CONNEX_REACHED'] && (process as any).getBuiltinModule('node:fs').appendFileSync(process.env['CONNEX_REACHED'], '${id} ' + process.env['CONNEX_TEST_FILE'] + '\\n'))`
