// A server on a disk that is full: a small one in memory, in a mount name space of the server's own. It takes Linux.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestLedger } from '../../testkit/src/ledger/testLedger.ts'
import type { TestLedger } from '../../testkit/src/ledger/testLedger.ts'
import { until } from '../../testkit/src/machine.ts'
import { environmentOf } from '../../testkit/src/servers/nodeProcess.ts'
import { rawRequest } from '../../testkit/src/servers/requests.ts'
import { planTestNode } from '../../testkit/src/servers/testNode.ts'
import type { NodePlan } from '../../testkit/src/servers/testNode.ts'

const canMount = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'true']).status === 0
const SCRIPT = fileURLToPath(new URL('main.ts', import.meta.url))

let ledger: TestLedger
let place: NodePlan
let folder: string
let disk: string
beforeAll(async () => {
  ledger = await startTestLedger()
  place = await planTestNode(ledger)
  folder = await mkdtemp(join(tmpdir(), 'connex-disk-'))
  disk = join(folder, 'disk')
  await mkdir(disk)
})
afterAll(async () => {
  await ledger.stop()
  await place.remove()
  await rm(folder, { recursive: true, force: true })
})

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** The server with its database on a disk of so many MB. */
async function launchOn(megabytes: number) {
  const config = {
    ...place.config,
    hostedTenants: [place.nodeAccount],
    database: { dataDir: join(disk, 'data') },
  }
  const environment = await environmentOf({ ...config, documentsDir: join(disk, 'documents') }, folder)
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs ${disk} && exec ${process.execPath} ${SCRIPT}`
  const child = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', mount], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const output = { error: '' }
  child.stdout.resume()
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.error += text))
  return { output, exited: once(child, 'exit'), disk: join(`/proc/${child.pid}/root`, disk) }
}

test.skipIf(!canMount)('L8: a start on a full disk says that the disk is full, and which', async () => {
  const { output, exited } = await launchOn(20)
  expect(await exited).toEqual([1, null])
  expect(output.error.trim()).toMatch(
    /^The disk of \S+\/data is full: \d+ MB are free, and the database needs 32 MB\.$/,
  )
})

/** Fills a database of its own until it panics, then queries it once more; a process that hangs is ended by the test. */
const PANICKING = `
  import { sql } from 'kysely'
  import { openDatabase } from '${new URL('storage/engine/openDatabase.ts', import.meta.url).href}'
  const { kysely, lost } = await openDatabase({ dataDir: process.argv[1] })
  await sql\`CREATE TABLE ballast (text text)\`.execute(kysely)
  const row = () => sql\`INSERT INTO ballast SELECT string_agg(random()::text, '') FROM generate_series(1, 50000)\`
  for (;;) {
    const error = await row().execute(kysely).then(() => undefined, (error) => error)
    if (error?.severity === 'PANIC') break
  }
  await lost
  await row().execute(kysely).catch((error) => console.log(error.message))
  process.exit(3)`

test.skipIf(!canMount)(
  'M4: an embedded database that has panicked blocks no process',
  async () => {
    const script = [process.execPath, '--input-type=module', '-e', PANICKING, '--', join(disk, 'data')]
    const mount = `mount -t tmpfs -o size=90m tmpfs ${disk} && exec "$@"`
    const child = spawn(
      'unshare',
      ['--user', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh', ...script],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: import.meta.dirname },
    )
    children.push(child)
    let stdout = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    expect(await once(child, 'exit')).toEqual([3, null])
    expect(stdout).toBe('The database has panicked.\n')
  },
  60_000,
)

test.skipIf(!canMount)(
  'M4: a server whose disk fills up is not ready until there is room again',
  async () => {
    const small = await launchOn(120)
    const ready = () => rawRequest(place.url, { target: '/health/ready' }).catch(() => undefined)
    await until('readiness', async () => (await ready())?.status === 200)
    const { bavail, bsize } = await statfs(small.disk)
    const ballast = join(small.disk, 'ballast')
    // Below the 32 MB that the database needs; some stay, since the database writes meanwhile.
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 8 * 1024 * 1024))
    const full = await until('the full disk', async () => {
      const answer = await ready()
      return answer?.status === 503 && answer
    })
    expect(full.problem.detail).toBe('The database cannot write. See the server’s log.')
    const health = await rawRequest(place.url, { target: '/health' })
    expect(health).toMatchObject({ status: 200, problem: { status: 'degraded' } })
    await rm(ballast)
    await until('readiness', async () => (await ready())?.status === 200)
  },
)
