import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { pageTitle } from './navigation/titles.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { Failure } from './routes/Failure.tsx'
import { Pending } from './routes/Pending.tsx'
import { routeTree } from './routes.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The words of the page's title, joined by hyphens; without one the title is the product's name alone. */
    title?: string
  }
  interface Register {
    router: AppRouter
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** One for the page: it listens to the browser's, which no router may do twice. */
let history: ReturnType<typeof createBrowserHistory> | undefined

/** One router a session; the page's title follows it. */
export function createAppRouter(productName: string) {
  const router = createRouter({
    routeTree,
    history: (history ??= createBrowserHistory()),
    // A custodian's key is manager:registrar, and is read more easily so.
    pathParamsAllowedCharacters: [':'],
    parseSearch,
    stringifySearch,
    scrollRestoration: false,
    // Each screen fails and waits in its own place, the navigation beside it.
    defaultErrorComponent: Failure,
    defaultPendingComponent: Pending,
  })
  router.subscribe('onResolved', () => {
    document.title = pageTitle(router.state.matches.at(-1)?.staticData.title, productName)
  })
  return router
}
