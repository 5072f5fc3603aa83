import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findNode } from './findNode.mjs'
import { hashFiles } from './hashFiles.mjs'
import { root } from './paths.mjs'
import { runStep } from './runStep.mjs'
import { SetupError } from './SetupError.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const sources = ['web', 'sdk', 'protocol', 'contracts/src', 'contracts/generated', 'package-lock.json']
const built = (name) => !/\.(test\.tsx?|sol|md|tgz)$/.test(name)

/** Builds the web client into web/dist, unless it was built from these very sources. */
export async function buildWeb() {
  const wanted = hashFiles(root, sources, built)
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
