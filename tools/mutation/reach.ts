// Which tests run the code that a mutant changes: the whole everyday run once, in which each place says that it was reached.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNode, parseSource, walkSource } from '../checks/source.ts'
import type { SyntaxNode } from '../checks/source.ts'
import { run } from '../run.ts'
import type { Mutant } from './mutants.ts'

/** By mutant, the test files that reach its place. */
export type Reach = ReadonlyMap<string, ReadonlySet<string>>

type Place = Pick<Mutant, 'id' | 'start' | 'end'>
type Insertion = { at: number; text: string; isEnd: boolean }

const RUN_LIMIT = 3600

/** Names the running test file to the marks, also in the processes that the test starts. */
const NAME_TEST_FILE = `import { expect } from 'vitest'
process.env['CONNEX_TEST_FILE'] = expect.getState().testPath ?? ''
`

/** Runs the everyday tests of `folder` once, in which every mutant's place has a mark. The files are as before at the end. */
export async function measureReach(folder: string, mutants: readonly Mutant[]): Promise<Reach> {
  const reached = join(folder, 'test-results', 'reached.txt')
  const setUp = join(folder, 'test-results', 'nameTestFile.ts')
  const texts = new Map<string, string>()
  await mkdir(dirname(reached), { recursive: true })
  await writeFile(reached, '')
  await writeFile(setUp, NAME_TEST_FILE)
  try {
    for (const [file, places] of Map.groupBy(mutants, (mutant) => mutant.file)) {
      const text = await readFile(join(folder, file), 'utf8')
      texts.set(file, text)
      await writeFile(join(folder, file), markPlaces(file, text, places))
    }
    await run('vitest', ['run', '--maxWorkers=3', '--reporter=dot'], {
      cwd: folder,
      env: { CONNEX_REACHED: reached, CONNEX_SETUP_FILE: setUp },
      limit: RUN_LIMIT,
    })
  } finally {
    for (const [file, text] of texts) await writeFile(join(folder, file), text)
  }
  return parseReach(await readFile(reached, 'utf8'), folder)
}

export function parseReach(lines: string, folder: string): Reach {
  const reach = new Map<string, Set<string>>()
  for (const line of lines.split('\n')) {
    const [id = '', test = ''] = line.split(' ')
    if (test.startsWith(`${folder}/`))
      reach.set(id, (reach.get(id) ?? new Set()).add(test.slice(folder.length + 1)))
  }
  return reach
}

/** Of the tests that could reach a place those that do, the nearest first, and the nearest ones in any case: what a module
 * runs while it loads is reached by the first test of a process alone. */
export function reachingTests(related: readonly string[], reached?: ReadonlySet<string>): string[] {
  if (reached === undefined) return [...related]
  const near = related.filter((test, index) => index < 3 || reached.has(test))
  return [...new Set([...near, ...reached])]
}

/** The text with a mark for each place in the innermost block or arrow function around it. Code outside functions runs once
 * for many test files, so it has none. */
export function markPlaces(file: string, text: string, places: readonly Place[]): string {
  const bodies = new Map<string, SyntaxNode>()
  walkSource(parseSource(file, text).program, (node, parents) => {
    const parent = parents.at(-1)
    const isArrow = parent?.type === 'ArrowFunctionExpression' && parent['body'] === node
    if (node.type !== 'BlockStatement' && node.type !== 'FunctionBody' && !isArrow) return
    for (const { id, start, end } of places) if (node.start <= start && end <= node.end) bodies.set(id, node)
  })
  const insertions = [...bodies].flatMap(([id, body]) => marksOf(id, body, text))
  return insertions
    .toSorted((a, b) => b.at - a.at || Number(a.isEnd) - Number(b.isEnd))
    .reduce((marked, { at, text: inserted }) => marked.slice(0, at) + inserted + marked.slice(at), text)
}

function marksOf(id: string, body: SyntaxNode, text: string): Insertion[] {
  if (isNode(body) && text[body.start] === '{' && /BlockStatement|FunctionBody/.test(body.type))
    return [{ at: body.start + 1, text: `${mark(id)};`, isEnd: false }]
  return [
    { at: body.start, text: `(${mark(id)}, `, isEnd: false },
    { at: body.end, text: ')', isEnd: true },
  ]
}

/** Also runs in processes that a test starts, which have its environment. */
const mark = (id: string): string =>
  `((globalThis as any).reachedPlaces ??= new Set()).has('${id} ' + process.env['CONNEX_TEST_FILE']) || ((globalThis as any).reachedPlaces.add('${id} ' + process.env['CONNEX_TEST_FILE']), process.env['CONNEX_REACHED'] && (process as any).getBuiltinModule('node:fs').appendFileSync(process.env['CONNEX_REACHED'], '${id} ' + process.env['CONNEX_TEST_FILE'] + '\\n'))`
