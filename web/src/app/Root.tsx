import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { fetchPart } from '../lib/fetchPart.ts'
import { LoginScreen } from '../features/login/LoginScreen.tsx'
import type { Enter } from '../features/login/useUnlock.ts'
import { t } from '../messages/t.ts'
import { readProduct, subscribeProduct } from './configuration.ts'
import { keepDoor } from './keepDoor.ts'
import { LoginLayout } from './layouts/LoginLayout.tsx'
import { Opening } from './layouts/Opening.tsx'
import { defaultProduct, type Product } from './product.ts'
import { readSession, signOut, subscribeSession, type SignedOut } from './session.ts'

/** Fetched when it is wanted: the page is painted and written to before that. */
const enter: Enter = async (...given) => (await import('./enter.ts')).enter(...given)

const Application = lazy(() => fetchPart(() => import('./Application.tsx')))

/**
 * The door of the house. Whoever is not signed in stands before the login, whatever the address; router, tables and
 * the rest are fetched behind it, and dropped with all that they hold when the session ends.
 */
export function Root() {
  const session = useSyncExternalStore(subscribeSession, readSession, readSession)
  const product = useSyncExternalStore(subscribeProduct, readProduct, () => defaultProduct)
  if (session.status === 'signedOut') return <Door session={session} product={product} />
  return (
    <Suspense fallback={<Opening />}>
      <Application session={session} product={product} />
    </Suspense>
  )
}

function Door({ session, product }: { session: SignedOut; product: Product }) {
  // The address is kept once the router, which also listens to it, is gone.
  useEffect(() => keepDoor(session), [session])
  return (
    <LoginLayout product={product}>
      <LoginScreen
        helpUrl={product.helpUrl}
        notice={noticeOf(session)}
        enter={enter}
        onLogout={() => signOut('loggedOut')}
      />
    </LoginLayout>
  )
}

function noticeOf({ reason }: SignedOut): string | undefined {
  if (reason === 'fresh') return undefined
  return reason === 'loggedOut' ? t('Login.logged_out') : t('Login.session_ended')
}
