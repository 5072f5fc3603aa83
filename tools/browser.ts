import { findChromium } from './browser/findChromium.ts'
import { installChromium } from './browser/installChromium.ts'
import { unpackChromium } from './browser/unpackChromium.ts'

/**
 * The browser that the tests drive: CHROMIUM_PATH, an installed one, the one inside an npm package, or the
 * system's package, in this order. `CHROMIUM_PATH=bundled` passes over what is installed.
 */
export async function chromiumPath(): Promise<string> {
  const wanted = process.env['CHROMIUM_PATH']
  if (wanted !== undefined && wanted !== '' && wanted !== 'bundled') return wanted
  const found =
    (wanted === 'bundled' ? undefined : findChromium()) ?? (await unpackChromium()) ?? installChromium()
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
