import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './Check.ts'

/** The lock names packages by version and hash, never by a registry's host: any registry may serve them. */
export const lock: Check = {
  name: 'lock',
  judge: async (root) => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8')
    const hosts = [...new Set(text.match(/"resolved": "https?:[^"]*/g))].map(
      (line) => `package-lock.json: ${line}"`,
    )
    const npmrc = await readFile(join(root, '.npmrc'), 'utf8').catch(() => '')
    const named = /^.*registry *=.*$|^.*_auth.*$/m.exec(npmrc)
    const problems = [...hosts, ...(named === null ? [] : [`.npmrc: ${named[0]}`])]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}
