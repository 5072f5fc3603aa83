import { spawnSync } from 'node:child_process'
import { findChromium } from './findChromium.ts'

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
