// How much of the contracts the tests reach: `npm run coverage -w contracts`. Fails below 98 % of the lines or 95 % of
// the branches. The random walks are left out: what only they reach is not proved by a sentence.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percent, readLcov, sum } from './lcov/readLcov.ts'
import type { FileCoverage, Share } from './lcov/readLcov.ts'
import { forgeBinary } from './forgeBinary.ts'

const WANTED = { lines: 98, branches: 95 }

// npm's compiler cannot write down all tests at once without the optimizer, so each area has a run of its own, and the
// reports are read as one.
const AREAS = [
  ['access', 'platform', 'proxy'],
  ['instrument', 'delivery', 'legs'],
  ['registry'],
  ['entries'],
  ['chain'],
]

const room = join(import.meta.dirname, '..')

/** forge's analysis finds no package outside its root, so it gets a copy that has the one package inside. */
async function plant(folder: string, areas: readonly string[]): Promise<string> {
  const root = join(folder, 'contracts')
  const openzeppelin = 'node_modules/@openzeppelin/contracts'
  await mkdir(root)
  await symlink(join(room, '../node_modules'), join(folder, 'node_modules'))
  const tests = ['support', 'upgrade', ...areas].map((area) => `test/${area}`)
  for (const part of ['src', ...tests, 'snapshots', 'solc.mjs'])
    await cp(join(room, part), join(root, part), { recursive: true })
  await cp(join(room, '..', openzeppelin), join(root, openzeppelin), { recursive: true })
  const settings = await readFile(join(room, 'foundry.toml'), 'utf8')
  await writeFile(join(root, 'foundry.toml'), settings.replaceAll('../node_modules', 'node_modules'))
  return root
}

async function measure(areas: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-coverage-'))
  try {
    const root = await plant(folder, areas)
    // Gas is another matter without the optimizer: what is measured is not compared.
    const child = spawn(
      forgeBinary(),
      ['coverage', '--report', 'lcov', '--no-match-path', 'test/**/invariants/*'],
      {
        cwd: root,
        env: { ...process.env, NO_COLOR: '1', FORGE_SNAPSHOT_EMIT: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    const code = await new Promise((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(`forge could not measure ${areas.join(', ')}:\n${output.slice(-4000)}`)
    return await readFile(join(root, 'lcov.info'), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const reports: string[] = []
const waiting = [...AREAS]
async function work(): Promise<void> {
  for (let areas = waiting.shift(); areas !== undefined; areas = waiting.shift())
    reports.push(await measure(areas))
}
await Promise.all([work(), work()])
const files = readLcov(reports)
  .filter(({ file }) => file.startsWith('src/'))
  .toSorted((one, other) => one.file.localeCompare(other.file))

const show = (share: Share): string =>
  `${percent(share).toFixed(1).padStart(5)} % of ${String(share.all).padStart(4)}`
const missing = ({ missedLines, missedBranches }: FileCoverage): string =>
  [
    ...(missedLines.length > 0 ? [`lines ${missedLines.join(' ')}`] : []),
    ...(missedBranches.length > 0 ? [`branches at ${missedBranches.join(' ')}`] : []),
  ].join('; ')

for (const file of files)
  console.log(
    `${file.file.padEnd(46)} ${show(file.lines)} ${show(file.branches)}  ${missing(file)}`.trimEnd(),
  )

const total = {
  lines: sum(files.map(({ lines }) => lines)),
  branches: sum(files.map(({ branches }) => branches)),
}
const kinds = ['lines', 'branches'] as const
const failed = kinds.filter((kind) => percent(total[kind]) < WANTED[kind])
console.log('')
for (const kind of kinds)
  console.log(`${failed.includes(kind) ? '✗' : '✓'} ${show(total[kind])} ${kind}; wanted: ${WANTED[kind]} %`)
console.log(`${kinds.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
