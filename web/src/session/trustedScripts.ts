// The one Trusted Types policy of this client: it allows the addresses of its own worker scripts, and nothing else.

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

/** The service worker of the vault: a file and a folder of its own, so that it controls no page. */
const VAULT = { script: '/vault/vault-sw.js', scope: '/vault/' } as const
const OWN_SCRIPTS = /^\/assets\/(signer|beat)Worker-[\w-]+\.js$/

const isOwnScript = (url: string): boolean => {
  const { origin, pathname } = new URL(url, window.location.href)
  const isKnown = pathname === VAULT.script || OWN_SCRIPTS.test(pathname) || import.meta.env.DEV
  return origin === window.location.origin && isKnown
}

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    if (!isOwnScript(url)) throw new TypeError('not a script of this client')
    return url
  },
}

let policy: ScriptUrlPolicy | undefined

/** A browser without Trusted Types makes the same check. */
function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('connex', rules) ?? rules
  return policy.createScriptURL(url)
}

/** Starts one of our own worker scripts. */
export const startWorker = (url: string): Worker => new Worker(trusted(url), { type: 'module' })

/** The vault's service worker, if this browser already has it. */
export const findVaultWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(VAULT.scope)

/** Registers the vault's service worker, or checks for a newer version. */
export const registerVaultWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(trusted(VAULT.script), { scope: VAULT.scope, updateViaCache: 'none' })
