// Lists that can grow: a new leg type, comment kind, day count, wallet format, kind or state of transfers, duty, or kind of
// message must be a type error wherever the code decides by it. A scratch copy gets one more member in each of these unions;
// unions.json lists for each the places that then fail to type-check.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unions } from './unions.ts'

const root = join(import.meta.dirname, '../..')
const packages = ['contracts', 'protocol', 'sdk', 'node', 'web', 'cli', 'testkit']
const checked = ['protocol', 'sdk', 'node', 'web', 'cli']

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'connex-unions-'))
  const tracked = execFileSync('git', ['ls-files', '-z', ...packages, 'tsconfig.base.json'], { cwd: root })
  for (const file of tracked.toString().split('\0').filter(Boolean))
    await cp(join(root, file), join(copy, file)).catch(() => undefined)
  await cp(join(root, 'contracts/generated'), join(copy, 'contracts/generated'), { recursive: true })
  await linkModules()
  for (const { file, after, added } of unions) {
    const text = await readFile(join(copy, file), 'utf8')
    await writeFile(join(copy, file), text.replace(after, after + added))
  }
}, 120_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

/** The packages of the copy see each other, and all else as here. */
async function linkModules(): Promise<void> {
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@connex'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@connex') await symlink(join(root, 'node_modules', name), join(modules, name))
  for (const name of packages) {
    await symlink(join(copy, name), join(modules, '@connex', name))
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) await symlink(own, join(copy, name, 'node_modules'))
  }
}

test('a new member of a list is a type error at each place that decides by it', async () => {
  const errors: TypeError[] = []
  for (const name of checked) errors.push(...(await errorsIn(name)))
  const members = unions.map(({ name, added }) => ({ name, member: /new_?\w+/i.exec(added)?.[0] ?? '' }))
  const naming = (member: string) => errors.filter(({ text }) => text.includes(member))
  const named = members.map(({ name, member }) => [name, placesOf(naming(member))] as const)
  const others = errors.filter(({ text }) => members.every(({ member }) => !text.includes(member)))
  const all = Object.fromEntries([...named, ['unnamed', placesOf(others)]])
  await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('./unions.json')
}, 300_000)

/** `{ place: 'protocol/src/entities/owes.ts INVESTOR_DUTIES', text: "… Property 'newDuty' is missing …" }` */
type TypeError = { place: string; text: string }

const placesOf = (errors: readonly TypeError[]): string[] =>
  [...new Set(errors.map(({ place }) => place))].toSorted()

/** The file and the declaration of each error, and what the compiler says. */
async function errorsIn(name: string): Promise<TypeError[]> {
  const options = ['-p', name, '--noEmit', '--incremental', 'false', '--pretty', 'false']
  const output = await new Promise<string>((resolve) => {
    const tsc = join(root, 'node_modules/.bin/tsc')
    execFile(tsc, options, { cwd: copy, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout))
  })
  const errors = [...output.matchAll(/^([^\s(]+)\((\d+),\d+\): error TS.*\n(?:[ ]+.*\n)*/gm)]
  return Promise.all(
    errors.map(async ([text, file = '', line = '']) => {
      const above = (await readFile(join(copy, file), 'utf8')).split('\n').slice(0, Number(line)).join('\n')
      const declared = [
        ...above.matchAll(
          /^(?:export )?(?:default )?(?:async )?(?:function|const|type|interface|class) (\w+)/gm,
        ),
      ]
      return { place: `${file} ${declared.at(-1)?.[1] ?? ''}`.trim(), text }
    }),
  )
}
