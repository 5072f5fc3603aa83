// Every call of the endpoint table, by area. A call without a handler does not compile.
import type { Handlers, PreparingCall } from '../call/handler.ts'
import { preparing } from '../preparing/preparing.ts'
import { accounts } from '../routes/accounts.ts'
import { activity } from '../routes/activity.ts'
import { comments } from '../routes/comments.ts'
import { dealMessages } from '../routes/dealMessages.ts'
import { deliveries } from '../routes/deliveries.ts'
import { desk } from '../routes/desk.ts'
import { entries } from '../routes/entries.ts'
import { instruments } from '../routes/instruments.ts'
import { invitations } from '../routes/invitations.ts'
import { ledger } from '../routes/ledger.ts'
import { partners } from '../routes/partners.ts'
import { platform } from '../routes/platform.ts'
import { reasons } from '../routes/reasons.ts'
import { registry } from '../routes/registry.ts'
import { service } from '../routes/service.ts'
import { settings } from '../routes/settings.ts'
import { tenants } from '../routes/tenants.ts'
import { users } from '../routes/users.ts'
import { workflows } from '../routes/workflows.ts'

const direct: Omit<Handlers, PreparingCall> = {
  ...service,
  ...ledger,
  ...platform,
  ...tenants,
  ...partners,
  ...settings,
  ...users,
  ...invitations,
  ...accounts,
  ...instruments,
  ...registry,
  ...entries,
  ...reasons,
  ...deliveries,
  ...desk,
  ...comments,
  ...dealMessages,
  ...workflows,
  ...activity,
}

/** Preparing makes other calls in the caller's name, within this server. */
export const handlers: Handlers = { ...direct, ...preparing(direct) }
