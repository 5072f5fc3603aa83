// Which suites have passed, so that `npm run test:deep -- --continue` goes on with the others after a run was stopped.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf } from '../checks/check.ts'
import type { SuiteResult } from './suite.ts'

type Counts = Omit<SuiteResult, 'output'>
type Progress = { tree: string; passed: Record<string, Counts> }

export type ProgressRecord = {
  /** The counts of a suite that has passed for the same files. */
  find: (suite: string) => Counts | undefined
  add: (suite: string, result: SuiteResult) => Promise<void>
}

const FOLDER = 'test-results'

/** Starts over, unless `isContinued` and no file has changed since. */
export async function openProgress(root: string, isContinued: boolean): Promise<ProgressRecord> {
  const file = join(root, FOLDER, 'progress.json')
  const tree = await hashTree(root)
  const last = isContinued ? await readProgress(file) : undefined
  const progress: Progress = last?.tree === tree ? last : { tree, passed: {} }
  if (progress !== last) await rm(join(root, FOLDER), { recursive: true, force: true })
  return {
    find: (suite) => progress.passed[suite],
    async add(suite, { output: _output, ...counts }) {
      if (counts.failed > 0) return
      progress.passed[suite] = counts
      await mkdir(join(root, FOLDER), { recursive: true })
      await writeFile(file, `${JSON.stringify(progress, null, 2)}\n`)
    },
  }
}

/** One hash of the names and contents of all files that git does not ignore. */
async function hashTree(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await filesOf(root)).toSorted()) {
    const content = await readFile(join(root, file)).catch(() => undefined)
    if (content !== undefined) hash.update(file).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

async function readProgress(file: string): Promise<Progress | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Progress)
}
