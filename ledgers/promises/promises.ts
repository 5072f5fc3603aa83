// What the product promises on any ledger, in the order in which it is tried: each leaves the ledger to the next one.
import { deployment } from './deployment.ts'
import { indexing } from './indexing.ts'
import { nodes } from './nodes.ts'
import type { Promised } from './promise.ts'
import { refusals } from './refusals.ts'
import { reorgs } from './reorgs.ts'
import { sending } from './sending.ts'
import { stored } from './stored.ts'
import { stories } from './stories.ts'

/** Without these, nothing else can be tried. */
export const setUp: readonly Promised[] = deployment

export const promises: readonly Promised[] = [
  ...deployment,
  ...stories,
  ...refusals,
  ...sending,
  ...stored,
  ...reorgs,
  ...nodes,
  ...indexing,
]
