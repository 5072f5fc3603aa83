import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { forgeBinary } from '../forgeBinary.ts'

const room = join(import.meta.dirname, '../..')

// With what forge has compiled already: it compiles only the changed files again.
const parts = ['src', 'test', 'snapshots', 'foundry.toml', 'solc.mjs', 'out', 'cache']

/** What became of the tests: nothing where the sources do not compile. */
export type TestRun =
  { compiled: true; passed: string[]; failed: string[] } | { compiled: false; output: string }

/** A copy of the contracts: their sources may be spoiled in it, and other tests run beside it. */
export type ScratchTree = {
  /** Runs the tests that these parameters of forge choose. */
  test: (parameters: readonly string[]) => Promise<TestRun>
  /** Does something while a file has another text, and puts the file back. */
  spoiled: <T>(file: string, spoil: (text: string) => string, act: () => Promise<T>) => Promise<T>
  /** Compiles the sources alone, without the tests; false where they do not compile. */
  build: () => Promise<boolean>
  root: string
  /** Where forge keeps what it has compiled. */
  artifacts: string
  remove: () => Promise<void>
}

export async function plantScratchTree(): Promise<ScratchTree> {
  // Beside the contracts: forge names a library by its real path, and elsewhere would compile again all that imports it.
  const root = await mkdtemp(join(room, '../.scratch-'))
  for (const part of parts.filter((name) => existsSync(join(room, name)))) {
    await cp(join(room, part), join(root, part), { recursive: true, preserveTimestamps: true })
  }
  return {
    test: (parameters) => runForge(root, parameters),
    spoiled: async (file, spoil, act) => {
      const path = join(root, file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, spoil(text))
      try {
        return await act()
      } finally {
        await writeFile(path, text)
      }
    },
    build: async () => (await forge(root, ['build', '--skip', 'test'])).code === 0,
    root,
    artifacts: join(root, 'out'),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

type Report = Record<string, { test_results: Record<string, { status: string }> }>

async function runForge(root: string, parameters: readonly string[]): Promise<TestRun> {
  // Gas figures are written, not compared: a spoiled contract is to be found by what it does, not by what it costs.
  // Nor is a walk that finds one made short for a reader: that takes longer than finding it.
  const { stdout, stderr } = await forge(root, ['test', '--json', '--allow-failure', ...parameters], {
    FORGE_SNAPSHOT_EMIT: 'true',
    FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0',
  })
  const report = parse(stdout.trim().split('\n').at(-1) ?? '')
  if (report === undefined) return { compiled: false, output: `${stdout}\n${stderr}`.trim() }
  const tests = Object.entries(report).flatMap(([contract, { test_results }]) =>
    Object.entries(test_results).map(([name, { status }]) => ({
      name: `${contract.replace(/^.*:/, '')}.${name}`,
      status,
    })),
  )
  const named = (status: string): string[] =>
    tests.filter((test) => test.status === status).map(({ name }) => name)
  return { compiled: true, passed: named('Success'), failed: named('Failure') }
}

async function forge(
  root: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(forgeBinary(), parameters, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
