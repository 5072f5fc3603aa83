// Every route, its title, and where its screen lies. Screens are fetched when they are first visited.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { DefaultLayout } from './layouts/DefaultLayout.tsx'
import { returnPath } from './returnPath.ts'
import { Failure } from './routes/Failure.tsx'

const rootRoute = createRootRoute({
  component: Outlet,
  errorComponent: Failure,
  notFoundComponent: lazyRouteComponent(() => import('./routes/NotFound.tsx'), 'NotFound'),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/custodians', replace: true, throw: true })
  },
})

/** Whoever is signed in has no business at the login: on to where one was going. */
const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  beforeLoad: ({ location }) => {
    redirect({ href: returnPath(location.searchStr), replace: true, throw: true })
  },
})

const defaultRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'default',
  component: DefaultLayout,
})

const holdingsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'holdings',
  staticData: { title: 'holdings' },
  component: lazyRouteComponent(() => import('./routes/HoldingsRoute.tsx'), 'HoldingsRoute'),
})

const transactionsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'transactions',
  staticData: { title: 'transactions' },
  component: lazyRouteComponent(() => import('./routes/TransactionsRoute.tsx'), 'TransactionsRoute'),
})

const custodiansRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians',
  staticData: { title: 'custodians' },
  component: lazyRouteComponent(() => import('./routes/CustodiansRoute.tsx'), 'CustodiansRoute'),
})

const accountsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/accounts',
  staticData: { title: 'accounts' },
  component: lazyRouteComponent(() => import('./routes/AccountsRoute.tsx'), 'AccountsRoute'),
})

const instrumentsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/instruments',
  staticData: { title: 'instruments' },
  component: lazyRouteComponent(() => import('./routes/InstrumentsRoute.tsx'), 'InstrumentsRoute'),
})

const mintRequestsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/mint-requests',
  staticData: { title: 'mint-requests' },
  component: lazyRouteComponent(() => import('./routes/RequestsRoute.tsx'), 'MintRequestsRoute'),
})

const burnRequestsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/burn-requests',
  staticData: { title: 'burn-requests' },
  component: lazyRouteComponent(() => import('./routes/RequestsRoute.tsx'), 'BurnRequestsRoute'),
})

export const routeTree = rootRoute.addChildren([
  startRoute,
  loginRoute,
  defaultRoute.addChildren([
    holdingsRoute,
    transactionsRoute,
    custodiansRoute,
    accountsRoute,
    instrumentsRoute,
    mintRequestsRoute,
    burnRequestsRoute,
  ]),
])
