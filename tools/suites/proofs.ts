// proofs.json: which deep suites have passed, when, and for which files. A deep run takes longer than a working day, and a
// change of the client proves nothing against a walk of the contracts: with `--continue`, `npm run test:deep` runs only the
// suites whose files have changed since they passed.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf } from '../checks/check.ts'
import { cruise } from '../checks/walls.ts'
import type { Suite, SuiteResult } from './suite.ts'

export type Proof = {
  passed: number
  skipped: number
  minutes: number
  /** `2026-11-22` */
  date: string
  /** Of the names and contents of the suite's files. */
  hash: string
}

type Named = Pick<Suite, 'name' | 'inputs'>

export type Proofs = {
  /** The last pass of a suite, if its files are the same today. */
  find: (suite: Named) => Promise<Proof | undefined>
  /** Records a pass; a failure removes the earlier one. */
  add: (
    suite: Named,
    result: Pick<SuiteResult, 'passed' | 'failed' | 'skipped'>,
    minutes: number,
  ) => Promise<void>
}

const FILE = 'tools/suites/proofs.json'

/** `const proofs = await openProofs(root)`: the suites of the repository in this folder. */
export async function openProofs(root: string): Promise<Proofs> {
  const text = await readFile(join(root, FILE), 'utf8').catch(() => '{}')
  const proofs = new Map(Object.entries(JSON.parse(text) as Record<string, Proof>))
  return {
    async find(suite) {
      const proof = proofs.get(suite.name)
      return proof?.hash === (await hashInputs(root, suite)) ? proof : undefined
    },
    async add(suite, { passed, failed, skipped }, minutes) {
      const date = new Date().toISOString().slice(0, 10)
      proofs.delete(suite.name)
      // A suite that this machine skipped has not passed.
      if (failed === 0 && passed > 0)
        proofs.set(suite.name, { passed, skipped, minutes, date, hash: await hashInputs(root, suite) })
      await writeFile(join(root, FILE), `${JSON.stringify(Object.fromEntries(proofs), null, 2)}\n`)
    },
  }
}

/** `matches('contracts/test/legs/Leg.t.sol', 'contracts/test/*.sol')` → true: at any depth. */
function matches(file: string, input: string): boolean {
  const [start = '', end = ''] = input.split('*')
  return file.startsWith(start) && file.endsWith(end)
}

const PINNED = '#dependencies'
const IMPORTED = '#imports'
const LEFT_OUT = '!'

const isLeftOut = (input: string) => input.startsWith(LEFT_OUT)

async function hashInputs(root: string, { inputs: stated = [''] }: Named): Promise<string> {
  const leftOut = stated.filter(isLeftOut).map((input) => input.slice(LEFT_OUT.length))
  const named = stated.filter((input) => !isLeftOut(input))
  const inputs = (await Promise.all(named.map((input) => expandInput(root, input)))).flat()
  const hash = createHash('sha256')
  const add = (name: string, content: string | Buffer) =>
    hash.update(name).update('\0').update(content).update('\0')
  for (const file of (await filesOf(root)).toSorted()) {
    if (leftOut.some((input) => matches(file, input))) continue
    const isWhole = inputs.some((input) => matches(file, input))
    const isPinned = inputs.includes(`${file}${PINNED}`)
    if (file === FILE || !(isWhole || isPinned)) continue
    const content = await readFile(join(root, file)).catch(() => undefined)
    if (content !== undefined) add(file, isWhole ? content : dependenciesIn(content.toString()))
  }
  return hash.digest('hex')
}

/**
 * The files of `one.ts#imports`: `one.ts`, and every file that it imports, directly or not; of an imported package.json what it installs,
 * since a version or a script ends no proof.
 */
async function expandInput(root: string, input: string): Promise<string[]> {
  if (!input.endsWith(IMPORTED)) return [input]
  const { report, output } = await cruise(root, [input.slice(0, -IMPORTED.length)])
  if (report === undefined) throw new Error(output)
  return report.modules.map(({ source }) => (source.endsWith('package.json') ? `${source}${PINNED}` : source))
}

/** What a package.json installs. */
function dependenciesIn(text: string): string {
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify({ dependencies, devDependencies })
}
