// Every call of the endpoint table, by area; a call without a handler does not compile.
import { deliveries } from './routes/deliveries.ts'
import { instruments } from './routes/instruments.ts'
import { ledger } from './routes/ledger.ts'
import { platform } from './routes/platform.ts'
import { registry } from './routes/registry.ts'
import { service } from './routes/service.ts'
import { sync } from './routes/sync.ts'
import { transfers } from './routes/transfers.ts'
import { users } from './routes/users.ts'
import type { Handlers } from './Handler.ts'

export const handlers: Handlers = {
  ...service,
  ...ledger,
  ...platform,
  ...users,
  ...instruments,
  ...registry,
  ...deliveries,
  ...transfers,
  ...sync,
}
