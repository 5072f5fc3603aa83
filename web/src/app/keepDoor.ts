import { readProduct, subscribeProduct } from './configuration.ts'
import { loginAddress } from './returnPath.ts'
import type { SignedOut } from './session.ts'

/** While nobody is signed in the address is /login, with the way back, and the title the product's alone. */
export function keepDoor({ reason }: SignedOut): () => void {
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
