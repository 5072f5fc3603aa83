import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rooms } from './check.ts'

const repository = join(import.meta.dirname, '../..')

const settings =
  'tsconfig.base.json tsconfig.json knip.json .gitignore .npmrc .oxlintrc.json .prettierrc.json .prettierignore .dependency-cruiser.cjs'

/**
 * A folder with a small monorepo under this repository's own settings, in which a test plants what a check
 * must find.
 */
export async function createSampleTree(files: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'connex-checks-'))
  for (const file of settings.split(' ')) await cp(join(repository, file), join(root, file))
  for (const folder of [...rooms, 'testkit', 'ledgers', 'rehearsal', 'bench', 'e2e', 'tools'])
    await furnish(root, folder)
  await linkModules(root)
  for (const [file, text] of Object.entries({ 'package-lock.json': lockOf(uses), ...monorepo, ...files })) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  return root
}

/** A room's settings without its sources, and without the packages that these few sources do not use. */
async function furnish(root: string, folder: string): Promise<void> {
  await mkdir(join(root, folder))
  const names = (await readdir(join(repository, folder))).filter((name) => /^tsconfig.*[.]json$/.test(name))
  for (const name of names) await cp(join(repository, folder, name), join(root, folder, name))
  if (!rooms.includes(folder)) return
  const { name, type, exports } = JSON.parse(
    await readFile(join(repository, folder, 'package.json'), 'utf8'),
  ) as Room
  const scripts = folder === 'contracts' ? { generate: 'node script/generate.ts' } : {}
  const room = { name, type, exports, scripts, dependencies: uses[folder] }
  await writeFile(join(root, folder, 'package.json'), `${JSON.stringify(room, null, 2)}\n`)
}

type Room = { name: string; type: string; exports: Record<string, string> }

const uses: Record<string, Record<string, string>> = {
  protocol: { '@connex/contracts': '*' },
  sdk: { '@connex/protocol': '*' },
  node: { '@connex/protocol': '*' },
  web: { '@connex/sdk': '*', vite: '*' },
  cli: { '@connex/node': '*' },
}

const lockOf = (rooms: typeof uses): string =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(rooms).map(([room, dependencies]) => [room, { dependencies }]),
    ),
  })

/** Every installed package, but the rooms of this tree instead of the repository's. */
async function linkModules(root: string): Promise<void> {
  const modules = join(root, 'node_modules')
  await mkdir(join(modules, '@connex'), { recursive: true })
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (name !== '@connex' && name !== '.cache') {
      await symlink(join(repository, 'node_modules', name), join(modules, name))
    }
  }
  for (const room of rooms) await symlink(join(root, room), join(modules, '@connex', room))
}

const monorepo: Record<string, string> = {
  'package.json': `${JSON.stringify({ name: 'sample', private: true, type: 'module', workspaces: [...rooms] }, null, 2)}\n`,
  'contracts/generated/index.ts': "export const abi = ['nothing'] as const\n",
  'contracts/script/deploy.ts': "export { abi } from '../generated/index.ts'\n",
  'contracts/script/generate.ts': "process.stdout.write('nothing\\n')\n",
  'contracts/generated/bytecode.ts': "export const bytecode = ['nothing'] as const\n",
  'protocol/src/index.ts': "import { abi } from '@connex/contracts'\n\nexport const names = abi\n",
  'sdk/src/index.ts':
    "import { names } from '@connex/protocol'\n\nexport const list = (): readonly string[] => names\n",
  'node/src/index.ts': "import { names } from '@connex/protocol'\n\nexport const served = names\n",
  'node/src/main.ts': "import { served } from './index.ts'\n\nprocess.stdout.write(served.join())\n",
  'web/src/main.tsx': "import { list } from '@connex/sdk'\n\ndocument.title = list().join()\n",
  'web/vite.config.ts': "import { defineConfig } from 'vite'\n\nexport default defineConfig({})\n",
  'cli/src/index.ts': "import { served } from '@connex/node'\n\nexport const output = served\n",
  'cli/src/main.ts': "import { output } from './index.ts'\n\nprocess.stdout.write(output.join())\n",
  'bench/run.ts': "process.stdout.write('measured')\n",
  'e2e/story.spec.ts': "import { output } from '@connex/cli'\n\nprocess.stdout.write(output.join())\n",
  'ledgers/suite/story.test.ts':
    "import { output } from '@connex/cli'\n\nprocess.stdout.write(output.join())\n",
  'rehearsal/run.ts': "import { output } from '@connex/cli'\n\nprocess.stdout.write(output.join())\n",
  'testkit/src/main.ts': "process.stdout.write('offered')\n",
  'tools/setup.mjs': "process.stdout.write('ready')\n",
  'tools/look.ts': "import { served } from '@connex/node'\n\nprocess.stdout.write(served.join())\n",
}
