// Proves the properties in test/symbolic for every value of their parameters, by Halmos: `node script/symbolic.ts`, or of
// some contracts `node script/symbolic.ts NoncesProof`. A property whose loops Halmos has cut short is not proved.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { forgeBinary } from './forgeBinary.ts'
import { installTools } from './python/pythonTools.ts'

type Result = {
  name: string
  exitcode: number
  num_paths: number[]
  time: number[]
  num_bounded_loops: number
}
type Report = { test_results: Record<string, Result[]> }

const OUTCOMES = ['proved', 'counterexample', 'timeout', 'stuck', 'every path reverts', 'exception']

const room = join(import.meta.dirname, '..')
const proofs = join(room, 'test/symbolic')
const selected = process.argv.slice(2)
const properties = new Map(
  readdirSync(proofs)
    .filter((file) => file.endsWith('.t.sol'))
    .map(
      (file) => [file.slice(0, -'.t.sol'.length), namesIn(readFileSync(join(proofs, file), 'utf8'))] as const,
    )
    .filter(([contract]) => selected.length === 0 || selected.includes(contract)),
)
const count = [...properties.values()].flat().length
const tools = installTools('symbolic-requirements.txt')
if ('missing' in tools) {
  console.log(`The proofs are skipped. ${tools.missing}`)
  console.log(`0 passed, 0 failed, ${count} skipped`)
} else {
  const proved = await proveAll(tools.env)
  console.log(`${proved} passed, ${count - proved} failed`)
  process.exitCode = proved === count && count > 0 ? 0 : 1
}

async function proveAll(env: NodeJS.ProcessEnv): Promise<number> {
  // Halmos would also run the properties of files that are gone.
  rmSync(join(room, 'cache/symbolic'), { recursive: true, force: true })
  // As Halmos would: then it finds nothing to build.
  const build = ['build', '--silent', '--ast', '--extra-output', 'storageLayout', 'metadata']
  execFileSync(forgeBinary(), build, { cwd: room, env, stdio: 'inherit' })
  const waiting = [...properties]
  const work = async (proved = 0): Promise<number> => {
    const next = waiting.shift()
    return next === undefined ? proved : work(proved + (await prove(...next, env)))
  }
  const [one, other] = await Promise.all([work(), work()])
  return one + other
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/function (check_\w+)/g)].map(([, name = '']) => name)
}

/** @returns How many of the contract's properties are proved. */
async function prove(contract: string, names: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const report = join(room, `cache/symbolic/${contract}.json`)
  const output = await halmos(['--contract', contract, '--json-output', report], env)
  const results = existsSync(report)
    ? Object.values((JSON.parse(readFileSync(report, 'utf8')) as Report).test_results).flat()
    : []
  const found = names.map(
    (name) => [name, results.find((result) => result.name.startsWith(`${name}(`))] as const,
  )
  const isProved = (result: Result | undefined) => result?.exitcode === 0 && result.num_bounded_loops === 0
  for (const [name, result] of found)
    console.log(`${isProved(result) ? '✓' : '✗'} ${contract} ${name}: ${describe(result)}`)
  const proved = found.filter(([, result]) => isProved(result)).length
  if (proved < names.length) console.log(output)
  return proved
}

function halmos(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const bounds = ['--loop', '64', '--solver-timeout-branching', '100ms', '--solver-timeout-assertion', '300s']
  const options = ['--forge-build-out', 'cache/symbolic/out', '--no-status', ...bounds]
  const child = spawn('halmos', [...options, ...parameters], { cwd: room, env })
  let output = ''
  const take = (text: string) => (output += text)
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

function describe(result: Result | undefined): string {
  if (result === undefined) return 'not run'
  const [paths] = result.num_paths
  const [seconds = 0] = result.time
  const cut = result.num_bounded_loops > 0 ? `, ${result.num_bounded_loops} loops cut short` : ''
  return `${OUTCOMES[result.exitcode] ?? 'failed'}, ${paths} paths in ${seconds.toFixed(0)} s${cut}`
}
