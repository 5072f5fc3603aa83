import { findNode } from './findNode.mjs'
import { hashFiles } from './hashFiles.mjs'
import { root } from './paths.mjs'
import { runStep } from './runStep.mjs'
import { SetupError } from './SetupError.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const sources = ['contracts/src', 'contracts/script/generate.ts', 'contracts/script/generate']

/**
 * Compiles the contracts and writes contracts/generated anew where the sources have changed since the last
 * set-up. What a fresh clone brings is taken as it was committed: `npm run check` proves that it fits.
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
