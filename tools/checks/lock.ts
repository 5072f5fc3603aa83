import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './check.ts'
import { rooms } from './check.ts'

type Wanted = Partial<Record<(typeof kinds)[number], Record<string, string>>>
type Locked = Wanted & { name?: string; dev?: boolean }
type Lock = { packages?: Record<string, Locked> }

/** Packages with a known fault and no repaired version, which no production tree of ours may hold. */
const refused: Readonly<Record<string, string>> = { elliptic: 'GHSA-848j-6mx2-7j84' }

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/**
 * The lock follows every package.json, and names packages by version and hash, never by a registry's host:
 * any registry may serve them. What it installs for production holds no refused package.
 */
export const lock: Check = {
  name: 'lock',
  judge: async (root) => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8')
    const hosts = [...new Set(text.match(/"resolved": "https?:[^"]*/g))].map(
      (line) => `package-lock.json: ${line}"`,
    )
    const npmrc = await readFile(join(root, '.npmrc'), 'utf8').catch(() => '')
    const named = /^.*registry *=.*$|^.*_auth.*$/m.exec(npmrc)
    const locked = (JSON.parse(text) as Lock).packages ?? {}
    const stale = await Promise.all(['', ...rooms].map((room) => staleKinds(root, room, locked[room] ?? {})))
    const registry = named === null ? [] : [`.npmrc: ${named[0]}`]
    const problems = [...hosts, ...registry, ...stale.flat(), ...refusedPackages(locked)]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

/** The lock lists an alias under the name it replaces, with its own name beside it. */
function refusedPackages(locked: Record<string, Locked>): string[] {
  return Object.entries(locked).flatMap(([path, { name = path.split('node_modules/').at(-1), dev }]) => {
    const fault = dev === true ? undefined : refused[name ?? '']
    return fault === undefined ? [] : [`package-lock.json: ${path} is installed for production (${fault}).`]
  })
}

async function staleKinds(root: string, room: string, locked: Wanted): Promise<string[]> {
  const file = join(room, 'package.json')
  if (!existsSync(join(root, file))) return []
  const wanted = JSON.parse(await readFile(join(root, file), 'utf8')) as Wanted
  return kinds
    .filter((kind) => sorted(wanted[kind]) !== sorted(locked[kind]))
    .map((kind) => `package-lock.json does not follow the ${kind} of ${file}: run npm install.`)
}

const sorted = (packages: Record<string, string> = {}): string =>
  JSON.stringify(
    Object.keys(packages)
      .sort()
      .map((name) => [name, packages[name]]),
  )
