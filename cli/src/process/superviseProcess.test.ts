import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { isRunning, stampOf } from './processStamps.ts'
import { type Supervised, superviseProcess } from './superviseProcess.ts'

let supervised: Supervised | undefined
afterEach(() => supervised?.stop())

const directory = mkdtempSync(join(tmpdir(), 'connex-process-'))
const logFile = join(directory, 'child.log')

/** A script with these lines, started like our processes. */
function script(name: string, lines: string): URL {
  const file = join(directory, `${name}.mjs`)
  writeFileSync(file, lines)
  return pathToFileURL(file)
}

const ready = `process.send({ ready: true }); setInterval(() => {}, 1000);`
const start = (url: URL, lines: string[] = []) =>
  superviseProcess({
    name: 'child',
    script: url,
    environment: {},
    logFile,
    onProgress: (line) => lines.push(line),
  })

test('a process that cannot start is not restarted, and its own error is reported', async () => {
  const failing = `process.send({ failed: { code: 'diskFull', sentence: 'No space.' } }, () => process.exit(1))`
  await expect(start(script('failing', failing))).rejects.toMatchObject({
    code: 'diskFull',
    message: 'No space.',
  })
  await expect(start(script('thrown', `throw new Error('Cannot go on')`))).rejects.toThrow(
    /child.*Cannot go on/,
  )
  await expect(start(script('silent', `process.exit(3)`))).rejects.toThrow(
    /The child stopped before it was ready/,
  )
})

test('a killed process is restarted, with a line for each death and restart', async () => {
  const lines: string[] = []
  supervised = await start(script('killed', ready), lines)
  for (let kill = 0; kill < 2; kill++) {
    const pid = supervised.pid()!
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => supervised?.pid(), { timeout: 10_000 }).not.toBe(pid)
    await supervised.ready()
    expect(supervised.pid()).toBeGreaterThan(0)
  }
  expect(lines).toEqual([
    'The child died (SIGKILL); restarting it',
    'The child is running again',
    'The child died (SIGKILL); restarting it',
    'The child is running again',
  ])
})

test('stopping lets the process finish on SIGTERM', async () => {
  const file = join(directory, 'finished')
  const finishing = `import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => setTimeout(() => { writeFileSync(${JSON.stringify(file)}, 'yes'); process.exit(0) }, 200));`
  const child = await start(script('finishing', finishing + ready))
  await child.stop()
  expect(readFileSync(file, 'utf8')).toBe('yes')
  expect(child.pid()).toBeUndefined()
})

test('no child outlives a killed parent', async () => {
  const child = script('orphan', ready)
  const supervise = new URL('./superviseProcess.ts', import.meta.url).href
  const parent = script(
    'parent',
    `import { superviseProcess } from ${JSON.stringify(supervise)}
    const child = await superviseProcess({ name: 'child', script: new URL(${JSON.stringify(child.href)}),
      logFile: ${JSON.stringify(logFile)}, onProgress() {} })
    console.log(child.pid())`,
  )
  const host = spawn(process.execPath, [parent.pathname], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  const stamp = stampOf(Number(line.toString()))!
  expect(isRunning(stamp)).toBe(true)
  host.kill('SIGKILL')
  await expect.poll(() => isRunning(stamp), { timeout: 5000 }).toBe(false)
})
