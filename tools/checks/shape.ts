import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './check.ts'
import { filesOf } from './check.ts'

const limits = { lines: 500, median: 100, depth: 4, linesForAnEffect: 1000 }

const isSource = (file: string): boolean =>
  /^(contracts|protocol|sdk|node|web|cli|testkit|tools|e2e|bench)\/.*[.](tsx?|mjs|sol|css)$/.test(file) &&
  !/[.](test|spec)[.]tsx?$|[.]t[.]sol$|^contracts\/(generated|test)\//.test(file)

/** Small files in shallow folders: none over 500 lines, a median of about 80, four folders under src. */
export const shape: Check = {
  name: 'shape',
  judge: async (root) => {
    const files = (await filesOf(root)).filter(isSource)
    const sizes = (await Promise.all(files.map((file) => measure(root, file)))).filter(
      ({ lines }) => lines > 0,
    )
    const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    const problems = [
      ...(sizes.length === 0 ? ['no source file was found'] : []),
      ...(median > limits.median ? [`the median file has ${median} lines, more than ${limits.median}`] : []),
      ...sizes
        .filter(({ lines }) => lines > limits.lines)
        .map(({ file, lines }) => `${file} has ${lines} lines, more than ${limits.lines}`),
      ...tooManyEffects(sizes.filter(({ file }) => /^web\/src\/.*[.]tsx?$/.test(file))),
      ...files
        .filter((file) => depthOf(file) > limits.depth)
        .map((file) => `${file} lies ${depthOf(file)} folders deep, more than ${limits.depth}`),
    ]
    return { ok: problems.length === 0, output: problems.join('\n') }
  },
}

/** How many folders lie between a room's src (or the room) and the file. */
function depthOf(file: string): number {
  const folders = file.split('/').slice(1, -1)
  return folders[0] === 'src' ? folders.length - 1 : folders.length
}

type Size = { file: string; lines: number; effects: number }

async function measure(root: string, file: string): Promise<Size> {
  const text = await readFile(join(root, file), 'utf8').catch(() => '')
  const effects = text.match(/\buse(Layout|Insertion)?Effect\(/g) ?? []
  return { file, lines: text.split('\n').length - 1, effects: effects.length }
}

/** Effects are for what lies outside React; state that is fetched or derived in one belongs elsewhere. */
function tooManyEffects(sizes: readonly Size[]): string[] {
  const effects = sizes.reduce((sum, size) => sum + size.effects, 0)
  const lines = sizes.reduce((sum, size) => sum + size.lines, 0)
  const allowed = Math.ceil(lines / limits.linesForAnEffect)
  if (effects <= allowed) return []
  const where = sizes.filter((size) => size.effects > 0).map(({ file }) => file)
  return [`web has ${effects} effects in ${lines} lines, more than ${allowed}: ${where.join(', ')}`]
}
