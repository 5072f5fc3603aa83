import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runsChromium } from './runsChromium.ts'

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
