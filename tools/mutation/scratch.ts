// A copy of the project in which one file at a time is wrong.
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, rooms } from '../checks/check.ts'
import { run } from '../run.ts'
import { applyMutant } from './mutants.ts'
import type { Mutant } from './mutants.ts'

export type Verdict = {
  verdict: 'compiler' | 'tests' | 'survived' | 'not judged'
  /** The compiler's first sentence, or the first test that failed. */
  by?: string
}

const TSC_LIMIT = 600
/** Of a package: what the compiler makes. */
const TYPES = '.types'
const TEST_LIMIT = 1200

/** As vitest.config.ts has it. */
const isOnPostgres = (test: string): boolean =>
  /^(node|sdk|cli|ledgers)\//.test(test) && !/^node\/src\/(ledger\/|indexer\/(killed|simulation))/.test(test)

/** What one database does not notice, the other one hardly would, except where the server connects to it. */
const projectsFor = (tests: readonly string[], { file }: Mutant): string[] =>
  tests.every(isOnPostgres) && !file.includes('/storage/engine/') ? ['--project=postgres'] : []

type Trial = { runs: readonly (readonly string[])[]; isQuick: boolean }

export type Scratch = {
  folder: string
  /** `runs` of test files, the quickest first; `isQuick` leaves out the types of other packages, which take minutes. */
  judge: (mutant: Mutant, trial: Trial) => Promise<Verdict>
  remove: () => Promise<void>
}

/** `name` tells the copies of one run apart. What the compiler made for an earlier copy, this one takes over. */
export async function openScratch(root: string, name: string, earlier?: Scratch): Promise<Scratch> {
  const folder = join(root, `.scratch-mutants-${process.pid}-${name}`)
  await copyProject(root, folder)
  if (earlier !== undefined)
    for (const room of await readdir(earlier.folder))
      if (existsSync(join(earlier.folder, room, TYPES)))
        await cp(join(earlier.folder, room, TYPES), join(folder, room, TYPES), { recursive: true })
  const remove = () => rm(folder, { recursive: true, force: true })
  const built = await run('tsc', ['-b', '--pretty', 'false'], { cwd: folder, limit: TSC_LIMIT })
  if (built.code !== 0) {
    await remove()
    throw new Error(`The project does not compile without a mutant: ${built.stdout.slice(0, 500)}`)
  }
  /** Tests that pass without a mutant: only their failure kills one. */
  const green = new Set<string>()
  async function isGreen(test: string): Promise<boolean> {
    if (!green.has(test) && (await runTests(folder, [test])).failed === undefined) green.add(test)
    return green.has(test)
  }

  async function judge(mutant: Mutant, trial: Trial): Promise<Verdict> {
    const file = join(folder, mutant.file)
    const text = await readFile(file, 'utf8')
    await writeFile(file, applyMutant(text, mutant))
    let verdict: Verdict
    try {
      verdict = await tryIn(folder, mutant, trial)
    } finally {
      await writeFile(file, text)
    }
    const killer = verdict.verdict === 'tests' ? verdict.by?.split(' > ')[0] : undefined
    if (killer !== undefined && !(await isGreen(killer)))
      return { verdict: 'not judged', by: `${killer} fails without a mutant` }
    return verdict
  }

  return { folder, judge, remove }
}

/** What first notices a mutant that is in the folder: its package's types take some seconds, those of all a minute or more. */
async function tryIn(folder: string, mutant: Mutant, { runs, isQuick }: Trial): Promise<Verdict> {
  const [quick = [], ...slow] = runs
  const own = mutant.file.split('/')[0] ?? ''
  const first = (await tryTests(folder, quick, mutant)) ?? (await tryCompiler(folder, own))
  if (first !== undefined) return first
  for (const some of slow) {
    const verdict = await tryTests(folder, some, mutant)
    if (verdict !== undefined) return verdict
  }
  return (isQuick ? undefined : await tryCompiler(folder)) ?? { verdict: 'survived' }
}

async function tryTests(
  folder: string,
  tests: readonly string[],
  mutant: Mutant,
): Promise<Verdict | undefined> {
  if (tests.length === 0) return undefined
  let result = await runTests(folder, tests, projectsFor(tests, mutant))
  // A busy machine can make a test late, a mutant makes it late each time.
  if (result.isLate) {
    const late = [result.failed?.split(' > ')[0] ?? '']
    result = await runTests(folder, late, projectsFor(late, mutant))
  }
  if (result.timedOut) return { verdict: 'not judged', by: `no end within ${TEST_LIMIT} s` }
  return result.failed === undefined ? undefined : { verdict: 'tests', by: result.failed }
}

async function tryCompiler(folder: string, ...packages: string[]): Promise<Verdict | undefined> {
  const { code, stdout } = await run('tsc', ['-b', '--pretty', 'false', ...packages], {
    cwd: folder,
    limit: TSC_LIMIT,
  })
  const [first = ''] = stdout.replaceAll(`${folder}/`, '').split('\n')
  return code === 0 ? undefined : { verdict: 'compiler', by: first }
}

type TestRun = { failed?: string; isLate?: boolean; timedOut: boolean }

async function runTests(
  folder: string,
  tests: readonly string[],
  projects: readonly string[] = [],
): Promise<TestRun> {
  const report = join(folder, 'test-results', 'mutant.json')
  await rm(report, { force: true })
  const parameters = [
    'run',
    '--bail=1',
    '--maxWorkers=2',
    '--reporter=json',
    `--outputFile=${report}`,
    ...projects,
    ...tests,
  ]
  const { code, timedOut } = await run('vitest', parameters, {
    cwd: folder,
    limit: TEST_LIMIT,
  })
  if (timedOut) return { timedOut }
  if (code === 0) return { timedOut }
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { testResults = [] } = JSON.parse(text) as Report
  const broken = testResults.find(({ status }) => status === 'failed')
  const test = broken?.assertionResults.find(({ status }) => status === 'failed')
  const name = broken?.name.slice(folder.length + 1) ?? tests[0] ?? ''
  return {
    failed: test === undefined ? name : `${name} > ${test.fullName}`,
    isLate: test?.failureMessages.some((message) => /timed out in/i.test(message)) ?? false,
    timedOut,
  }
}

type Report = {
  testResults?: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Its packages by their names are those of the copy; a name that is not used any more does not fail the compiler there. */
async function copyProject(root: string, folder: string): Promise<void> {
  for (const file of await filesOf(root))
    await cp(join(root, file), join(folder, file), { recursive: true }).catch(() => undefined)
  const settings = join(folder, 'tsconfig.base.json')
  const text = await readFile(settings, 'utf8')
  await writeFile(settings, text.replace(/("noUnused(Locals|Parameters)"): true/g, '$1: false'))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@connex'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@connex' && name !== '.cache')
      await symlink(join(root, 'node_modules', name), join(modules, name))
  for (const room of [...rooms, 'testkit']) {
    await symlink(join(folder, room), join(modules, '@connex', room))
    const own = join(root, room, 'node_modules')
    if (existsSync(own)) await symlink(own, join(folder, room, 'node_modules'))
  }
}
