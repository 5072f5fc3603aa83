// Tools of PyPI, pinned in a file of requirements and installed into cache/python: Python ≥ 3.11 has to be there already.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forgeBinary } from '../forgeBinary.ts'

/** Either the environment to run the tools in, or why they cannot be had here. */
export type PythonTools = { env: NodeJS.ProcessEnv } | { missing: string }

const room = join(import.meta.dirname, '../..')
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python']
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))'
const WITHOUT_NETWORK =
  /NewConnectionError|NameResolutionError|Temporary failure in name resolution|Network is unreachable|Connection (refused|reset|timed out|broken)|Read timed out|ProxyError|SSLError/

/** `installTools('symbolic-requirements.txt')`: installs once for each content of the file. */
export function installTools(requirements: string): PythonTools {
  const list = join(room, requirements)
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 16)
  const folder = join(room, 'cache/python', hash)
  const binaries = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  const complete = join(folder, 'complete')
  if (!existsSync(complete)) {
    const missing = install(folder, binaries, list)
    if (missing !== undefined) return { missing }
    writeFileSync(complete, '')
  }
  const path = [binaries, dirname(forgeBinary()), process.env['PATH']].join(
    process.platform === 'win32' ? ';' : ':',
  )
  return { env: { ...process.env, PATH: path, PYTHONUNBUFFERED: '1', FOUNDRY_PROFILE: 'symbolic' } }
}

function install(folder: string, binaries: string, list: string): string | undefined {
  const python = PYTHONS.find((name) => spawnSync(name, ['-c', IS_NEW_ENOUGH]).status === 0)
  if (python === undefined) return 'Python 3.11 or later is not installed.'
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  const created = spawnSync(python, ['-m', 'venv', folder], { encoding: 'utf8' })
  if (created.status !== 0)
    return `Python cannot create a virtual environment: ${lastLine(created.stdout + created.stderr)}`
  console.log(`Installing ${list.slice(room.length + 1)}`)
  const pip = ['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet', '--requirement', list]
  const installed = spawnSync(join(binaries, 'python'), pip, { encoding: 'utf8' })
  if (installed.status === 0) return undefined
  const output = installed.stdout + installed.stderr
  if (WITHOUT_NETWORK.test(output)) return `The package index is not reachable: ${lastLine(output)}`
  throw new Error(`pip could not install ${list}:\n${output}`)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
