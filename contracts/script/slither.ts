// Runs every detector of Slither on src, and fails for a finding that slither-triage.json does not list, and for one that it
// lists in vain: `node script/slither.ts`. docs/static-analysis.md has the answers. `--forget` removes what is listed in vain.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgeBinary } from './forgeBinary.ts'
import { installTools } from './python/pythonTools.ts'

/** A parent is null where something lies outside every contract. */
type Element = { name: string; type: string; type_specific_fields?: { parent?: Element | null } }
type Finding = { check: string; impact: string; description: string; elements: Element[] }
type Report = { success: boolean; error: string | null; results: { detectors?: Finding[] } }
/** The answered findings: where each detector found something. */
type Triage = Record<string, string[]>

const room = join(import.meta.dirname, '..')
const triageFile = join(room, 'slither-triage.json')
const triage = JSON.parse(readFileSync(triageFile, 'utf8')) as Triage
const answers = readFileSync(join(room, '../docs/static-analysis.md'), 'utf8')
const tools = installTools('slither-requirements.txt')
if ('missing' in tools) {
  console.log(`Slither is skipped. ${tools.missing}`)
  console.log('0 passed, 0 failed, 1 skipped')
} else {
  const { findings, numDetectors } = analyze(tools.env)
  const vain = listedInVain(findings)
  if (process.argv.includes('--forget')) forget(vain)
  const unanswered = findings.filter((finding) => !isAnswered(finding))
  const mute = Object.keys(triage).filter((check) => !answers.includes(`| \`${check}\``))
  for (const { impact, check, description } of unanswered)
    console.log(`✗ ${impact}, ${check}: ${description.trim()}`)
  for (const one of vain) console.log(`✗ slither-triage.json lists in vain: ${one}`)
  for (const check of mute) console.log(`✗ docs/static-analysis.md has no answer to ${check}`)
  const failed = new Set([
    ...unanswered.map(({ check }) => check),
    ...vain.map((one) => one.split(' ')[0]),
    ...mute,
  ]).size
  console.log(`${findings.length} findings, ${findings.length - unanswered.length} of them answered`)
  console.log(`${numDetectors - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Each detector counts as one test. */
function analyze(env: NodeJS.ProcessEnv): { findings: Finding[]; numDetectors: number } {
  const folder = 'cache/slither'
  rmSync(join(room, folder), { recursive: true, force: true })
  const buildInfo = `${folder}/build-info`
  const out = { FOUNDRY_OUT: `${folder}/out`, FOUNDRY_CACHE_PATH: `${folder}/cache` }
  execFileSync(forgeBinary(), ['build', 'src', '--silent', '--build-info', '--build-info-path', buildInfo], {
    cwd: room,
    env: { ...env, ...out },
    stdio: 'inherit',
  })
  const report = join(room, folder, 'report.json')
  const options = ['--filter-paths', 'node_modules', '--json', report, '--no-fail-pedantic']
  const slither = spawnSync(
    'slither',
    ['.', '--ignore-compile', '--foundry-build-info-directory', buildInfo, ...options],
    { cwd: room, env: { ...env, ...out }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  const counts = /analyzed \((\d+) contracts with (\d+) detectors\)/.exec(slither.stdout + slither.stderr)
  const { success, results } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { success: false, results: {} }
  if (!success || !(Number(counts?.[1]) > 0))
    throw new Error(`Slither did not analyze src:\n${slither.stdout}${slither.stderr}`)
  return { findings: results.detectors ?? [], numDetectors: Number(counts?.[2]) }
}

/** `Tenant._call`: by name and without a line, so that a finding stays answered when its file changes elsewhere. */
function placeOf({ elements: [first] }: Finding): string {
  const names: string[] = []
  for (
    let element: Element | null | undefined = first;
    element;
    element = element.type_specific_fields?.parent
  )
    if (['contract', 'function', 'variable', 'struct'].includes(element.type)) names.unshift(element.name)
  return names.join('.')
}

function isAnswered(finding: Finding): boolean {
  return triage[finding.check]?.includes(placeOf(finding)) ?? false
}

function listedInVain(findings: readonly Finding[]): string[] {
  const found = new Set(findings.map((finding) => `${finding.check} ${placeOf(finding)}`))
  return Object.entries(triage)
    .flatMap(([check, places]) => places.map((place) => `${check} ${place}`))
    .filter((one) => !found.has(one))
}

function forget(vain: string[]): void {
  const rest = Object.entries(triage)
    .map(([check, places]) => [check, places.filter((place) => !vain.includes(`${check} ${place}`))] as const)
    .filter(([, places]) => places.length > 0)
  writeFileSync(triageFile, `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`)
  vain.length = 0
}
