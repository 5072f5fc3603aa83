import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The browser that the tests drive: CHROMIUM_PATH, the one inside an npm package, an installed one, or the system's package, in
 * this order. So the versions of the packages say which one it is, whatever is installed, and however the tests follow each other.
 */
export async function chromiumPath(): Promise<string> {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted !== undefined && wanted !== '') return wanted
  const found = (await unpackChromium()) ?? findChromium() ?? installChromium()
  if (found !== undefined) return found
  throw new Error('No browser to test with: install Chromium or Chrome, or name one in CHROMIUM_PATH.')
}

/** One with windows and tabs that can be hidden, which the one inside the npm package has not. */
export function windowedChromiumPath(): string {
  const found = findChromium() ?? installChromium()
  if (found !== undefined) return found
  throw new Error('No browser with windows to test with: install Chromium or Chrome.')
}

/** What a browser in a test must not do: need a display, call home, or refuse to run as root. */
export const launchArguments: readonly string[] = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium or Chrome that starts; some systems have a placeholder of that name that does not. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...applications].filter((file) => existsSync(file)).find(runsChromium)
}

/** Debian's or Ubuntu's Chromium, where this process may install it. */
export function installChromium(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  process.stderr.write('Installing Chromium with apt-get …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' })
  if (install().status !== 0) {
    spawnSync('apt-get', ['update'], { env, stdio: 'ignore' })
    install()
  }
  return findChromium()
}

/** Whether the file is a browser that finds all its libraries. */
export function runsChromium(file: string): boolean {
  const { status, stdout } = spawnSync(file, ['--version', '--no-sandbox'], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return status === 0 && /Chrom/.test(stdout)
}

const cache = join(import.meta.dirname, '../node_modules/.cache')
const folder = join(cache, 'connex-chromium')
const launcher = join(folder, 'launch')

/**
 * The browser inside @sparticuz/chromium, unpacked once, or undefined where it does not run.
 *
 * The package unpacks into the temporary folder and takes a half-written file there for a whole one; so it
 * is given a folder of its own, which gets its name when it is complete. Its libraries and fonts are meant
 * for this browser alone: a launcher sets them, so that no other process sees them.
 */
export async function unpackChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(launcher)) {
    const part = `${folder}.${process.pid}`
    mkdirSync(part, { recursive: true })
    await unpackInto(part)
    writeFileSync(join(part, 'fonts/fonts.conf'), fonts)
    writeFileSync(join(part, 'launch'), script, { mode: 0o755 })
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  }
  return runsChromium(launcher) ? launcher : undefined
}

async function unpackInto(target: string): Promise<void> {
  const before = { ...process.env }
  // Read by the package when it is imported: without it the libraries stay packed.
  Object.assign(process.env, { TMPDIR: target, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

const script = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$here/fonts" XDG_CACHE_HOME="$here/cache" exec "$here/chromium" "$@"
`

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <config></config>
</fontconfig>
`
