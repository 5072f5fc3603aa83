// Every call of the endpoint table, by area; a call without a handler does not compile.
import { audit, sync, tasks } from '../routes/activity.ts'
import { comments } from '../routes/comments.ts'
import { dappConfig } from '../routes/dappConfig.ts'
import { deliveries, deliveryRecords, transfers } from '../routes/deliveries.ts'
import { drafts, instruments } from '../routes/instruments.ts'
import { entries } from '../routes/entries.ts'
import { ledger } from '../routes/ledger.ts'
import { onboarding } from '../routes/invitations.ts'
import { platform, platformFacts } from '../routes/platform.ts'
import { registry, registryEntries, registryFacts } from '../routes/registry.ts'
import { registryRecords } from '../routes/reasons.ts'
import { service } from '../routes/service.ts'
import { tenantRecords } from '../routes/tenants.ts'
import { users } from '../routes/users.ts'
import { workflows } from '../routes/workflows.ts'
import type { Handlers } from '../call/handler.ts'

export const handlers: Handlers = {
  ...service,
  ...ledger,
  ...platform,
  ...platformFacts,
  ...users,
  ...onboarding,
  ...tenantRecords,
  ...instruments,
  ...drafts,
  ...dappConfig,
  ...registry,
  ...registryEntries,
  ...registryFacts,
  ...registryRecords,
  ...entries,
  ...deliveries,
  ...deliveryRecords,
  ...comments,
  ...transfers,
  ...workflows,
  ...tasks,
  ...sync,
  ...audit,
}
