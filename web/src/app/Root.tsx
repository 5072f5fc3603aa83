import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { importWithRetry } from '../lib/importWithRetry.ts'
import { LoginScreen } from '../features/login/LoginScreen.tsx'
import { loginFailure, importForLogin } from '../session/loginFailure.ts'
import type { Enter } from '../features/login/useUnlock.ts'
import type { LockReason } from '@connex/sdk'
import type { MessageKey } from '../messages/Messages.ts'
import { t, tLoose } from '../messages/t.ts'
import { defaultProduct, readProduct, subscribeProduct } from '../session/configuration.ts'
import type { Product } from '../session/configuration.ts'
import { syncLoginUrl } from '../session/loginUrl.ts'
import { LoginLayout } from './layouts/LoginLayout.tsx'
import { Opening } from './layouts/Opening.tsx'
import { rememberedFile } from '../session/rememberedFile.ts'
import { canKeepSession, findVault } from '../session/vault.ts'
import { readSession, signOut, subscribeSession, type SignedOut } from '../session/session.ts'

export const loadApplication = () => import('./Application.tsx')

/** Fetched when it is wanted: the page is painted and written to before that. */
const enter: Enter = async (file, password, control) => {
  const session = await importForLogin(() => import('../session/login.ts'))
  await session.login(file, password, { ...control, loadScreens: loadApplication })
}

/** What a browser can do does not change. */
const never = () => () => undefined

/** What the built page shows, whoever looks at it. */
const FRESH: SignedOut = { status: 'signedOut', reason: 'fresh' }

const Application = lazy(() => importWithRetry(loadApplication))

/**
 * The door of the house. Whoever is not signed in stands before the login, whatever the address; router, tables and
 * the rest are fetched behind it, and dropped with all that they hold when the session ends.
 */
export function Root() {
  const session = useSyncExternalStore(subscribeSession, readSession, () => FRESH)
  const product = useSyncExternalStore(subscribeProduct, readProduct, () => defaultProduct)
  if (session.status === 'reopening') return <Opening />
  if (session.status === 'signedOut') return <Door session={session} product={product} />
  return (
    <Suspense fallback={<Opening />}>
      <Application session={session} product={product} />
    </Suspense>
  )
}

function Door({ session, product }: { session: SignedOut; product: Product }) {
  const isKept = useSyncExternalStore(never, canKeepSession, () => true)
  // The address is kept once the router, which also listens to it, is gone.
  useEffect(() => syncLoginUrl(session), [session])
  return (
    <LoginLayout product={product}>
      <LoginScreen
        helpUrl={product.helpUrl}
        isKept={isKept}
        notice={noticeOf(session)}
        refused={session.refusal && loginFailure(session.refusal)}
        enter={enter}
        remembered={rememberedFile}
        onLogout={() => void dropWallets()}
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

/** Drops any wallet that is unlocked, here or in another tab. */
async function dropWallets(): Promise<void> {
  signOut('loggedOut')
  const vault = await findVault()
  const status = await vault?.status()
  if (status?.isUnlocked === true) await vault?.lock(status.address)
}
