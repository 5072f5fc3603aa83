import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installMedusa } from './installMedusa.ts'

const hasGo = spawnSync('go', ['version']).status === 0

test('without Go, Medusa is missing, and the reason names the version that it needs', () => {
  vi.stubEnv('PATH', '')
  expect(installMedusa(emptyFolder())).toEqual({ missing: 'Go 1.24 or later is not installed.' })
})

test.skipIf(!hasGo)('without the module proxy, Medusa is missing, and the reason says what failed', () => {
  const folder = emptyFolder()
  vi.stubEnv('GOMODCACHE', join(folder, 'modules'))
  vi.stubEnv('GOPROXY', 'http://127.0.0.1:9')
  vi.stubEnv('GOFLAGS', '-modcacherw')
  const found = installMedusa(folder)
  expect('missing' in found ? found.missing : found).toMatch(
    /^The module proxy of Go is not reachable: .*connection refused/,
  )
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'connex-medusa-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
