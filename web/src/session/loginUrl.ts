// Where one was going when one had to log in first. Kept in the address, so that it survives a reload.
import { readProduct, subscribeProduct } from './configuration.ts'
import type { SignedOut } from './session.ts'

const PARAMETER = 'return'

/** `loginAddress('/holdings?page=2')` → '/login?return=%2Fholdings%3Fpage%3D2' */
export const loginAddress = (wanted: string): string =>
  wanted === '/' || isLogin(wanted) ? '/login' : `/login?${PARAMETER}=${encodeURIComponent(wanted)}`

/** The login itself is nowhere to go back to; what lies below it is a page like any other that is not there. */
const isLogin = (wanted: string): boolean => /^\/login($|[?#])/.test(wanted)

/** The way back, if it leads into this client; else the custodians. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get(PARAMETER) ?? ''
  const isOwn = /^\/(?![/\\])/.test(wanted) && !isLogin(wanted) && !/[\\\s]/.test(wanted)
  return isOwn ? wanted : '/custodians'
}

/** While nobody is signed in the address is /login, with the way back, and the title the product's alone. */
export function syncLoginUrl({ reason }: SignedOut): () => void {
  const keep = () => {
    document.title = readProduct().name
    const { pathname, search, hash } = window.location
    if (pathname === '/login') return
    // Who logs out himself begins anew; whose session ended goes on where he was.
    const address = reason === 'loggedOut' ? '/login' : loginAddress(pathname + search + hash)
    window.history.replaceState(null, '', address)
  }
  keep()
  const unsubscribe = subscribeProduct(keep)
  window.addEventListener('popstate', keep)
  return () => {
    unsubscribe()
    window.removeEventListener('popstate', keep)
  }
}
