import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unusedPort, until } from '../testkit/src/machine.ts'
import { cpuOf } from './measure.ts'

const folder = join(import.meta.dirname, 'ponder')

/** The peers serve the benchmarks alone, so they are outside the workspaces and installed on first use. */
export async function installPeers(): Promise<void> {
  if (existsSync(join(folder, 'node_modules'))) return
  const child = spawn('npm', ['install', '--ignore-scripts', '--no-audit'], { cwd: folder, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The peers could not be installed.')
}

// Ponder on the same chain. It counts its events itself; what it needs to start is not counted against it.

const LIMIT_MS = 300_000

export type Caught = { eventsPerSecond: number; eventsPerCpuSecond: number }

/** `cpu` tells the seconds that the database has taken so far. */
export async function catchUpByPonder(
  chain: string,
  databaseUrl: string,
  cpu: () => Promise<number>,
): Promise<Caught> {
  const port = await unusedPort()
  const options = ['--config', 'ponder.config.js', '--schema', 'bench', '--log-level', 'error']
  const child = spawn(
    process.execPath,
    [
      'node_modules/ponder/dist/esm/bin/ponder.js',
      'start',
      ...options,
      '--port',
      String(port),
      '--hostname',
      '127.0.0.1',
    ],
    {
      cwd: join(import.meta.dirname, 'ponder'),
      env: {
        PATH: process.env['PATH'] ?? '',
        BENCH_CHAIN: chain,
        BENCH_DATABASE: databaseUrl,
        PONDER_TELEMETRY_DISABLED: 'true',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`Ponder ended with ${String(code)}.`)),
  )
  ended.catch(() => undefined)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}/${path}`).catch(() => undefined)
  const cpuNow = async () => (await cpuOf(child.pid ?? 0)) + (await cpu())
  try {
    // It answers just before it begins to read the chain.
    const answers = async () => (await ask('metrics'))?.status === 200
    await Promise.race([until('Ponder to start', answers, LIMIT_MS), ended])
    const before = { cpu: await cpuNow(), at: performance.now() }
    const isReady = async () => (await ask('ready'))?.status === 200
    await Promise.race([until('Ponder to have caught up', isReady, LIMIT_MS), ended])
    const numEvents = sumOf(await (await ask('metrics'))?.text())
    const seconds = (performance.now() - before.at) / 1000
    return {
      eventsPerSecond: numEvents / seconds,
      eventsPerCpuSecond: numEvents / ((await cpuNow()) - before.cpu),
    }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function sumOf(metrics = ''): number {
  const counts = metrics.matchAll(/^ponder_indexing_completed_events\{[^}]*\} ([0-9.e+]+)$/gm)
  return [...counts].reduce((total, [, count]) => total + Number(count), 0)
}
