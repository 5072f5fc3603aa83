// What each command needs. `check` and `test` judge the generated files as they are committed, and
// `test` builds the client as one of its counted steps.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './errors.mjs'
import { findNode } from './findNode.mjs'
import { hashFiles, readStamp, root, writeStamp } from './folder.mjs'
import { install } from './npm.mjs'
import { runStep } from './runStep.mjs'

const steps = {
  start: [install, generateContracts, buildWeb],
  dev: [install, generateContracts],
  check: [install],
  test: [install],
  build: [install, generateContracts, buildWeb],
}

/** Makes the folder ready for a command; does nothing, quickly, where nothing has changed. */
export async function prepare(command) {
  for (const step of steps[command] ?? steps.start) await step()
}

const sources = ['contracts/src', 'contracts/script/generate.ts', 'contracts/script/generate']

/**
 * Compiles the contracts and regenerates contracts/generated if the sources have changed since the last set-up.
 * What a fresh clone brings is taken as it was committed: `npm run check` proves that it fits.
 */
export async function generateContracts() {
  const wanted = hashFiles(root, sources)
  const known = readStamp('contracts')
  if (known !== undefined && known !== wanted) await generate()
  if (known !== wanted) writeStamp('contracts', wanted)
}

async function generate() {
  const node = findNode()
  const { code, output } = await runStep('Compiling the contracts', node, ['contracts/script/generate.ts'], {
    node,
  })
  if (code !== 0)
    throw new SetupError(`The contracts could not be compiled.

${output.trim()}`)
}

const clientSources = ['web', 'sdk', 'protocol', 'contracts/src', 'contracts/generated', 'package-lock.json']
const built = (name) => !/\.(test\.tsx?|sol|md|tgz)$/.test(name)

/** Builds the web client into web/dist, unless it was built from these very clientSources. */
export async function buildWeb() {
  const wanted = hashFiles(root, clientSources, built)
  if (readStamp('web') === wanted && existsSync(join(root, 'web/dist/index.html'))) return
  const { code, output } = await runStep(
    'Building the web client',
    'npm',
    ['run', 'build', '--workspace', '@connex/web'],
    { node: findNode() },
  )
  if (code !== 0) throw new SetupError(`The web client could not be built.\n\n${output.trim()}`)
  writeStamp('web', wanted)
}
