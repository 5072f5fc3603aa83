import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './Check.ts'
import { rooms } from './rooms.ts'

type Wanted = Partial<Record<(typeof kinds)[number], Record<string, string>>>
type Lock = { packages?: Record<string, Wanted> }

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/**
 * The lock follows every package.json, and names packages by version and hash, never by a registry's host:
 * any registry may serve them.
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
    const problems = [...hosts, ...(named === null ? [] : [`.npmrc: ${named[0]}`]), ...stale.flat()]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
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
