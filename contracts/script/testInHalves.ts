// All Foundry tests with one report, as `forge test --json` has it: in two halves side by side, because npm's solc works
// on one core and takes most of the time. `node script/testInHalves.ts`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { forgeBinary } from './forgeBinary.ts'
import { plantScratchTree } from './mutation/scratchTree.ts'

/** What takes about as long to compile as all other tests; no test can be in neither half. */
const HALF = 'test/{registry,entries,chain}/**'

const room = join(import.meta.dirname, '..')

type Ended = { code: number; report: object | undefined; output: string }

async function test(root: string, which: readonly string[]): Promise<Ended> {
  const child = spawn(forgeBinary(), ['test', '--json', ...which], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const ended: Ended = { code: 1, report: undefined, output: '' }
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.output += text))
  ended.code = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  ended.report = parse(stdout.trim().split('\n').at(-1) ?? '')
  return ended.report === undefined ? { ...ended, output: `${stdout}\n${ended.output}` } : ended
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

const tree = await plantScratchTree()
try {
  const halves = await Promise.all([
    test(room, ['--match-path', HALF]),
    test(tree.root, ['--no-match-path', HALF]),
  ])
  for (const { output } of halves) console.error(output.trim())
  // A half without a report is a failure, not a smaller sum.
  if (halves.every(({ report }) => report !== undefined))
    console.log(JSON.stringify(Object.assign({}, ...halves.map(({ report }) => report))))
  process.exitCode = Math.max(...halves.map(({ code }) => code))
} finally {
  await tree.remove()
}
