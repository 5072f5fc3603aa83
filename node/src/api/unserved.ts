// Calls of the table that this server does not answer yet, because the ledger's index has no rows for them: they are not
// mounted, and its own OpenAPI document leaves them out.
import type { CallName } from '@connex/protocol'

export const UNSERVED = [
  'nominations',
  'registryEntries',
  'proposeSet',
  'proposeSetFrom',
  'registryNonce',
  'custodyChains',
  'registryConfirmerAccounts',
] as const satisfies readonly CallName[]

export type Unserved = (typeof UNSERVED)[number]

export const isUnserved = (name: CallName): name is Unserved => UNSERVED.some((unserved) => unserved === name)
