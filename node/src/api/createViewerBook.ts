// Requests ask together who they come from. Nothing is kept: what was revoked or locked before a request came is so for it.
import type { Address } from '@connex/protocol'
import type { Database } from '../storage/engine/openDatabase.ts'
import { findViewers } from '../storage/queries/viewers.ts'
import type { Viewer } from '../storage/queries/viewers.ts'
import { inBatches } from './inBatches.ts'

/** `createViewerBook(database, hostedTenants)('0x…')` → who that is, asked after it was called */
export const createViewerBook = (
  database: Pick<Database, 'kysely'>,
  hostedTenants: readonly Address[],
): ((address: Address) => Promise<Viewer | undefined>) =>
  inBatches((addresses: readonly Address[]) => findViewers(database.kysely, addresses, hostedTenants))
