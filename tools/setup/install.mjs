import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from './hashFiles.mjs'
import { explainNpm } from './explainNpm.mjs'
import { lockFile, modules, root } from './paths.mjs'
import { runStep } from './runStep.mjs'
import { SetupError } from './SetupError.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const neededBytes = 1_500_000_000

/** Installs what the lock file names, unless that is what the last set-up installed. */
export async function install() {
  const wanted = `${process.platform}-${process.arch} ${hashFiles(root, ['package-lock.json'])}`
  if (readStamp('install') === wanted) return
  checkSpace()

  const [command, before, shell] = findNpm()
  const { code, output } = await runStep('Installing packages', command, [...before, ...parameters], {
    detail: countInstalled(),
    shell,
  }).catch((error) => {
    throw error.code === 'ENOENT'
      ? new SetupError('npm was not found: install it together with Node.')
      : error
  })
  if (code !== 0) throw new SetupError(explainNpm(output))
  writeStamp('install', wanted)
}

// `install` and not `ci`, which refuses locks that lack another platform's optional packages. The lock is
// read, never written. No package here needs its install script, so none is run, whatever the npm.
const parameters = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
]

function findNpm() {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.c?js$/.test(running)) return [process.execPath, [running], false]
  return ['npm', [], process.platform === 'win32']
}

function checkSpace() {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= neededBytes || existsSync(join(modules, '.bin'))) return
  const free = Math.round((bavail * bsize) / 1e6)
  throw new SetupError(`Only ${free} MB are free on this disk and the installation needs about 1.5 GB.`)
}

function countInstalled() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const fits = ({ os, cpu, libc }) =>
    (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc?.includes('musl')
  const folders = Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && fits(entry))
    .map(([path]) => join(root, path, 'package.json'))
  return () => `: ${folders.filter((file) => existsSync(file)).length} of ${folders.length}`
}
