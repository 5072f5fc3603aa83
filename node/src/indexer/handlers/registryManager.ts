// What the kinds of registry managers share: keys of rows, movements, accounts.
import type { accountRegistryManagerAbi } from '@connex/contracts'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { MovementKind } from '../../storage/schema/registryTables.ts'
import { append, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import { accountNumber, address, bytes32, quantity, registryId } from './scalars.ts'

export const registryKey = (manager: Address, id: string) => ({
  registry_manager: manager,
  registry_id: registryId(id),
})

export const accountKey = (manager: Address, id: string, owner: string, account: bigint) => ({
  ...registryKey(manager, id),
  owner: address(owner),
  account: accountNumber(account),
})

export const chainKey = (manager: Address, custodyChainId: string) => ({
  registry_manager: manager,
  custody_chain_id: bytes32(custodyChainId),
})

export const chainAccountKey = (
  manager: Address,
  custodyChainId: string,
  owner: string,
  account: bigint,
) => ({
  ...chainKey(manager, custodyChainId),
  owner: address(owner),
  account: accountNumber(account),
})

type Side = { owner: string; account: bigint }

type Movement = {
  kind: MovementKind
  reference?: string
  custodyChainId?: string
  from?: Side
  to?: Side
  quantity: bigint
  by?: string
  /** The index within an event with several movements. */
  part?: number
}

/** A row of movements. */
export function movement(
  { address: manager, at, args }: LedgerEvent<{ registryId: string }>,
  details: Movement,
): Change {
  const {
    kind,
    reference = ZERO_BYTES32,
    custodyChainId = ZERO_BYTES32,
    from,
    to,
    by = ZERO_ADDRESS,
    part = 0,
  } = details
  return append('movements', {
    part,
    ...registryKey(manager, args.registryId),
    custody_chain_id: bytes32(custodyChainId),
    kind,
    reference: bytes32(reference),
    sender: address(from?.owner ?? ZERO_ADDRESS),
    sender_account: from === undefined ? null : accountNumber(from.account),
    receiver: address(to?.owner ?? ZERO_ADDRESS),
    receiver_account: to === undefined ? null : accountNumber(to.account),
    quantity: quantity(details.quantity),
    acted_by: address(by),
    at,
  })
}

/** Accounts are opened in the same way with and without custody chains. */
export const accountConfigured: Pick<Handlers<typeof accountRegistryManagerAbi>, 'AccountConfigured'> = {
  AccountConfigured: ({ address: manager, args: { registrar, owner, accountNum, details } }) => {
    const key = {
      registry_manager: manager,
      registrar: address(registrar),
      owner: address(owner),
      account: accountNumber(accountNum),
    }
    return [
      upsert('accounts', key, () => ({
        ...key,
        is_valid: details.valid,
        is_omnibus: details.omnibus,
        terminates_on_receive: details.terminateOnReceive,
      })),
    ]
  },
}
