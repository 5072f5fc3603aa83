import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

const MESSAGES = 'web/src/messages/en/'

/** It also fetches chunks ahead of their use, without running them. */
const PREFETCH = 'web/src/app/background.ts'

/**
 * Every message key of the client is loaded wherever a module uses it. Messages come with the chunks that import them, so a key
 * is loaded if its chunk, or each way to the chunk, imports the file that has it.
 */
export const messages: Check = {
  name: 'messages',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(
      (file) => /^web\/src\/.*[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file),
    )
    const texts = await Promise.all(files.map(async (file) => await readFile(join(root, file), 'utf8')))
    const modules = new Map(files.map((file, index) => [file, readModule(file, texts[index] ?? '', files)]))
    const keys = keysOf(modules)
    const chunks = chunksOf(modules)
    const problems = [
      ...(keys.size === 0 ? [`no message was found in ${MESSAGES}`] : []),
      ...(chunks.size < 2 && keys.size > 0 ? ['no chunk was found'] : []),
      ...new Set([...chunks.values()].flatMap((chunk) => missingIn(chunk, modules, keys))),
    ]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

type Module = { code: string; imports: string[]; lazy: string[] }

/** What a module imports as values, at once and lazily. Comments are removed. */
function readModule(file: string, text: string, files: readonly string[]): Module {
  const code = text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const resolve = (path: string): string[] => {
    const target = normalize(join(dirname(file), path)).replaceAll('\\', '/')
    return files.includes(target) ? [target] : []
  }
  const imports = [...code.matchAll(/^(?:import|export) (?!type )([^'"]*?)from '([^']+)'/gm)]
  const values = imports.filter(([, names = '']) => !/^\{\s*(type \w+,?\s*)+\} $/.test(names))
  return {
    code,
    imports: values.flatMap(([, , path = '']) => resolve(path)),
    lazy: [...code.matchAll(/\bimport\('([^']+)'\)/g)].flatMap(([, path = '']) => resolve(path)),
  }
}

/** From 'Area.key' to the files that have it. */
function keysOf(modules: ReadonlyMap<string, Module>): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const [file, { code }] of modules) {
    if (!file.startsWith(MESSAGES)) continue
    for (const [, area = '', body = ''] of code.matchAll(/^ {2}(\w+): (\{ .* \}|\{[^]*?^ {2}\}),$/gm))
      for (const [, key = ''] of body.matchAll(/(?:\{ |, |^ {4})'?([\w-]+)'?:/gm)) {
        const id = `${area}.${key}`
        keys.set(id, (keys.get(id) ?? new Set()).add(file))
      }
  }
  return keys
}

type Chunk = { modules: ReadonlySet<string>; loaded: ReadonlySet<string> }

/** Each entry and lazily imported module, with all that is loaded once it runs, whichever way led to it. */
function chunksOf(modules: ReadonlyMap<string, Module>): Map<string, Chunk> {
  const lazy = new Set([...modules.values()].flatMap((module) => module.lazy))
  const entries = [...modules.keys()].filter((file) => file === 'web/src/main.tsx')
  const closures = new Map([...entries, ...lazy].map((file) => [file, closureOf(file, modules)]))
  const parentsOf = (target: string, ignored?: string) =>
    [...closures].filter(([, closure]) =>
      [...closure].some((file) => file !== ignored && modules.get(file)?.lazy.includes(target)),
    )
  const parents = new Map(
    [...lazy].map((file) => {
      const others = parentsOf(file, PREFETCH)
      return [file, (others.length > 0 ? others : parentsOf(file)).map(([parent]) => parent)]
    }),
  )
  const all = new Set(modules.keys())
  const loaded = new Map<string, ReadonlySet<string>>([...closures.keys()].map((file) => [file, all]))
  for (let isStable = false; !isStable;) {
    isStable = true
    for (const [file, closure] of closures) {
      const inherited = (parents.get(file) ?? []).map((parent) => loaded.get(parent) ?? all)
      const [first = new Set<string>(), ...others] = inherited
      const shared = others.reduce((one, other) => one.intersection(other), first)
      const next = closure.union(shared)
      if (next.size === loaded.get(file)?.size) continue
      loaded.set(file, next)
      isStable = false
    }
  }
  return new Map(
    [...closures].map(([file, closure]) => [file, { modules: closure, loaded: loaded.get(file) ?? all }]),
  )
}

function closureOf(file: string, modules: ReadonlyMap<string, Module>): Set<string> {
  const closure = new Set<string>()
  const queue = [file]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (closure.has(next)) continue
    closure.add(next)
    queue.push(...(modules.get(next)?.imports ?? []))
  }
  return closure
}

/** The keys that a chunk uses without loading them. A template, such as `Bulk.${verb}_done`, needs one that fits. */
function missingIn(
  { modules: files, loaded }: Chunk,
  modules: ReadonlyMap<string, Module>,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const areas = new Set([...keys.keys()].map((key) => key.split('.')[0]))
  return [...files].flatMap((file) => {
    if (file.startsWith(MESSAGES)) return []
    const code = modules.get(file)?.code ?? ''
    return [...code.matchAll(/(['`])(\w+)\.((?:[\w-]|\$\{[^}]*\})+)\1/g)].flatMap(
      ([, , area = '', name = '']) => {
        if (!areas.has(area)) return []
        const pattern = new RegExp(`^${area}[.]${name.replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`)
        const sources = new Set([...keys].flatMap(([key, found]) => (pattern.test(key) ? [...found] : [])))
        if (sources.size === 0 || !sources.isDisjointFrom(loaded)) return []
        return [`${file} uses '${area}.${name}', but nothing loads ${[...sources].join(' or ')} with it`]
      },
    )
  })
}
