// The address of the login. It carries the page to return to, so that a reload does not lose it.
import { readProduct, subscribeProduct } from './configuration.ts'
import type { SignedOut } from './session.ts'

const PARAMETER = 'return'

/** `loginAddress('/holdings?page=2')` → '/login?return=%2Fholdings%3Fpage%3D2' */
export const loginAddress = (path: string): string =>
  path === '/' || isLogin(path) ? '/login' : `/login?${PARAMETER}=${encodeURIComponent(path)}`

/** There is no returning to the login itself. A path below it is an unknown page like any other. */
const isLogin = (path: string): boolean => /^\/login($|[?#])/.test(path)

/** The page to return to, if it belongs to this client; otherwise the custodians. */
export function returnPath(search: string): string {
  const path = new URLSearchParams(search).get(PARAMETER) ?? ''
  const isOwn = /^\/(?![/\\])/.test(path) && !isLogin(path) && !/[\\\s]/.test(path)
  return isOwn ? path : '/custodians'
}

/**
 * While nobody is signed in, the address is /login with the page to return to, and the title is the product's name. Until
 * the returned function is called.
 */
export function syncLoginUrl({ reason }: SignedOut): () => void {
  const sync = () => {
    document.title = readProduct().name
    const { pathname, search, hash } = window.location
    if (pathname === '/login') return
    // After a logout the next user starts fresh; after a session has ended, its user returns to the same page.
    const address = reason === 'loggedOut' ? '/login' : loginAddress(pathname + search + hash)
    window.history.replaceState(null, '', address)
  }
  sync()
  const unsubscribe = subscribeProduct(sync)
  window.addEventListener('popstate', sync)
  return () => {
    unsubscribe()
    window.removeEventListener('popstate', sync)
  }
}
