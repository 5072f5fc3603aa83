// The one Trusted Types policy of this client: the addresses of its own worker scripts, and nothing else.

type ScriptUrlPolicy = { createScriptURL: (url: string) => string }
type PolicyFactory = { createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy }

const OWN_WORKERS = /^\/assets\/signerWorker-[\w-]+\.js$/

const isOwnWorker = (url: string): boolean => {
  const { origin, pathname } = new URL(url, window.location.href)
  return origin === window.location.origin && (OWN_WORKERS.test(pathname) || import.meta.env.DEV)
}

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    if (!isOwnWorker(url)) throw new TypeError('not a script of this client')
    return url
  },
}

let policy: ScriptUrlPolicy | undefined

/** Starts one of our own worker scripts. Where the browser knows no Trusted Types, the same check is made. */
export function startWorker(url: string): Worker {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('connex', rules) ?? rules
  return new Worker(policy.createScriptURL(url), { type: 'module' })
}
