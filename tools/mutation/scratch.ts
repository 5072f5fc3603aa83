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
const TEST_LIMIT = 1200

export type Scratch = {
  folder: string
  judge: (mutant: Mutant, tests: readonly string[]) => Promise<Verdict>
  remove: () => Promise<void>
}

/** `name` tells the copies of one run apart. */
export async function openScratch(root: string, name: string): Promise<Scratch> {
  const folder = join(root, `.scratch-mutants-${process.pid}-${name}`)
  await copyProject(root, folder)
  const remove = () => rm(folder, { recursive: true, force: true })
  const built = await run('tsc', ['-b', '--pretty', 'false'], { cwd: folder, limit: TSC_LIMIT })
  if (built.code !== 0) {
    await remove()
    throw new Error(`The project does not compile without a mutant: ${built.stdout.slice(0, 500)}`)
  }
  /** Tests that pass without a mutant: only their failure kills one. */
  const green = new Map<string, Promise<boolean>>()
  const isGreen = (test: string) => {
    const known = green.get(test) ?? runTests(folder, [test]).then(({ failed }) => failed === undefined)
    green.set(test, known)
    return known
  }

  async function judge(mutant: Mutant, tests: readonly string[]): Promise<Verdict> {
    const file = join(folder, mutant.file)
    const text = await readFile(file, 'utf8')
    const byTests = async (some: readonly string[]): Promise<Verdict | undefined> => {
      if (some.length === 0) return undefined
      let result = await runTests(folder, some)
      // A busy machine can make a test late, a mutant makes it late each time.
      if (result.isLate) result = await runTests(folder, [result.failed?.split(' > ')[0] ?? ''])
      if (result.timedOut) return { verdict: 'not judged', by: `no end within ${TEST_LIMIT} s` }
      return result.failed === undefined ? undefined : { verdict: 'tests', by: result.failed }
    }
    const byCompiler = async (...packages: string[]): Promise<Verdict | undefined> => {
      const { code, stdout } = await run('tsc', ['-b', '--pretty', 'false', ...packages], {
        cwd: folder,
        limit: TSC_LIMIT,
      })
      const [first = ''] = stdout.replaceAll(`${folder}/`, '').split('\n')
      return code === 0 ? undefined : { verdict: 'compiler', by: first }
    }
    // The quickest first: the module's own tests take seconds, its package's types some more, and those of all packages a minute.
    // What no test finds can still be a type error of another package.
    const attempt = async (): Promise<Verdict> =>
      (await byTests(tests.slice(0, 1))) ??
      (await byCompiler(mutant.file.split('/')[0] ?? '')) ??
      (await byTests(tests.slice(1, 8))) ??
      (await byTests(tests.slice(8, 24))) ??
      (await byCompiler()) ??
      (await byTests(tests.slice(24))) ?? { verdict: 'survived' }
    await writeFile(file, applyMutant(text, mutant))
    let verdict: Verdict
    try {
      verdict = await attempt()
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

type TestRun = { failed?: string; isLate?: boolean; timedOut: boolean }

async function runTests(folder: string, tests: readonly string[]): Promise<TestRun> {
  const report = join(folder, 'test-results', 'mutant.json')
  await rm(report, { force: true })
  const parameters = [
    'run',
    '--bail=1',
    '--maxWorkers=2',
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  ]
  const { code, timedOut } = await run('vitest', parameters, { cwd: folder, limit: TEST_LIMIT })
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
