// How many SQL statements each request to a server in this process costs, whatever else the server does meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'

type Request = { statements: number }

export type StatementCount = {
  /** Those of the last request for this target, such as `/api/v6/health`. */
  of: (target: string) => number
  stop: () => void
}

const REQUEST = 'http.server.request.start'

/** Counts from here on what the server at this address asks of its database on behalf of a request. */
export function countStatements(baseUrl: string, database: Database): StatementCount {
  const port = Number(new URL(baseUrl).port)
  const context = new AsyncLocalStorage<Request>()
  const requests = new Map<string, Request>()
  const begin = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.socket.localPort !== port) return
    const count = { statements: 0 }
    requests.set(request.url ?? '', count)
    context.enterWith(count)
  }
  const counter: KyselyPlugin = {
    // A query within a query is transformed too, so the results are counted: every execution has one, in transactions as well.
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      const request = context.getStore()
      if (request !== undefined) request.statements += 1
      return Promise.resolve(result)
    },
  }
  database.kysely = database.kysely.withPlugin(counter)
  subscribe(REQUEST, begin)
  return {
    of: (target) => requests.get(target)?.statements ?? 0,
    stop: () => void unsubscribe(REQUEST, begin),
  }
}
