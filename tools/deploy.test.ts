// The samples under deploy/ fit the server: its variables, its paths, and what systemd and nginx say where they are installed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLES } from '../node/src/common/config.ts'
import { createMetrics } from '../node/src/common/metrics.ts'

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

const metrics = createMetrics()
metrics.watch({
  indexer: () => ({ state: 'live', indexedBlock: 1, ledgerBlock: 1, numPastBlocks: 0, error: null }),
  numStreams: () => 0,
  connections: () => ({ open: 0, idle: 0, waiting: 0 }),
  numWaitingPushes: () => Promise.resolve(0),
})
/** As a scrape has them: a histogram is three. */
const scraped = [...(await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(
  ([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
)
const named = (text: string) => [...text.matchAll(/\b(?:connex|process|nodejs)_\w+/g)].map(([name]) => name)

test('the alerts are about metrics that the server has, and each says what to do', () => {
  const rules = read('monitoring/alerts.yaml')
  expect(named(rules).filter((name) => !scraped.includes(name))).toEqual([])
  const count = (pattern: RegExp) => [...rules.matchAll(pattern)].length
  expect(count(/- alert: /g)).toBe(count(/ {10}action: \S/g))
})

test('the dashboard shows every metric of ours, and no other than the server has', () => {
  const { panels } = JSON.parse(read('monitoring/dashboard.json')) as {
    panels: { description: string; targets: { expr: string }[] }[]
  }
  const shown = named(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
  expect(shown.filter((name) => !scraped.includes(name))).toEqual([])
  const ours = scraped.filter((name) => name.startsWith('connex_') && !name.endsWith('_sum'))
  expect(ours.filter((name) => !shown.includes(name))).toEqual([])
  expect(panels.every(({ description }) => description !== '')).toBe(true)
})

test('docs/monitoring.md explains every metric and every alert, and no others', () => {
  const page = readFileSync(join(deploy, '../docs/monitoring.md'), 'utf8')
  const rules = read('monitoring/alerts.yaml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect([...page.matchAll(/^\| `(Connex\w+)`/gm)].map(([, name]) => name)).toEqual(alerts)
  const ours = scraped
    .filter((name) => name.startsWith('connex_'))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  const explained = [...page.matchAll(/^\| (`connex_.*?`) +\|/gm)].flatMap(([, cell = '']) => named(cell))
  expect(new Set(explained)).toEqual(new Set(ours))
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
