import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { BlockNumber } from '../scalars.ts'

/** Stands at /api/introspection, outside the version prefix. */
export const introspection = endpoint({
  method: 'GET',
  path: '/introspection',
  summary: 'Which versions of the API this server offers, and which ledger it stands on',
  authentication: 'open',
  response: z.object({ supportedApiVersions: z.array(z.number()), chainId: z.optional(z.number()) }),
})

export const ready = endpoint({
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether the server can be sent requests: database, ledger, and an index that keeps up with it',
  authentication: 'open',
  response: z.object({
    status: z.literal('ok'),
    /** What this process does for the index: one of a database indexes, the others stand by. */
    indexer: z.string(),
    indexedBlock: BlockNumber,
    ledgerBlock: BlockNumber,
  }),
  errors: ['unavailable'],
})

export const health = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether the server, its database and its ledger answer',
  authentication: 'open',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    /** Why it is degraded. */
    detail: z.nullable(z.string()),
    database: z.boolean(),
    ledger: z.boolean(),
    indexedBlock: z.nullable(BlockNumber),
  }),
  errors: ['unavailable'],
})
