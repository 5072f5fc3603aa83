import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './run.ts'

const repository = join(import.meta.dirname, '..')
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'connex-setup-'))
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'tools/setup.mjs', 'tools/setup']) {
    await cp(join(repository, name), join(root, name), { recursive: true })
  }
})

afterAll(async () => {
  await rm(root, { recursive: true, force: true })
})

const setUp = (parameters: readonly string[], env: Record<string, string> = {}) =>
  run(process.execPath, [...parameters, 'tools/setup.mjs', 'check'], {
    cwd: root,
    env: { npm_execpath: '', npm_lifecycle_event: 'precheck', ...env },
    limit: 80,
  })

describe('the set-up names in one sentence what prevents it', () => {
  test('a Node that is too old', async () => {
    const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'16.20.2'})"
    const { code, output } = await setUp(['--import', old])
    expect(code).toBe(1)
    expect(output).toBe('Node 16.20.2 is too old: install Node 18 or newer and run this again.\n')
  })

  test('a missing npm', async () => {
    const bin = join(root, 'bin')
    await mkdir(bin)
    await symlink(process.execPath, join(bin, 'node'))
    const { code, output } = await run('/bin/sh', ['-c', `PATH="${bin}" exec node tools/setup.mjs check`], {
      cwd: root,
      env: { npm_execpath: '' },
    })
    expect(code).toBe(1)
    expect(output.trim().split('\n').at(-1)).toBe('npm was not found: install it together with Node.')
  })

  test('a registry that cannot be reached, after seconds rather than minutes; and counts as a failed test run', async () => {
    const { code, output } = await setUp([], {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(root, 'cache'),
      npm_lifecycle_event: 'pretest',
    })
    expect(code).toBe(1)
    expect(output).toContain('The package registry cannot be reached')
    expect(output.trim().split('\n').at(-1)).toBe('0 passed, 1 failed')
  })
})

test('what is set up is left alone, within a second; what changed is set up again', async () => {
  const lock = { name: 'empty', lockfileVersion: 3, packages: { '': { name: 'empty' } } }
  await writeFile(join(root, 'package.json'), '{ "name": "empty" }\n')
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
  const first = await setUp([])
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Installing packages') as string })

  const started = performance.now()
  expect(await setUp([])).toMatchObject({ code: 0, output: '' })
  expect(performance.now() - started).toBeLessThan(1000)

  await writeFile(join(root, 'package-lock.json'), `${JSON.stringify(lock)}\n`)
  expect((await setUp([])).output).toContain('Installing packages')
})
