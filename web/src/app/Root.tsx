import type { LockReason } from '@connex/sdk'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { LoginScreen } from '../features/login/LoginScreen.tsx'
import type { Enter } from '../features/login/useUnlock.ts'
import { importWithRetry } from '../lib/importWithRetry.ts'
import type { MessageKey } from '../messages/Messages.ts'
import { t, tLoose } from '../messages/t.ts'
import { defaultProduct, readProduct, subscribeProduct, type Product } from '../session/configuration.ts'
import { importForLogin, loginFailure } from '../session/loginFailure.ts'
import { syncLoginUrl } from '../session/loginUrl.ts'
import { rememberedFile } from '../session/rememberedFile.ts'
import { readSession, signOut, subscribeSession, type SignedOut } from '../session/session.ts'
import { canKeepSession, findVault } from '../session/vault.ts'
import { LoginLayout } from './layouts/LoginLayout.tsx'
import { Opening } from './layouts/Opening.tsx'

export const loadApplication = () => import('./Application.tsx')
const Application = lazy(() => importWithRetry(loadApplication))

/** Imported with the first attempt: the page is painted, and can be typed into, before that. */
const login: Enter = async (file, password, control) => {
  const session = await importForLogin(() => import('../session/login.ts'))
  await session.login(file, password, { ...control, loadScreens: loadApplication })
}

/** Shown by the built page, whoever opens it. */
const FRESH: SignedOut = { status: 'signedOut', reason: 'fresh' }

/**
 * The login at every address while nobody is signed in, otherwise the application. The application is imported after the
 * login, and unmounted with all its state when the session ends.
 */
export function Root() {
  const session = useSyncExternalStore(subscribeSession, readSession, () => FRESH)
  const product = useSyncExternalStore(subscribeProduct, readProduct, () => defaultProduct)
  if (session.status === 'restoring') return <Opening />
  if (session.status === 'signedOut') return <LoginPage session={session} product={product} />
  return (
    <Suspense fallback={<Opening />}>
      <Application session={session} product={product} />
    </Suspense>
  )
}

/** The abilities of a browser do not change. */
const subscribeNothing = () => () => undefined

function LoginPage({ session, product }: { session: SignedOut; product: Product }) {
  const outlivesPage = useSyncExternalStore(subscribeNothing, canKeepSession, () => true)
  // An effect, because the router must first stop listening to the address.
  useEffect(() => syncLoginUrl(session), [session])
  return (
    <LoginLayout product={product}>
      <LoginScreen
        helpUrl={product.helpUrl}
        outlivesPage={outlivesPage}
        notice={noticeOf(session)}
        refused={session.refusal && loginFailure(session.refusal)}
        enter={login}
        remembered={rememberedFile}
        onLogout={() => void lockWallet()}
      />
    </LoginLayout>
  )
}

const NOTICES: Partial<Record<LockReason, MessageKey>> = {
  loggedOut: 'Login.logged_out_elsewhere',
  idle: 'Login.ended_idle',
  tooLong: 'Login.ended_too_long',
  otherWallet: 'Login.ended_other_wallet',
}

function noticeOf({ reason, because }: SignedOut): string | undefined {
  if (reason === 'fresh' || reason === 'refused') return undefined
  if (reason === 'unreachable') return t('Login.unreachable')
  if (reason === 'loggedOut') return t('Login.logged_out')
  const known = because === undefined ? undefined : NOTICES[because]
  return tLoose(known ?? 'Login.session_ended', {})
}

/** Locks the wallet that is unlocked here or in another tab. */
async function lockWallet(): Promise<void> {
  signOut('loggedOut')
  const vault = await findVault()
  const status = await vault?.status()
  if (status?.isUnlocked === true) await vault?.lock(status.address)
}
