import { readProduct, subscribeProduct } from './configuration.ts'
import { loginAddress } from './returnPath.ts'
import { readSession, subscribeSession } from './session.ts'

/** While nobody is signed in the address is /login, with the way back, and the title the product's alone. */
export function keepDoor(): void {
  if (typeof window === 'undefined') return
  const keep = () => {
    const session = readSession()
    if (session.status === 'signedIn') return
    document.title = readProduct().name
    const { pathname, search, hash } = window.location
    if (pathname === '/login') return
    // Who logs out himself begins anew; whose session ended goes on where he was.
    const address = session.reason === 'loggedOut' ? '/login' : loginAddress(pathname + search + hash)
    window.history.replaceState(null, '', address)
  }
  keep()
  subscribeSession(keep)
  subscribeProduct(keep)
  window.addEventListener('popstate', keep)
}
