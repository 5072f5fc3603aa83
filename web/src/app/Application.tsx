import { readableName } from '@connex/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useMemo, useState } from 'react'
import { ViewerContext, type Viewer } from '../lib/Viewer.ts'
import { app } from '../messages/en/app.ts'
import { addMessages } from '../messages/t.ts'
import { clearToasts } from '../ui/toast/toasts.ts'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import { accessOf } from '../session/access.ts'
import { SessionContext, useRights } from '../session/useSession.ts'
import type { CurrentSession } from '../session/useSession.ts'
import { idleMsOf } from '../session/configuration.ts'
import { monitorSession } from '../session/monitorSession.ts'
import { prefetchChunks, resumeSigned, whenIdle } from './background.ts'
import { followLiveUpdates } from '../session/live.ts'
import type { Product } from '../session/configuration.ts'
import { createQueryClient } from './queryClient.ts'
import { createAppRouter, type AppRouter } from './router.ts'
import { signOut, type SignedIn } from '../session/session.ts'

addMessages(app)

type Props = { session: SignedIn; product: Product }

/** The house behind the door: for one session, and gone with it. */
export default function Application({ session, product }: Props) {
  const [queries] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter(product.name))
  const { client, me, config, vault } = session
  // What begins here lives as long as the house stands.
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    void resumeSigned(client, `${config.chainId}:${me.user.userAddr}`, signal)
    const goOn = async () => {
      await whenIdle(router, queries, signal)
      void followLiveUpdates(client, queries, signal)
      void prefetchChunks(signal)
    }
    void goOn()
    return () => {
      ended.abort()
      queries.clear()
      clearToasts()
    }
  }, [client, queries, router, config.chainId, me.user.userAddr])
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
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Rooms session={session} product={product} router={router} />
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** The screens, with the rights that their user has now. */
function Rooms({ session, product, router }: Props & { router: AppRouter }) {
  const { me, custodians } = useRights(session)
  const house = useMemo<CurrentSession>(
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
    <SessionContext value={house}>
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
