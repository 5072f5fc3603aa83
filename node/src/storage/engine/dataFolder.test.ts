import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivateFolder } from './dataFolder.ts'

const place = await mkdtemp(join(tmpdir(), 'connex-private-'))
afterAll(() => rm(place, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')(
  'M2: a folder that cannot be closed to others is refused',
  async () => {
    await expect(makePrivateFolder('/proc/self')).rejects.toThrow(
      /^Other users can open .*chmod 700 \/proc\/self\.$/,
    )
  },
)

test('M2: a folder is created with its parents, for its owner alone', async () => {
  const deep = join(place, 'one', 'two')
  await makePrivateFolder(deep)
  expect((await stat(deep)).mode & 0o777).toBe(0o700)
})
