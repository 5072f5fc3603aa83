import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createProcessList, endLeftovers, isRunning, stampOf } from './processStamps.ts'
import type { ProcessStamp } from './processStamps.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-processes-'))
const file = join(directory, 'processes.json')
const farewell = join(directory, 'farewell')
const left: ProcessStamp[] = []
afterAll(() => {
  for (const { pid } of left.filter(isRunning)) process.kill(pid, 'SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** A process as an earlier run leaves it: in the list, and leading its own group. */
async function leave(script: string): Promise<ProcessStamp> {
  const child = spawn(process.execPath, ['-e', `console.log('ready'); ${script}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  await once(child.stdout, 'data')
  const stamp = stampOf(child.pid ?? 0)
  if (stamp === undefined) throw new Error('It does not run.')
  left.push(stamp)
  return stamp
}

test('leftover processes are ended at the start, by force if they do not stop', async () => {
  const stuck = await leave(`setInterval(() => {}, 1000)`)
  createProcessList(file).note(stuck.pid)
  await endLeftovers(file, 100)
  await expect.poll(() => isRunning(stuck)).toBe(false)
  expect(existsSync(file)).toBe(false)
})

test('a leftover process that is stopping gets time to finish', async () => {
  const stopping = await leave(
    `setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(farewell)}, ''), 300)`,
  )
  createProcessList(file).note(stopping.pid)
  const since = performance.now()
  await endLeftovers(file, 20_000)
  expect(isRunning(stopping)).toBe(false)
  expect(existsSync(farewell)).toBe(true)
  expect(performance.now() - since).toBeLessThan(15_000)
})
