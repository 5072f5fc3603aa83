import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

// One letter of each is in brackets, so that this file passes its own check.
const banned: readonly [reason: string, pattern: RegExp][] = [
  ['unfinished work', /\b(TO[D]O|FI[X]ME|X[X]X)\b/],
  ['unfinished work', /\bfo[r] now\b|not yet implemente[d]|lorem ipsu[m]/i],
  ['a path of one machine', /[/](ho[m]e|User[s]|roo[t]|wor[k])[/]\w/],
  ['the host of a registry', /registry[.](npm[j]s|yarn[p]kg|npm[m]irror)[.]|[/][/]registry[.]/],
  ['a private key', /BEGIN [A-Z ]*PRIVATE KE[Y]/],
]

const isText = (file: string): boolean =>
  /[.](c?js|mjs|tsx?|sol|json|md|css|html|ya?ml|toml|svg|sh)$|(^|[/])[.]?\w+$/.test(file) &&
  file !== 'package-lock.json'

/** Words that must not reach the repository: work left undone, and one machine's paths and hosts. */
export const words: Check = {
  name: 'words',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(isText)
    const found = await Promise.all(files.map((file) => wordsIn(root, file)))
    const problems = [...(files.length === 0 ? ['no file was read'] : []), ...found.flat()]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

async function wordsIn(root: string, file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  return text
    .split('\n')
    .flatMap((line, index) =>
      banned
        .filter(([, pattern]) => pattern.test(line))
        .map(([reason]) => `${file}:${index + 1}: ${reason}: ${line.trim().slice(0, 100)}`),
    )
}
