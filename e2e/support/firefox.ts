// An installed Firefox, driven by Playwright over WebDriver BiDi: docs/decisions/0022-firefox.md
import { spawnSync } from 'node:child_process'
import { firefox } from '@playwright/test'
import type { Browser } from '@playwright/test'

/** FIREFOX_PATH, or the Firefox that is installed; undefined where there is none. */
export function findFirefox(): string | undefined {
  const wanted = process.env['FIREFOX_PATH']
  return (wanted === undefined ? ['firefox-esr', 'firefox'] : [wanted]).map(locate).find(Boolean)
}

/** `locate('firefox-esr')` → '/usr/bin/firefox-esr', if it starts. */
function locate(name: string): string | undefined {
  const { stdout } = spawnSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' })
  const file = stdout.trim()
  if (file === '') return undefined
  const { status, stdout: version } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && version.includes('Firefox') ? file : undefined
}

const QUIET = {
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** A headless Firefox with a profile of its own, which does not call home. */
export async function launchFirefox(executablePath: string): Promise<Pick<Browser, 'newContext' | 'close'>> {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs: QUIET })
  acceptMissingCommand(browser)
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      await context.addInitScript(insertText)
      return context
    },
    close: () => browser.close(),
  }
}

type Session = { send: (method: string, parameters?: object) => Promise<unknown> }
type Internals = { _connection: { toImpl: (browser: Browser) => { _browserSession: Session } } }

/** Playwright sends it for every context, and Firefox 153 does not know it. */
const MISSING = 'emulation.setMediaFeaturesOverride'

function acceptMissingCommand(browser: Browser): void {
  const { _browserSession } = (browser as unknown as Internals)._connection.toImpl(browser)
  // Every page has a session of the same class.
  const sessions = Object.getPrototypeOf(_browserSession) as Session
  const { send } = sessions
  sessions.send = function (method, parameters) {
    return method === MISSING ? Promise.resolve({}) : send.call(this, method, parameters)
  }
}

/** Runs in the page. Playwright fills a field by setting its value, which React does not notice; this types the text. */
function insertText(): void {
  const insert = (text: string): void => {
    // Only what the browser itself inserts opens a list of options. Nothing has replaced this command yet.
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand('insertText', false, text)
  }
  // Playwright assigns its own function, after this one.
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} })
}
