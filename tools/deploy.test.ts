// The samples under deploy/ fit the server: its variables, its paths, its metrics, and what systemd says where it is installed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { VARIABLES } from '../node/src/common/config.ts'
import { LIVENESS_PATH } from '../node/src/api/http/requestGuards.ts'
import { createMetrics } from '../node/src/common/metrics.ts'

const deploy = join(import.meta.dirname, '../deploy')
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(deploy, name)).isFile(),
)
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const has = (command: string, ...parameters: string[]) => spawnSync(command, parameters).error === undefined

/** Variables of other programs in the same files. */
const OTHERS = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE']

type Container = {
  image: string
  env_file?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  read_only?: boolean
}
type Compose = {
  services: Record<'database' | 'server' | 'proxy', Container>
  secrets: Record<string, unknown>
}
const compose = parseYaml(read('container/compose.yaml')) as Compose

type Probe = { httpGet: { path: string; port: string } }
type Pod = {
  securityContext: { runAsNonRoot: boolean }
  containers: {
    envFrom: { configMapRef: { name: string } }[]
    env?: { name: string }[]
    livenessProbe: Probe
    readinessProbe: Probe
    startupProbe: Probe
    securityContext: { readOnlyRootFilesystem: boolean }
  }[]
  initContainers: { securityContext: { readOnlyRootFilesystem: boolean } }[]
}
type Resource = {
  kind: string
  metadata: { name: string }
  data: Record<string, string>
  spec: { template: { spec: Pod } }
}
const resources = read('kubernetes/server.yaml')
  .split(/^---$/m)
  .map((text) => parseYaml(text) as Resource)
const resource = (kind: string): Resource => {
  const found = resources.find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`kubernetes/server.yaml has no ${kind}.`)
  return found
}
const pod = resource('Deployment').spec.template.spec
const [server] = pod.containers
if (server === undefined) throw new Error('The pod has no container.')

/** The lines of a file of settings. */
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

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
  expect(compose.services.server.read_only).toBe(true)
  expect(pod.securityContext.runAsNonRoot).toBe(true)
  for (const { securityContext } of [...pod.containers, ...pod.initContainers])
    expect(securityContext.readOnlyRootFilesystem).toBe(true)
  expect(read('systemd/connex-server.service')).toMatch(/^ProtectSystem=strict$/m)
  expect(read('systemd/connex-server.service')).toMatch(/^DynamicUser=yes$/m)
})

test('every sample and README names the version of this release', () => {
  const root = join(deploy, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const texts = [
    ...files.map(read),
    ...['docs/operating.md', 'docs/sdk.md', 'node/README.md', 'cli/README.md'].map((name) =>
      readFileSync(join(root, name), 'utf8'),
    ),
  ]
  const named = texts.flatMap((text) =>
    [...text.matchAll(/connex-(?:server|cli|sdk)[-:](\d+\.\d+\.\d+)/g)].map(([, one]) => one),
  )
  expect(new Set(named)).toEqual(new Set([version]))
})

test('an operator can set every setting of the server in a container', () => {
  const { env_file, environment = {} } = compose.services.server
  expect(env_file).toEqual(['server.env'])
  // What `environment` has overrides the file.
  expect({ ...VARIABLES, ...environment }).toEqual(VARIABLES)
})

test('an operator can set every setting of the server in Kubernetes', () => {
  const { name } = resource('ConfigMap').metadata
  expect(server.envFrom).toEqual([{ configMapRef: { name } }])
  // What `env` has overrides the map.
  const fixed = (server.env ?? []).map((one) => one.name)
  expect(Object.keys(VARIABLES).filter((one) => fixed.includes(one))).toEqual([])
})

test('an operator can set every setting of the server under systemd', () => {
  const unit = read('systemd/connex-server.service')
  // Its file overrides `Environment=`; `PassEnvironment=` and `UnsetEnvironment=` would not let it.
  expect(unit).toMatch(/^EnvironmentFile=\/etc\/connex\/server\.env$/m)
  expect(unit).not.toMatch(/^(Pass|Unset)Environment=/m)
})

test('the settings of each sample are enough to start the server', () => {
  const image =
    read('container/Dockerfile')
      .match(/^ENV (.*)$/m)?.[1]
      ?.replaceAll(' ', '\n') ?? ''
  const samples = [
    { ...settingsIn(image), ...settingsIn(read('container/server.env.example')) },
    { ...settingsIn(image), ...resource('ConfigMap').data },
  ]
  for (const sample of samples) {
    const names = [
      'PLATFORM_MANAGER',
      'HOSTED_TENANTS',
      'NODE_KEY_FILE',
      'DATABASE_URL_FILE',
      'DOCUMENTS_DIR',
    ]
    const needed = [...names, 'PUBLIC_ORIGINS', 'CHAIN_ID', 'START_BLOCK', 'LEDGER_RPC_URL']
    expect(needed.filter((name) => !sample[name])).toEqual([])
  }
})

test('in a container, no secret is in the environment', () => {
  for (const service of Object.values(compose.services))
    expect(
      Object.keys(service.environment ?? {}).filter((name) => /PASSWORD$|_URL$|TOKEN$/.test(name)),
    ).toEqual([])
  expect(read('container/compose.yaml')).not.toContain('${')
  const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets)
  expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)))
})

test('a secret is mounted for the group of the pod alone, which the server accepts for the URL of its database', () => {
  const manifest = read('kubernetes/server.yaml')
  expect(manifest.match(/secret: \{.*\}/g)).toEqual([
    'secret: { secretName: connex-server, defaultMode: 0440 }',
  ])
  expect(manifest).toMatch(/fsGroup: \d+/)
})

test('what restarts a process asks only whether it answers; what sends it requests asks whether it is ready', () => {
  expect(server.livenessProbe.httpGet).toEqual({ path: LIVENESS_PATH, port: 'http' })
  expect(server.startupProbe.httpGet).toEqual({ path: LIVENESS_PATH, port: 'http' })
  expect(server.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' })
  expect(read('container/Dockerfile')).toMatch(new RegExp(`^HEALTHCHECK [^]*?${LIVENESS_PATH}[^]*?^CMD`, 'm'))
})

const metrics = createMetrics()
metrics.watch({
  indexer: () => ({ state: 'live', indexedBlock: 1, ledgerBlock: 1, numPastBlocks: 0, error: null }),
  isDrained: () => false,
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
