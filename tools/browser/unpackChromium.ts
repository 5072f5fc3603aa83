import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runsChromium } from './runsChromium.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache')
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
