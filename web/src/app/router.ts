import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { pageTitle } from './navigation/titles.ts'
import { parseSearch, stringifySearch } from './searchText.ts'
import { Failure } from './routes/Failure.tsx'
import { Pending } from './routes/Pending.tsx'
import { routeTree } from './routes.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in kebab case; without one the title is the product's name alone. */
    title?: string
  }
  interface Register {
    router: AppRouter
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** One for the page: it listens to the browser's history, which two routers must not do at once. */
let history: ReturnType<typeof createBrowserHistory> | undefined

/** One router for each session; it sets the page's title. */
export function createAppRouter(productName: string) {
  const router = createRouter({
    routeTree,
    history: (history ??= createBrowserHistory()),
    // A custodian's key, manager:registrar, is easier to read this way.
    pathParamsAllowedCharacters: [':'],
    parseSearch,
    stringifySearch,
    scrollRestoration: false,
    // A screen fails and loads in its own place, with the navigation beside it.
    defaultErrorComponent: Failure,
    defaultPendingComponent: Pending,
  })
  router.subscribe('onResolved', () => {
    document.title = pageTitle(router.state.matches.at(-1)?.staticData.title, productName)
  })
  return router
}
