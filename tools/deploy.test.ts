// The samples under deploy/ fit the server: its variables, its paths, and what systemd and nginx say where they are installed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLES } from '../node/src/common/config.ts'

const deploy = join(import.meta.dirname, '../deploy')
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(deploy, name)).isFile(),
)
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const has = (command: string, ...parameters: string[]) => spawnSync(command, parameters).error === undefined

/** Variables of other programs in the same files. */
const OTHERS = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD']

test.each(files.filter((name) => !/^(proxy|monitoring)|README/.test(name)))(
  '%s sets variables that the server knows, and no others',
  (name) => {
    const set = [...read(name).matchAll(/(?<![\w$[\]-])([A-Z]{2,}(?:_[A-Z]+)+)(?=\s*[:=,}])/g)].map(
      ([, one]) => one,
    )
    const known = [...Object.keys(VARIABLES), ...OTHERS]
    expect(set.filter((one) => !known.includes(one ?? ''))).toEqual([])
    expect(set.length).toBeGreaterThan(0)
  },
)

test('each way to run the server keeps its root read-only and its user unprivileged', () => {
  expect(read('container/Dockerfile')).toMatch(/^USER 65532:65532$/m)
  expect(read('container/compose.yaml')).toMatch(/read_only: true/)
  expect(read('kubernetes/server.yaml')).toMatch(/runAsNonRoot: true/)
  expect(read('kubernetes/server.yaml').match(/readOnlyRootFilesystem: true/g)).toHaveLength(2)
  expect(read('systemd/connex-server.service')).toMatch(/^ProtectSystem=strict$/m)
  expect(read('systemd/connex-server.service')).toMatch(/^DynamicUser=yes$/m)
})

test('every sample and README names the version of this release', () => {
  const root = join(deploy, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const texts = [
    ...files.map(read),
    ...['docs/operating.md', 'node/README.md', 'cli/README.md'].map((name) =>
      readFileSync(join(root, name), 'utf8'),
    ),
  ]
  const named = texts.flatMap((text) =>
    [...text.matchAll(/connex-(?:server|cli)[-:](\d+\.\d+\.\d+)/g)].map(([, one]) => one),
  )
  expect(new Set(named)).toEqual(new Set([version]))
})

test('both probes of Kubernetes ask for the paths that they are for', () => {
  const manifest = read('kubernetes/server.yaml')
  expect(manifest).toMatch(/livenessProbe:\s+httpGet: \{ path: \/health, port: http \}/)
  expect(manifest).toMatch(/readinessProbe:\s+httpGet: \{ path: \/health\/ready, port: http \}/)
})

test('the alerts are about metrics that the server has, and each says what to do', () => {
  const rules = read('monitoring/alerts.yaml')
  const metrics = readFileSync(join(deploy, '../node/src/common/metrics.ts'), 'utf8')
  for (const [name] of rules.matchAll(/connex_\w+/g)) expect(metrics).toContain(`'${name}'`)
  const count = (pattern: RegExp) => [...rules.matchAll(pattern)].length
  expect(count(/- alert: /g)).toBe(count(/ {10}action: \S/g))
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'connex-unit-'))
  try {
    const unit = join(folder, 'connex-server.service')
    // The command is installed on the operator's host.
    const text = read('systemd/connex-server.service').replace(
      /^ExecStart=.*$/m,
      `ExecStart=${process.execPath}`,
    )
    writeFileSync(unit, text)
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
