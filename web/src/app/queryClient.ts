import { ApiError } from '@connex/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { readSession, signOut } from '../session/session.ts'

/** 401 while signed in means that the server no longer accepts our signature: back to the login. */
function endIfRefused(error: unknown): void {
  const isRefused = error instanceof ApiError && error.status === 401 && error.code === 'unauthenticated'
  if (isRefused && readSession().status === 'signedIn') signOut('ended')
}

/** One cache for each session. The SDK retries failed requests itself, so queries do not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: endIfRefused }),
    mutationCache: new MutationCache({ onError: endIfRefused }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, gcTime: 5 * 60_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
