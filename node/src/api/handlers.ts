// Every call of the endpoint table, by area; a call without a handler does not compile.
import { audit } from './routes/audit.ts'
import { comments } from './routes/comments.ts'
import { dappConfig } from './routes/dappConfig.ts'
import { deliveries } from './routes/deliveries.ts'
import { deliveryRecords } from './routes/deliveryRecords.ts'
import { drafts } from './routes/drafts.ts'
import { entries } from './routes/entries.ts'
import { instruments } from './routes/instruments.ts'
import { ledger } from './routes/ledger.ts'
import { onboarding } from './routes/onboarding.ts'
import { platform } from './routes/platform.ts'
import { platformFacts } from './routes/platformFacts.ts'
import { registry } from './routes/registry.ts'
import { registryEntries } from './routes/registryEntries.ts'
import { registryFacts } from './routes/registryFacts.ts'
import { registryRecords } from './routes/registryRecords.ts'
import { service } from './routes/service.ts'
import { sync } from './routes/sync.ts'
import { tasks } from './routes/tasks.ts'
import { tenantRecords } from './routes/tenantRecords.ts'
import { transfers } from './routes/transfers.ts'
import { users } from './routes/users.ts'
import { workflows } from './routes/workflows.ts'
import type { Handlers } from './Handler.ts'

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
