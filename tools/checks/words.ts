import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './Check.ts'
import { filesOf } from './filesOf.ts'

// Put together from halves, so that this file passes its own check.
const banned: readonly [reason: string, pattern: RegExp][] = [
  ['unfinished work', new RegExp(['\\bTO' + 'DO\\b', '\\bFIX' + 'ME\\b', '\\bXX' + 'X\\b'].join('|'))],
  [
    'unfinished work',
    new RegExp(['\\bfor ' + 'now\\b', 'not yet ' + 'implemented', '\\blorem ' + 'ipsum'].join('|'), 'i'),
  ],
  [
    'a path of one machine',
    new RegExp(['/ho' + 'me/\\w', '/Us' + 'ers/\\w', '/ro' + 'ot/', '/wo' + 'rk/\\w'].join('|')),
  ],
  ['the host of a registry', new RegExp('registry[.](npmjs|yarnpkg|npmmirror)[.]' + '|//registry[.]')],
  ['a private key', new RegExp('BEGIN [A-Z ]*PRIVATE ' + 'KEY')],
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
