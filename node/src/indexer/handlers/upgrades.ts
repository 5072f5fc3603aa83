import type { upgradableAbi } from '@connex/contracts'
import { upsert } from '../Change.ts'
import type { Change } from '../Change.ts'
import type { Handlers, LedgerEvent } from '../LedgerEvent.ts'
import { address, decimal } from '../scalars.ts'

/** Which code a manager runs. */
export const upgrades: Handlers<typeof upgradableAbi> = {
  ManagerUpgraded: (event) => [runs(event, false)],
  ManagerRolledBack: (event) => [runs(event, true)],
}

const runs = (
  { address: dapp, args }: LedgerEvent<{ to: string; version: bigint }>,
  isRollback: boolean,
): Change =>
  upsert('implementations', { dapp }, () => ({
    dapp,
    implementation: address(args.to),
    version: decimal(args.version),
    is_rollback: isRollback,
  }))
