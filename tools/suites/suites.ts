import { checks } from '../checks/checks.ts'
import { lineOf, runChecks } from '../checks/runChecks.ts'
import { run } from '../run.ts'
import type { Run } from '../run.ts'
import { contractInputs, deepSolidity, solidity } from './solidity.ts'
import { story } from './story.ts'
import type { StoryOptions } from './story.ts'
import { countResults } from './suite.ts'
import type { Suite, SuiteResult } from './suite.ts'
import { deepUnit, unit } from './unit.ts'

/** `npm run check` as a suite: each check counts as one. */
const checksSuite: Suite = {
  name: 'checks',
  run: async (root) => {
    const judged = await runChecks(root, checks, (one) => console.log(lineOf(one)))
    const failed = judged.filter(({ ok }) => !ok)
    return {
      passed: judged.length - failed.length,
      failed: failed.length,
      skipped: 0,
      output: failed.map(({ name, output }) => `✗ ${name}\n\n${output.trim()}\n`).join('\n'),
    }
  },
}

const BUILDING = 'Building the web client'
const packages = ['protocol/', 'sdk/', 'node/', 'cli/', 'web/', 'testkit/', 'package-lock.json']

/** Builds the web client for the browser tests, which run on it; a second setup must find nothing to build. */
const client: Suite = {
  name: 'client',
  inputs: [...packages, 'tools/setup'],
  run: async (root, onLine) => {
    const setUp = () => run(process.execPath, ['tools/setup.mjs', 'build'], { cwd: root, limit: 300, onLine })
    const count = (passed: number, output: string): SuiteResult => ({
      passed,
      failed: 2 - passed,
      skipped: 0,
      output,
    })
    const first = await setUp()
    if (first.code !== 0) return count(0, first.output)
    const second = await setUp()
    const builtAgain = second.code !== 0 || second.output.includes(BUILDING)
    const fault = builtAgain ? '\nA second setup built the client again, though nothing had changed.' : ''
    return count(builtAgain ? 1 : 2, `${first.output}${second.output}${fault}`)
  },
}

type Limits = { limit: number; inputs?: readonly string[]; parameters?: readonly string[] }

/** A script whose last line counts: `N passed, N failed`, and `, N skipped` where this machine lacks a tool. */
const script = (name: string, file: string, { limit, inputs, parameters = [] }: Limits): Suite => ({
  name,
  ...(inputs === undefined ? {} : { inputs }),
  run: async (root, onLine) => {
    const ended = await run(process.execPath, [file, ...parameters], { cwd: root, limit, onLine })
    return countScript(ended)
  },
})

// What the scripts that prove share.
const scriptInputs = ['forge', 'lcov/', 'mutation/', 'python/'].map((start) => `contracts/script/${start}`)

const contractScript = (name: string, file: string, limit: number, more: readonly string[] = []): Suite => {
  const path = `contracts/script/${file}`
  const own = path.replace(/[.]ts$/, '')
  return script(name, path, { limit, inputs: [...contractInputs, ...scriptInputs, own, ...more] })
}

// What the suites that run tools of PyPI depend on besides.
const proofInputs = ['contracts/symbolic-requirements.txt']
const analysisInputs = [
  'contracts/slither-requirements.txt',
  'contracts/slither-triage.json',
  'docs/static-analysis.md',
]

const MEDUSA = 'contracts/medusa/run.ts'
const medusaInputs = [
  ...contractInputs,
  ...scriptInputs,
  ...['MedusaWalk.sol', 'go.', 'installMedusa.ts', 'run.ts'].map((name) => `contracts/medusa/${name}`),
  'contracts/slither-requirements.txt',
]

/** Without a tool that it needs, a script may skip everything. */
export function countScript(ended: Run): SuiteResult {
  const counts = countLastLine(ended.stdout)
  const isSkipped = ended.code === 0 && counts.skipped > 0 && counts.passed + counts.failed === 0
  if (isSkipped) return { ...counts, output: ended.output }
  return countResults(ended, JSON.stringify(ended.stdout), (report) => countLastLine(String(report)))
}

export function countLastLine(text: string): { passed: number; failed: number; skipped: number } {
  const [, passed, failed, skipped = 0] =
    /(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(text) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }
}

/**
 * What `npm test` runs: stage after stage, the suites of a stage side by side. The story waits for blocks and animations half of its
 * time, and goes first: the compiler takes what it leaves of the processors. The unit tests have them alone, since many wait
 * for a moment that they would miss.
 */
export const suites: readonly (readonly Suite[])[] = [[checksSuite, client], [story(), solidity], [unit()]]

// What a ledger, a database and their tests are built on.
const ground = [...contractInputs, 'contracts/script/', 'package-lock.json', 'testkit/', 'vitest.config.ts']
// What the servers, and all tests of them, are built on.
const served = [...ground, 'protocol/', 'sdk/', 'node/', 'ledgers/']
// What the tests of the server are built on: those of the command line alone have cases and fixtures of their own.
const platform = [...served, '!testkit/src/cli/']
// Of the client: how it is built, and what is served as it is.
const clientFrame = ['build/', 'help.html', 'index.html', 'package.json', 'public/', 'vite.config.ts'].map(
  (name) => `web/${name}`,
)
// What a release has, and the tests of it are built on. They serve the client and never open it: `client` proves that it can be
// built, and the tests in a browser that it works.
const product = [...platform, 'cli/', ...clientFrame]
// Unit tests and their fixtures: no browser loads them.
const unitTests = ['!*.test.ts', '!*.test.tsx', '!*.t.sol', '!web/test/']
// What the tests in a browser are built on.
const browsed = [
  ...platform,
  'cli/',
  'web/',
  'e2e/',
  'playwright.config.ts',
  'tools/browser.ts',
  ...unitTests,
]
// What builds a release, its site and a rehearsal's hosts.
const builders = ['checks/check.ts', 'release', 'run.ts', 'setup', 'site'].map((start) => `tools/${start}`)

// Beside what it imports: what its processes run, and what every ledger and database of a test begins with.
const simulated = [
  ...contractInputs,
  'contracts/script/deploy.ts',
  'contracts/script/deployment/',
  'contracts/script/generate',
  'package-lock.json',
  'testkit/src/database/',
  'testkit/src/index/',
  'vitest.config.ts',
]

const simulation = (first: number): Suite =>
  deepUnit(`simulation from seed ${first}`, {
    parameters: ['node/src/indexer/simulation.deep'],
    env: { CONNEX_FIRST_SEED: String(first), CONNEX_SEEDS: '500' },
    inputs: [...simulated, 'node/src/indexer/simulation.deep.test.ts#imports'],
  })

// Two thousand seeds take two hours of one core: in parts, a run that is interrupted loses at most a quarter.
const simulations = [
  [simulation(21), simulation(521)],
  [simulation(1021), simulation(1521)],
]

/** Stories that take an hour, by the first letters of their files: a run that is interrupted loses at most a half. */
const inHalves = (
  name: string,
  end: string,
  { parameters = [], inputs = browsed, ...options }: StoryOptions,
): Suite[][] =>
  ['a-l', 'm-z'].map((letters) => [
    story(`${name} ${letters}`, {
      ...options,
      parameters: [`e2e/[${letters}].*${end}`, ...parameters],
      limit: 7200,
      inputs,
    }),
  ])

/** What `npm run test:deep` runs: the same tests for longer. Add here what is worth hours rather than minutes. */
export const deepSuites: readonly (readonly Suite[])[] = [
  [deepSolidity],
  [contractScript('long walks', 'longWalks.ts', 10_800)],
  [contractScript('seeded bugs', 'seedBugs.ts', 7200), contractScript('coverage', 'coverage.ts', 1800)],
  [contractScript('mutants', 'mutate.ts', 7200)],
  [contractScript('arithmetic', 'smt.ts', 1800)],
  [contractScript('symbolic proofs', 'symbolic.ts', 7200, proofInputs)],
  [contractScript('static analysis', 'slither.ts', 1800, analysisInputs)],
  [script('guided walks', MEDUSA, { limit: 7200, inputs: medusaInputs })],
  [client],
  ...simulations,
  [
    deepUnit('deep index', {
      parameters: ['node/src/indexer/'],
      leavesOut: 'node/src/indexer/simulation*',
      inputs: platform,
    }),
  ],
  [
    deepUnit('deep server', {
      parameters: ['node/', 'sdk/', 'ledgers/'],
      leavesOut: 'node/src/indexer/**',
      inputs: platform,
    }),
  ],
  [
    deepUnit('deep command line', {
      parameters: ['cli/', 'protocol/'],
      leavesOut: 'protocol/test/unions*',
      inputs: [...served, 'cli/', ...clientFrame, 'docs/'],
    }),
  ],
  // The one test of the protocol that reads the types of every package.
  [
    deepUnit('unions', {
      parameters: ['protocol/test/unions'],
      inputs: [...packages, 'contracts/', 'tsconfig.base.json', 'vitest.config.ts'],
    }),
  ],
  [
    deepUnit('release', {
      parameters: ['tools/release'],
      inputs: [...product, ...builders, 'package.json', 'LICENSE'],
    }),
  ],
  [
    deepUnit('site', {
      parameters: ['tools/site'],
      inputs: [...product, ...builders, 'tools/browser.ts', 'docs/', 'deploy/'],
    }),
  ],
  [
    script('rehearsal', 'rehearsal/run.ts', {
      limit: 7200,
      inputs: [...product, 'rehearsal/', ...builders, 'docs/going-live.md', 'package.json'],
    }),
  ],
  [
    deepUnit('recovery', {
      parameters: ['rehearsal/recovery'],
      inputs: [...product, 'rehearsal/', ...builders, 'docs/recovery.md', 'package.json'],
    }),
  ],
  [
    deepUnit('deals at random', {
      parameters: ['rehearsal/dealsAtRandom', '--project=pglite'],
      inputs: [...platform, 'rehearsal/dealsAtRandom.deep.test.ts'],
    }),
  ],
  [
    script('typescript mutants', 'tools/mutate.ts', {
      limit: 36_000,
      parameters: ['--resume'],
      inputs: [...packages, 'tools/mutat', 'vitest.config.ts'],
    }),
  ],
  ...inHalves('deep story', 'deep[.]spec', { kind: 'deep' }),
  ...inHalves('story ten times', '[.]spec', {
    parameters: ['--repeat-each=10'],
    // Only deep tests take the pictures.
    inputs: [...browsed, '!e2e/*.deep.spec.ts', '!e2e/screens'],
  }),
]
