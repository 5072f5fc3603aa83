// Has Medusa choose the steps of MedusaWalk.sol by what they reach in the contracts: `node medusa/run.ts`, or of fewer calls
// `node medusa/run.ts 5000`. Each of its functions counts as one test, and so does the share of the lines that they reach. What
// reached something new, and what failed, stays in cache/medusa/corpus: the next run begins with it.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgeBinary } from '../script/forgeBinary.ts'
import { percent, readLcov, sum } from '../script/lcov/readLcov.ts'
import { installTools } from '../script/python/pythonTools.ts'
import { installMedusa } from './installMedusa.ts'

const CALLS = 50_000
/** Of the delivery contracts. The others read, set up, announce upgrades, or refuse terms that the walks never propose. */
const LINES_WANTED = 85
/** Fewer than in a course of the walks: Medusa continues what has reached something new. */
const CALLS_OF_A_COURSE = 80

const room = join(import.meta.dirname, '..')
const cache = join(room, 'cache/medusa')
const calls = Number(process.argv[2] ?? CALLS)
const contract = readFileSync(join(import.meta.dirname, 'MedusaWalk.sol'), 'utf8')
const functions = [...contract.matchAll(/function (\w+\(uint256)[^)]*(\)) external/g)].map(
  ([, start = '', end = '']) => `MedusaWalk.${start}${end}`,
)
const numTests = functions.length + 1

const medusa = installMedusa(join(cache, 'bin'))
// Medusa reads what forge has compiled by crytic-compile, which comes with Slither.
const tools = 'missing' in medusa ? medusa : installTools('slither-requirements.txt')
if ('missing' in medusa || 'missing' in tools) {
  console.log(`Medusa is skipped. ${'missing' in tools ? tools.missing : ''}`)
  console.log(`0 passed, 0 failed, ${numTests} skipped`)
} else {
  compile(tools.env)
  writeFileSync(join(cache, 'medusa.json'), JSON.stringify(settings(), null, 2))
  const passed = countPassed(await fuzz(medusa.binary, tools.env)) + countReached()
  console.log(`${passed} passed, ${numTests - passed} failed`)
  process.exitCode = passed === numTests && functions.length > 0 ? 0 : 1
}

/** Compiles a copy of the walks whose photos show the whole ledger: Medusa cannot tell what a call has written. */
function compile(env: NodeJS.ProcessEnv): void {
  for (const former of ['tree', 'build-info']) rmSync(join(cache, former), { recursive: true, force: true })
  for (const part of ['src', 'test', 'medusa'])
    cpSync(join(room, part), join(cache, 'tree', part), { recursive: true, preserveTimestamps: true })
  const photos = join(cache, 'tree/test/monitor/Photos.sol')
  const [before, after, ...more] = readFileSync(photos, 'utf8').split(
    'Recorder internal constant recorder = Recorder(address(vm));',
  )
  if (after === undefined || more.length > 0) throw new Error('Photos.sol has another recorder than before.')
  writeFileSync(photos, `${before}Recorder internal recorder;${after}`)
  const buildInfo = ['--build-info', '--build-info-path', 'cache/medusa/build-info']
  execFileSync(forgeBinary(), ['build', 'cache/medusa/tree/medusa', '--silent', ...buildInfo], {
    cwd: room,
    env: {
      ...env,
      FOUNDRY_SKIP: '[]',
      FOUNDRY_OUT: 'cache/medusa/out',
      FOUNDRY_CACHE_PATH: 'cache/medusa/cache',
      // Medusa knows a contract on its ledger by the hash of its metadata.
      FOUNDRY_CBOR_METADATA: 'true',
      FOUNDRY_BYTECODE_HASH: 'ipfs',
    },
    stdio: 'inherit',
  })
}

/** Medusa's own paths start at its file. The limits of gas are high: a judgment reads more than fits in a block. */
function settings(): object {
  const buildInfo = ['--foundry-build-info-directory', 'cache/medusa/build-info']
  return {
    fuzzing: {
      workers: 2,
      testLimit: calls,
      callSequenceLength: CALLS_OF_A_COURSE,
      corpusDirectory: 'corpus',
      coverageFormats: ['lcov'],
      targetContracts: ['MedusaWalk'],
      blockGasLimit: 10_000_000_000,
      transactionGasLimit: 2_000_000_000,
      testing: {
        stopOnFailedTest: false,
        assertionTesting: { enabled: true, panicCodeConfig: { failOnAssertion: true } },
        propertyTesting: { enabled: false },
        optimizationTesting: { enabled: false },
        targetFunctionSignatures: functions,
      },
      chainConfig: {
        codeSizeCheckDisabled: true,
        cheatCodes: { cheatCodesEnabled: true },
        skipAccountChecks: true,
      },
    },
    compilation: {
      platform: 'crytic-compile',
      platformConfig: {
        target: room,
        exportDirectory: join(cache, 'export'),
        args: ['--ignore-compile', ...buildInfo, '--foundry-out-directory', 'cache/medusa/out'],
      },
    },
    slither: { useSlither: false },
    logging: { level: 'info', noColor: true },
  }
}

function fuzz(binary: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(binary, ['fuzz', '--config', 'medusa.json'], { cwd: cache, env })
  let output = ''
  const take = (text: string) => {
    output += text
    process.stdout.write(text)
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

function countPassed(output: string): number {
  return functions.filter((name) => output.includes(`[PASSED] Assertion Test: ${name}`)).length
}

/** What Medusa never reached, it has not examined. @returns 1 if it reached enough of the delivery contracts, otherwise 0. */
function countReached(): 0 | 1 {
  const files = readLcov([readFileSync(join(cache, 'corpus/coverage/lcov.info'), 'utf8')]).filter(
    ({ file }) => /[/]src[/]delivery[/]/.test(file),
  )
  const lines = sum(files.map((one) => one.lines))
  const isEnough = lines.all > 0 && percent(lines) >= LINES_WANTED
  console.log(
    `${isEnough ? '✓' : '✗'} ${percent(lines).toFixed(1)} % of the lines of the delivery contracts reached; ` +
      `${LINES_WANTED} % wanted`,
  )
  return isEnough ? 1 : 0
}
