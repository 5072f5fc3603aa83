// PostgreSQL on a disk that fails to keep what is written to it. The disk is the real one, behind a library that is put before
// the C language's own; it takes a C compiler, and Linux.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCarefulPostgres } from '../../../../testkit/src/database/postgres.ts'
import type { Postgres } from '../../../../testkit/src/database/postgres.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { useNonces } from '../queries/credentials.ts'
import { openDatabase } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'

/** While the file named by `failing` exists, no write reaches the disk. */
const libraryOf = (failing: string) => `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <errno.h>
  #include <unistd.h>
  static int keep(const char *name, int fd) {
    if (access(${JSON.stringify(failing)}, F_OK) == 0) { errno = EIO; return -1; }
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
  }
  int fsync(int fd) { return keep("fsync", fd); }
  int fdatasync(int fd) { return keep("fdatasync", fd); }`

const canBuild = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
let folder: string
let failing: string
let postgres: Postgres | undefined
let database: Database | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connex-disk-'))
  // PostgreSQL runs as somebody else.
  await chmod(folder, 0o755)
  failing = join(folder, 'failing')
})
afterAll(async () => {
  await database?.close()
  await postgres?.remove()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!canBuild)(
  'SRV-10 if the disk fails during a commit, no commit is reported; with the disk back everything continues',
  async () => {
    const [source, library] = [join(folder, 'disk.c'), join(folder, 'disk.so')]
    await writeFile(source, libraryOf(failing))
    const built = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { encoding: 'utf8' })
    expect(built.stderr).toBe('')
    const server = await startCarefulPostgres(library)
    postgres = server
    const opened = await openDatabase({ databaseUrl: server.urlOf('postgres') })
    database = opened
    const user = '0x01' as never
    const use = async (nonce: string) => (await useNonces(opened.kysely, [{ user, nonce }]))[0]
    const isAnswered = (nonce: string) =>
      use(nonce).then(
        () => true,
        () => false,
      )
    expect(await use('before')).toBe(true)

    await writeFile(failing, '')
    expect(await isAnswered('during')).toBe(false)
    // The server gave up rather than go on with what it cannot know, and does not come back to such a disk.
    expect(await isAnswered('still')).toBe(false)
    await rm(failing)

    await server.stop('immediate')
    await server.start()
    await until('a query', () => use('after').catch(() => undefined))
    expect(await use('before')).toBe(false)
    expect(await use('after')).toBe(false)
    // These two were not reported: they are stored completely or not at all, and exactly once from here on.
    for (const nonce of ['during', 'still']) {
      await use(nonce)
      expect(await use(nonce)).toBe(false)
    }
  },
  240_000,
)
