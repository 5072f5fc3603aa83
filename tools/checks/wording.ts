// Words that must not reach the repository: work left undone, one machine's paths and hosts, and in TypeScript and Solidity the
// names and phrases that the project's style denies.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, findingOf } from './check.ts'
import type { Check, Fault, Finding } from './check.ts'
import { isNode, lineAt, parseSource, walkSource } from './source.ts'

// One letter of each is in brackets, so that this file passes its own check.
const banned: readonly [reason: string, pattern: RegExp][] = [
  ['unfinished work', /\b(TO[D]O|FI[X]ME|X[X]X)\b/],
  ['unfinished work', /\bfo[r] now\b|not yet implemente[d]|lorem ipsu[m]/i],
  ['a path of one machine', /[/](ho[m]e|User[s]|roo[t]|wor[k])[/]\w/],
  ['the host of a registry', /registry[.](npm[j]s|yarn[p]kg|npm[m]irror)[.]|[/][/]registry[.]/],
  ['a private key', /BEGIN [A-Z ]*PRIVATE KE[Y]/],
]

/** Participles in place of nouns, and metaphors. Each is a whole name or one of a name's parts: `told`, `toldWorkflow`. */
const DENIED_PARTS = /^(told|tells?|asked|kept|said|stands|anew|words|house|door|doors|seat|lane|lanes)$/i
/** Words of the domain, where a name can only mean plumbing. */
const RESERVED_NAMES =
  /^(register|registers|book|books|freeIn|sendFree|free|freePort)$|^find[A-Z]?Register$|(Nonce|Viewer|Account|Open)Books?$|^settle(Workflows?|Signed|Promise|Details)$|Settling$|^startSettling$/

/** In comments and in texts of more than one word; test titles are such texts. "There is no such day" is English, "it is no day" is not. */
const DENIED_PHRASES =
  /\b(told|asked|kept|said|stands|anew|by itself|by themselves)\b|(?<!\bthere )\b(is|are|was|were) no\b(?! longer| more| later| earlier)/i

/** This check and its tests quote what they deny. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'tools/checks/wording.ts': ['denied-phrase'],
  'tools/checks.test.ts': ['denied-phrase'],
}

const isText = (file: string): boolean =>
  /[.](c?js|mjs|tsx?|sol|json|md|css|html|ya?ml|toml|svg|sh)$|(^|[/])[.]?\w+$/.test(file) &&
  file !== 'package-lock.json'

const isScript = (file: string): boolean =>
  /[.](tsx?|mjs)$/.test(file) && !/^contracts\/generated\/|^bench\/ponder\/|[.]d[.]ts$/.test(file)

export const wording: Check = {
  name: 'wording',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(isText)
    const found = await Promise.all(files.map((file) => bannedIn(root, file)))
    const style = findingOf(await wordingFaults(root))
    const problems = [...(files.length === 0 ? ['no file was read'] : []), ...found.flat()]
    const output = [...problems, style.output].filter((text) => text !== '').join('\n')
    return { ok: problems.length === 0 && style.ok, output } satisfies Finding
  },
}

async function bannedIn(root: string, file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  return text
    .split('\n')
    .flatMap((line, index) =>
      banned
        .filter(([, pattern]) => pattern.test(line))
        .map(([reason]) => `${file}:${index + 1}: ${reason}: ${line.trim().slice(0, 100)}`),
    )
}

async function wordingFaults(root: string): Promise<Fault[]> {
  const files = await filesOf(root)
  const found = await Promise.all(
    files.map(async (file) => {
      if (isScript(file)) return inScript(file, await read(root, file))
      if (file.endsWith('.sol')) return inSolidity(file, await read(root, file))
      return []
    }),
  )
  return found.flat().filter(({ rule, file }) => !(EXCEPTIONS[file] ?? []).includes(rule))
}

const read = (root: string, file: string) => readFile(join(root, file), 'utf8').catch(() => '')

function inScript(file: string, text: string): Fault[] {
  const faults: Fault[] = []
  const { program, comments } = parseSource(file, text)
  const add = (rule: string, position: number, found: string) =>
    faults.push({ rule, file, text: `${lineAt(text, position)} ${found.trim().slice(0, 100)}` })
  for (const { value, start } of comments) if (DENIED_PHRASES.test(value)) add('denied-phrase', start, value)
  walkSource(program, (node, parents) => {
    const { value, name } = node
    if (node.type === 'Literal' && typeof value === 'string' && isPhrase(value))
      add('denied-phrase', node.start, value)
    if (node.type === 'TemplateElement') {
      const { raw } = value as { raw: string }
      if (isPhrase(`. ${raw}`)) add('denied-phrase', node.start, raw)
    }
    if (node.type !== 'Identifier' || typeof name !== 'string' || !isDeclared(node, parents.at(-1))) return
    if (isDeniedName(name)) add('denied-name', node.start, name)
    else if (RESERVED_NAMES.test(name)) add('reserved-name', node.start, name)
  })
  return faults
}

const isPhrase = (text: string): boolean => text.trim().includes(' ') && DENIED_PHRASES.test(text)

/** By camel case and underscores. */
const isDeniedName = (name: string): boolean =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).some((part) => DENIED_PARTS.test(part))

/** A use has the name of its declaration, and is not counted again. */
function isDeclared(node: { start: number }, parent: unknown): boolean {
  if (!isNode(parent)) return false
  const is = (key: string) => isNode(parent[key]) && parent[key].start === node.start
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return is('id')
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return is('key')
    case 'Property':
      return is('value')
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return is('id') || (parent['params'] as unknown[]).includes(node)
    case 'ArrayPattern':
    case 'RestElement':
      return true
    case 'AssignmentPattern':
      return is('left')
    default:
      return false
  }
}

/** Solidity's comments and its texts; its names follow its own linter. */
function inSolidity(file: string, text: string): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    const [, comment = ''] = /^\s*(?:\/\/+|\*|\/\*\*)(.*)$|\/\/(.*)$/.exec(line) ?? []
    if (!DENIED_PHRASES.test(comment)) return []
    return [{ rule: 'denied-phrase', file, text: `${index + 1} ${comment.trim().slice(0, 100)}` }]
  })
}
