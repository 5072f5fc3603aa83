import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning, type ProcessStamp, stampOf } from './processStamps.ts'

const directory = mkdtempSync(join(tmpdir(), 'connex-launcher-'))
const script = join(directory, 'script.mjs')
writeFileSync(
  script,
  `import { watchLauncher } from ${JSON.stringify(new URL('./parent.ts', import.meta.url).href)}
  setTimeout(() => process.exit(0), 20_000)
  watchLauncher(() => process.exit(0))
  console.log(process.pid)`,
)

/** Starts the script by a launcher, kills the launcher, and returns the script's process. */
async function launchAndKill(environment: Record<string, string>): Promise<ProcessStamp> {
  const program = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(script)}], { stdio: 'inherit' })
    setTimeout(() => {}, 20_000)`
  const { npm_lifecycle_event: _, ...rest } = process.env
  const launcher = spawn(process.execPath, ['-e', program], {
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = (await once(launcher.stdout, 'data')) as [Buffer]
  const stamp = stampOf(Number(pid.toString()))!
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
  return stamp
}

test('a script stops with the npm that started it, but survives any other launcher', async () => {
  const [ofNpm, ofShell] = await Promise.all([
    launchAndKill({ npm_lifecycle_event: 'start' }),
    launchAndKill({}),
  ])
  await expect.poll(() => isRunning(ofNpm), { timeout: 5000 }).toBe(false)
  expect(isRunning(ofShell)).toBe(true)
  process.kill(ofShell.pid, 'SIGKILL')
})
