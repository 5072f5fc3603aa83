// Rules of imports that dependency-cruiser does not know, judged by the imports that it has read.
import { isTest } from './check.ts'
import type { Fault } from './check.ts'

export type Import = { resolved: string; dependencyTypes: readonly string[] }
/** The imports of each file. */
export type Imports = ReadonlyMap<string, readonly Import[]>

/**
 * Folders of one package that import each other, directly or through others: each import line between them counts. The
 * folders below src are judged as wholes, then all folders. A file in src itself is judged alone.
 */
export function folderCircles(imports: Imports): Fault[] {
  return ([roomOf, folderOf] as const).flatMap((placeOf) => {
    const edges = edgesBetween(imports, placeOf)
    const reachable = new Map([...edges.keys()].map((place) => [place, reach(edges, place)] as const))
    return [...edges].flatMap(([from, targets]) =>
      [...targets]
        .filter(([to]) => reachable.get(to)?.has(from) === true)
        .map(([to, line]) => ({
          rule: placeOf === roomOf ? 'room-circle' : 'folder-circle',
          file: from.split('/')[0] ?? '',
          text: ` ${from} → ${to} (${line})`,
        })),
    )
  })
}

type Edges = Map<string, Map<string, string>>

function edgesBetween(imports: Imports, placeOf: (file: string) => string): Edges {
  const edges: Edges = new Map()
  for (const [file, ofFile] of imports)
    for (const { resolved } of ofFile) {
      const [from, to] = [placeOf(file), placeOf(resolved)]
      if (from === to || from.split('/')[0] !== to.split('/')[0] || isTest(file) || isTest(resolved)) continue
      const targets = edges.get(from) ?? new Map<string, string>()
      if (!targets.has(to)) targets.set(to, `${file} imports ${resolved}`)
      edges.set(from, targets)
    }
  return edges
}

function reach(edges: Edges, start: string): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let place = open.pop(); place !== undefined; place = open.pop())
    for (const next of edges.get(place)?.keys() ?? [])
      if (!reached.has(next)) {
        reached.add(next)
        open.push(next)
      }
  return reached
}

/** `sdk/src/http/retry.ts` → `sdk/src/http`, and for any depth below it the same. */
function roomOf(file: string): string {
  const [folder = '', next = '', ...rest] = file.split('/')
  if (rest.length === 0) return file
  if (!['src', 'script', 'test'].includes(next)) return `${folder}/${next}`
  return rest.length === 1 ? file : `${folder}/${next}/${rest[0]}`
}

function folderOf(file: string): string {
  const place = roomOf(file)
  return place === file ? file : file.slice(0, file.lastIndexOf('/'))
}

/** The first table of the client reads alone: it must not wait for the code that writes to the ledger. */
export function ledgerInReads(imports: Imports): Fault[] {
  return [...imports.keys()]
    .filter((file) => /^sdk\/src\/.*queries[.]ts$/.test(file))
    .flatMap((file) => {
      const way = wayTo(imports, file, /^sdk\/src\/ledger\//)
      return way === undefined ? [] : [{ rule: 'ledger-in-reads', file, text: ` ${way.join(' → ')}` }]
    })
}

/** The shortest way of imports at run time from a file to one that fits. */
function wayTo(imports: Imports, start: string, goal: RegExp): string[] | undefined {
  const ways = [[start]]
  const reached = new Set([start])
  for (const way of ways)
    for (const { resolved, dependencyTypes } of imports.get(way.at(-1) ?? '') ?? []) {
      if (dependencyTypes.includes('type-only') || reached.has(resolved)) continue
      if (goal.test(resolved)) return [...way, resolved]
      reached.add(resolved)
      ways.push([...way, resolved])
    }
  return undefined
}
