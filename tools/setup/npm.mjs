import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from './errors.mjs'
import { findNode } from './findNode.mjs'
import { hashFiles, lockFile, modules, readStamp, root, writeStamp } from './folder.mjs'
import { runStep } from './runStep.mjs'

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
  // npm is not clear about a folder that cannot be written.
  accessSync(root, constants.W_OK)
  writeStamp('install', undefined)
  if (missingFolders(locked).length > 0) checkSpace(neededBytes)
  await npm(process.execPath, 'Installing packages', installation, count)
  // Where the disk is full npm may still say that all went well.
  checkSpace(1_000_000)
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

const offline = 'npm error code ENETUNREACH'

async function npm(node, title, parameters, detail = () => '') {
  const aborter = new AbortController()
  const install = runStep(title, ...npmCommand(node, parameters), { detail, node, signal: aborter.signal })
  const endWhereOffline = async () => {
    if (detail().startsWith(': 0 of') && (await isOffline(node))) aborter.abort()
  }
  const probe = setTimeout(() => void endWhereOffline(), 10_000)
  try {
    const { code, output } = await install
    if (code === 0) return
    if (!isExplained(output) && (await isOffline(node))) throw new SetupError(explainNpm(offline))
    throw new SetupError(explainNpm(output))
  } catch (error) {
    if (aborter.signal.aborted) throw new SetupError(explainNpm(offline))
    if (error.code === 'ENOENT') throw new SetupError('npm was not found: install it together with Node.')
    throw error
  } finally {
    clearTimeout(probe)
  }
}

// npm goes on trying for minutes, package by package, where it reaches nothing at all.
async function isOffline(node) {
  const look = [
    'view',
    'typescript',
    'version',
    '--prefer-online',
    '--fetch-retries=0',
    '--fetch-timeout=10000',
  ]
  const { code, output } = await runStep('Looking for the registry', ...npmCommand(node, look), { node })
  return code !== 0 && isNetworkError(output)
}

function npmCommand(node, parameters) {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.c?js$/.test(running)) return [node, [running, ...parameters]]
  return ['npm', parameters]
}

function checkSpace(needed) {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= needed) return
  const available = Math.round((bavail * bsize) / 1e6)
  throw new SetupError(`Only ${available} MB are free on this disk and the installation needs about 1.5 GB.`)
}

/** What the lock names for this platform: folders of packages, and the names of the top ones' commands. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
  const entries = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && fits(entry),
  )
  const folders = entries.map(([path]) => join(root, path))
  const commands = entries
    .filter(([path]) => path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0)
    .flatMap(([, entry]) => Object.keys(entry.bin ?? {}))
  return { folders, commands: [...new Set(commands)] }
}

// An optional package without a platform belongs to a fallback that this platform does not need.
function fits({ os, cpu, libc, optional }) {
  if (!os) return !optional
  return (
    os.includes(process.platform) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes('glibc'))
  )
}

const missingFolders = ({ folders }) => folders.filter((folder) => !existsSync(join(folder, 'package.json')))

const missingCommands = ({ commands }) =>
  commands.filter(
    (name) => !existsSync(join(modules, '.bin', process.platform === 'win32' ? `${name}.cmd` : name)),
  )

const network =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|network/i

const isNetworkError = (output) => network.test(output)

const reasons = [
  [/ENOSPC/, 'There is no space left on the disk: free about 1.5 GB and run this again.'],
  [
    /EACCES|EPERM/,
    'This folder cannot be written by the current user: change its owner or clone it elsewhere.',
  ],
  [/EROFS/, 'This folder is on a read-only disk: clone it where files can be written.'],
  [
    network,
    'The package registry cannot be reached: check the network and the registry and proxy settings of npm.',
  ],
  [/E401|E403|ENEEDAUTH/, 'The package registry refuses access: check the registry settings of npm.'],
  [/E404|ETARGET|ENOVERSIONS/, 'The package registry does not have a package that the lock file names'],
  [/EINTEGRITY/, 'The registry sent a package that differs from the one in the lock file'],
]

/** Whether npm printed why it failed, which it sometimes does not. */
const isExplained = (output) => reasons.some(([pattern]) => pattern.test(output))

/** One sentence for why `npm install` failed, from what it printed. */
function explainNpm(output) {
  const code = /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? ''
  const [, sentence] =
    reasons.find(([pattern]) => pattern.test(code)) ?? reasons.find(([pattern]) => pattern.test(output)) ?? []
  if (sentence?.endsWith('.')) return sentence
  const detail = output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, '').trim())
    .filter((line) => line && !line.startsWith('code ') && !line.includes('complete log'))
    .slice(0, 2)
    .join(' ')
  return `${sentence ?? 'npm could not install the packages'}: ${detail || 'it gave no reason'}`
}
