import type { lockingLegManagerAbi } from '@connex/contracts'
import { close, patch, upsert } from '../Change.ts'
import type { Change } from '../Change.ts'
import type { Handlers, LedgerEvent } from '../LedgerEvent.ts'
import { address, bytes32, hexData, seconds } from '../scalars.ts'

/** Managers of leg types that keep tokens in escrow. The delivery manager has told of a lock before its manager does. */
export const legManager: Handlers<typeof lockingLegManagerAbi> = {
  LockTaken: (event) => [
    ofLock(event, { hash: bytes32(event.args.hash), deadline: seconds(event.args.deadline) }),
  ],
  LockOpened: (event) => [ofLock(event, { key: hexData(event.args.key) })],
  LegReleaseOwed: ({ address: manager, args }) => {
    const key = { leg_manager: manager, leg_ref: bytes32(args.legRef) }
    return [upsert('owed_legs', key, () => ({ ...key, owner: address(args.owner) }))]
  },
  LegReclaimed: ({ address: manager, args }) => [
    close('owed_legs', { leg_manager: manager, leg_ref: bytes32(args.legRef) }),
  ],
}

type Told = Parameters<typeof patch<'locks'>>[2]

/** A leg manager's owner is the delivery manager that it serves. */
const ofLock = ({ owner, args }: LedgerEvent<{ legRef: string }>, told: Told): Change =>
  patch('locks', { delivery_manager: owner, leg_ref: bytes32(args.legRef) }, told)
