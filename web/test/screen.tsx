// A component as a signed-in user sees it, without a server: the real client speaks to answers that the test gives.
import { Address, api, type CallName, type User } from '@connex/protocol'
import { createClient, createLocalSigner, type Client, type Custodian } from '@connex/sdk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, renderHook, type RenderHookResult, type RenderResult } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { ViewerContext, type Viewer } from '../src/lib/Viewer.ts'
import { app } from '../src/messages/en/app.ts'
import { addMessages } from '../src/messages/t.ts'
import { settle } from './press.ts'

addMessages(app)

const CHAIN = 31337
const BASE = 'http://server.test'
const signer = createLocalSigner(`0x${'4c'.repeat(32)}`, { chainId: CHAIN })

/** An address of this digit: `addressOf('a')` */
export const addressOf = (digit: string): Address => Address.parse(`0x${digit.repeat(40)}`)

export const OWN_TENANT = addressOf('a')
export const OWN_USER = Address.parse(signer.address.toLowerCase())

/** A request as it arrived: the call that it is, its URL and its body. */
export type Arrived = { name: CallName; url: URL; body: unknown }

/** The answer to a call, or what makes it of the request; an error is thrown as if the network had failed. */
export type Answers = Partial<Record<CallName, unknown>>

export type World = {
  viewer: Viewer
  client: Client
  queries: QueryClient
  /** Every request, in order. */
  arrived: Arrived[]
  answers: Answers
}

/** A signed-in user whose server gives these answers, and a problem document for every other call. */
export function createWorld(answers: Answers = {}, more: Partial<Viewer> = {}): World {
  const arrived: Arrived[] = []
  const client = createClient({
    baseUrl: BASE,
    chainId: CHAIN,
    signer,
    fetch: async (input, init) => {
      const request = readRequest(input instanceof Request ? input.url : input, init)
      arrived.push(request)
      const given = answers[request.name]
      const answer: unknown = await (typeof given === 'function' ? (given as Responder)(request) : given)
      if (answer instanceof Response) return answer
      if (answer === undefined)
        return Response.json({ code: 'notFound', title: `No ${request.name}`, status: 404 }, { status: 404 })
      return Response.json(answer)
    },
  })
  client.connection.version = 6
  client.session.token = { value: 'token', expiresAt: 4e9 }
  const viewer = { ...viewerOf(client), ...more }
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 }, mutations: { retry: false } },
  })
  return { viewer, client, queries, arrived, answers }
}

type Responder = (request: Arrived) => unknown

const viewerOf = (client: Client): Viewer => ({
  client,
  user: {
    userAddr: OWN_USER,
    name: 'Ada',
    privileges: ['delivery.BACKOFFICE'],
    instancePrivileges: [],
  } as unknown as User,
  tenantAddr: OWN_TENANT,
  tenantName: 'Own Bank',
  custodians: [] as readonly Custodian[],
})

/** The call that a URL and method are: of several, the one with the fewest placeholders. */
function readRequest(url: string | URL, init: RequestInit | undefined): Arrived {
  const arrived = new URL(url)
  const path = arrived.pathname.replace(/^\/api\/v\d+/, '')
  const fitting = (Object.keys(api) as CallName[]).filter((name) => {
    const { method, path: pattern } = api[name]
    return method === init?.method && new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  })
  const placeholders = (name: CallName) => api[name].path.split('{').length
  const [name] = fitting.toSorted((one, other) => placeholders(one) - placeholders(other))
  if (name === undefined) throw new TypeError(`no call is ${init?.method} ${path}`)
  const body =
    init?.body instanceof Uint8Array
      ? (JSON.parse(new TextDecoder().decode(init.body)) as unknown)
      : undefined
  return { name, url: arrived, body }
}

/** A page with these items. */
export const pageOf = (items: readonly unknown[], totalItemCount = items.length) => ({
  items,
  pageItemCount: items.length,
  totalItemCount,
})

const Providers = ({ world, children }: { world: World; children: ReactNode }) => (
  <QueryClientProvider client={world.queries}>
    <ViewerContext value={world.viewer}>{children}</ViewerContext>
  </QueryClientProvider>
)

/** As the client's addresses have them: each key once, or several times for a list. */
function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[key, one]] : [])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Renders a component in the client's surroundings, at an address. */
export async function renderScreen(
  ui: ReactElement,
  world: World = createWorld(),
  path = '/',
): Promise<RenderResult & { world: World; address: () => string }> {
  const Shown = () => <Providers world={world}>{ui}</Providers>
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
    scrollRestoration: false,
  })
  await router.load()
  const result = render(<RouterProvider router={router as never} />)
  await settle()
  return { ...result, world, address: () => router.history.location.href }
}

/** Renders a hook in the client's surroundings. */
export function renderViewerHook<Result>(
  hook: () => Result,
  world: World = createWorld(),
): RenderHookResult<Result, unknown> & { world: World } {
  const wrapper = ({ children }: { children: ReactNode }) => <Providers world={world}>{children}</Providers>
  return { ...renderHook(hook, { wrapper }), world }
}
