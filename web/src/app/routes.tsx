// Every route, its title and its screen. A screen's code is imported with its first visit.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { importWithRetry } from '../lib/importWithRetry.ts'
import { DefaultLayout } from './layouts/DefaultLayout.tsx'
import { returnPath } from '../session/loginUrl.ts'

/** `screen(() => import('./routes/NotFound.tsx'), 'NotFound')` */
const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => importWithRetry(load), name)

const rootRoute = createRootRoute({ component: Outlet })

/** Any other path, including one that begins like a screen's. */
const otherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: screen(() => import('./routes/NotFound.tsx'), 'NotFound'),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/custodians', replace: true, throw: true })
  },
})

/** A signed-in user needs no login: redirects to the page that the user wanted. */
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

const todayRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'today',
  staticData: { title: 'today' },
  component: screen(() => import('./routes/TodayRoute.tsx'), 'TodayRoute'),
})

const holdingsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'holdings',
  staticData: { title: 'holdings' },
  component: screen(() => import('./routes/HoldingsRoute.tsx'), 'HoldingsRoute'),
})

const transactionsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'transactions',
  staticData: { title: 'transactions' },
  component: screen(() => import('./routes/TransactionsRoute.tsx'), 'TransactionsRoute'),
})

const approvalsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'approvals',
  staticData: { title: 'approvals' },
  component: screen(() => import('./routes/ApprovalsRoute.tsx'), 'ApprovalsRoute'),
})

const availabilityRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'availability',
  staticData: { title: 'availability' },
  component: screen(() => import('./routes/AvailabilityRoute.tsx'), 'AvailabilityRoute'),
})

const calendarRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'calendar',
  staticData: { title: 'calendar' },
  component: screen(() => import('./routes/CalendarRoute.tsx'), 'CalendarRoute'),
})

const counterpartiesRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'counterparties',
  staticData: { title: 'counterparties' },
  component: screen(() => import('./routes/CounterpartiesRoute.tsx'), 'CounterpartiesRoute'),
})

const custodiansRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians',
  staticData: { title: 'custodians' },
  component: screen(() => import('./routes/CustodiansRoute.tsx'), 'CustodiansRoute'),
})

const accountsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/accounts',
  staticData: { title: 'accounts' },
  component: screen(() => import('./routes/AccountsRoute.tsx'), 'AccountsRoute'),
})

const instrumentsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/instruments',
  staticData: { title: 'instruments' },
  component: screen(() => import('./routes/InstrumentsRoute.tsx'), 'InstrumentsRoute'),
})

const mintRequestsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/mint-requests',
  staticData: { title: 'mint-requests' },
  component: screen(() => import('./routes/RequestsRoute.tsx'), 'MintRequestsRoute'),
})

const burnRequestsRoute = createRoute({
  getParentRoute: () => defaultRoute,
  path: 'custodians/$custodianKey/burn-requests',
  staticData: { title: 'burn-requests' },
  component: screen(() => import('./routes/RequestsRoute.tsx'), 'BurnRequestsRoute'),
})

export const routeTree = rootRoute.addChildren([
  startRoute,
  loginRoute,
  otherRoute,
  defaultRoute.addChildren([
    todayRoute,
    holdingsRoute,
    transactionsRoute,
    approvalsRoute,
    availabilityRoute,
    calendarRoute,
    counterpartiesRoute,
    custodiansRoute,
    accountsRoute,
    instrumentsRoute,
    mintRequestsRoute,
    burnRequestsRoute,
  ]),
])
