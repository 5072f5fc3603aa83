import { readableName } from '@connex/protocol'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useMemo, useState } from 'react'
import { ViewerContext, type Viewer } from '../lib/Viewer.ts'
import { app } from '../messages/en/app.ts'
import { addMessages } from '../messages/t.ts'
import { accessOf } from '../session/access.ts'
import { idleMsOf, type Product } from '../session/configuration.ts'
import { followLiveUpdates } from '../session/live.ts'
import { monitorSession } from '../session/monitorSession.ts'
import { signOut, type SignedIn } from '../session/session.ts'
import { SessionContext, useRights, type CurrentSession } from '../session/useSession.ts'
import { clearToasts } from '../ui/toast/toasts.ts'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import { prefetchChunks, resumeSigned, watchReorgs, whenIdle } from './background.ts'
import { createQueryClient } from './queryClient.ts'
import { createAppRouter, type AppRouter } from './router.ts'

addMessages(app)

type Props = { session: SignedIn; product: Product }

/** Everything that a signed-in user sees. It lives for one session, and takes its caches with it. */
export default function Application({ session, product }: Props) {
  const [queries] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter(product.name))
  useSessionLifetime(session, router, queries)
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Screens session={session} product={product} router={router} />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Starts what runs beside the screens, and stops it with the session. */
function useSessionLifetime(
  { client, me, config, vault }: SignedIn,
  router: AppRouter,
  queries: QueryClient,
) {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const wallet = `${config.chainId}:${me.user.userAddr}`
    void resumeSigned(client, wallet, signal)
    const startUpdates = async () => {
      await whenIdle(router, queries, signal)
      const updates = { queries, lastEventId: me.eventId, onReload: watchReorgs(client, wallet, signal) }
      void followLiveUpdates(client, updates, signal)
      void prefetchChunks(signal)
    }
    void startUpdates()
    return () => {
      ended.abort()
      queries.clear()
      clearToasts()
    }
  }, [client, queries, router, config.chainId, me.user.userAddr, me.eventId])
  useEffect(
    () =>
      monitorSession({
        address: me.user.userAddr,
        idleMs: idleMsOf(config),
        vault,
        onEnd: (reason) => signOut('ended', reason),
      }),
    [me.user.userAddr, config, vault],
  )
}

/** The screens, with the rights that their user has now. */
function Screens({ session, product, router }: Props & { router: AppRouter }) {
  const { me, custodians } = useRights(session)
  const current = useMemo<CurrentSession>(
    () => ({ session: { ...session, me, custodians }, product, access: accessOf(me, custodians.length) }),
    [session, product, me, custodians],
  )
  const viewer = useMemo<Viewer>(
    () => ({
      client: session.client,
      user: me.user,
      tenantAddr: me.tenant.address,
      tenantName: readableName(me.tenant.name),
      custodians,
    }),
    [session.client, me, custodians],
  )
  return (
    <SessionContext value={current}>
      <ViewerContext value={viewer}>
        <RouterProvider router={router} />
        <ToastRegion
          renderLink={({ label, href, follow }) => (
            <a
              href={href}
              onClick={(event) => {
                event.preventDefault()
                follow()
                void router.navigate({ href })
              }}
            >
              {label}
            </a>
          )}
        />
      </ViewerContext>
    </SessionContext>
  )
}
