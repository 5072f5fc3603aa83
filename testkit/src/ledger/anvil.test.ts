import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAnvil } from './anvil.ts'

test("anvil leaves nothing in the user's home folder", async () => {
  const home = await mkdtemp(join(tmpdir(), 'connex-home-'))
  vi.stubEnv('HOME', home)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(home, { recursive: true })
  })
  const anvil = await startAnvil()
  await anvil.rpc('anvil_mine', '0x3e8')
  await anvil.stop()
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
})
