import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { MovementKind } from '../storage/registryTables.ts'
import { append } from './Change.ts'
import type { Change } from './Change.ts'
import type { LedgerEvent } from './LedgerEvent.ts'
import { registryKey } from './registryKeys.ts'
import { accountNumber, address, bytes32, quantity } from './scalars.ts'

type Side = { owner: string; account: bigint }

type Moved = {
  kind: MovementKind
  reference?: string
  chainId?: string
  from?: Side
  to?: Side
  quantity: bigint
  by?: string
  /** Of an event that moves several things. */
  part?: number
}

/** A line of the journal of what moved. */
export function moved(
  { address: manager, at, args }: LedgerEvent<{ registryId: string }>,
  what: Moved,
): Change {
  const {
    kind,
    reference = ZERO_BYTES32,
    chainId = ZERO_BYTES32,
    from,
    to,
    by = ZERO_ADDRESS,
    part = 0,
  } = what
  return append('movements', {
    part,
    ...registryKey(manager, args.registryId),
    chain_id: bytes32(chainId),
    kind,
    reference: bytes32(reference),
    sender: address(from?.owner ?? ZERO_ADDRESS),
    sender_account: from === undefined ? null : accountNumber(from.account),
    receiver: address(to?.owner ?? ZERO_ADDRESS),
    receiver_account: to === undefined ? null : accountNumber(to.account),
    quantity: quantity(what.quantity),
    acted_by: address(by),
    at,
  })
}
