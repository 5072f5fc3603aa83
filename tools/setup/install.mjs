import { statfsSync } from 'node:fs'
import { explainNpm } from './explainNpm.mjs'
import { findNode } from './findNode.mjs'
import { hashFiles } from './hashFiles.mjs'
import { lockedPackages, missingCommands, missingFolders } from './lockedPackages.mjs'
import { root } from './paths.mjs'
import { runStep } from './runStep.mjs'
import { SetupError } from './SetupError.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const neededBytes = 1_500_000_000

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']

// `install` and not `ci`, which refuses locks that lack another platform's optional packages. The lock is
// read, never written. No package here needs its install script, so none is run, whatever the npm.
const installation = [
  'install',
  '--no-save',
  ...quiet,
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
]

/** Installs what the lock file names, unless that is what the last set-up installed. */
export async function install() {
  const wanted = `${process.platform}-${process.arch} ${hashFiles(root, ['package-lock.json'])}`
  const locked = lockedPackages()
  if (readStamp('install') === wanted && missingCommands(locked).length === 0) return

  const total = locked.folders.length
  const count = () => `: ${total - missingFolders(locked).length} of ${total}`
  if (missingFolders(locked).length > 0) checkSpace()
  await npm(process.execPath, 'Installing packages', installation, count)
  const node = findNode()

  // npm skips an optional package that asks for a newer Node than npm itself runs on; and up to version 10
  // it removes a command that another platform's package would have brought too. Both are mended on the
  // bundled Node.
  if (missingFolders(locked).length > 0) await npm(node, 'Completing the packages', installation, count)
  if (missingCommands(locked).length > 0) await npm(node, 'Linking commands', ['rebuild', ...quiet])
  const missing = missingCommands(locked)
  if (missing.length > 0) throw new SetupError(`npm did not install these commands: ${missing.join(', ')}.`)
  writeStamp('install', wanted)
}

async function npm(node, title, parameters, detail) {
  const running = process.env.npm_execpath
  const found = running && /npm-cli\.c?js$/.test(running)
  const { code, output } = await runStep(
    title,
    found ? node : 'npm',
    found ? [running, ...parameters] : parameters,
    { detail, shell: !found && process.platform === 'win32', node },
  ).catch((error) => {
    throw error.code === 'ENOENT'
      ? new SetupError('npm was not found: install it together with Node.')
      : error
  })
  if (code !== 0) throw new SetupError(explainNpm(output))
}

function checkSpace() {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= neededBytes) return
  const free = Math.round((bavail * bsize) / 1e6)
  throw new SetupError(`Only ${free} MB are free on this disk and the installation needs about 1.5 GB.`)
}
