import type { accountRegistryManagerAbi } from '@connex/contracts'
import { ZERO_BYTES32 } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { close, patch, upsert } from './change.ts'
import type { Change, Handlers } from './change.ts'
import { accountConfigured, accountKey, movement, registryKey } from './registryManager.ts'
import { accountNumber, address, bytes32, decimal, quantity } from './scalars.ts'

/** Balances, earmarks and marks in accounts, and the movements behind them. */
export const accountRegistryManager: Handlers<typeof accountRegistryManagerAbi> = {
  ...accountConfigured,

  SupplyChanged: ({ address: manager, args: { registryId: id, issued, terminated } }) => [
    patch('registries', registryKey(manager, id), {
      total_issued: decimal(issued),
      total_terminated: decimal(terminated),
      outstanding: decimal(issued - terminated),
    }),
  ],

  AccountChanged: ({ address: manager, args }) => {
    const registry = registryKey(manager, args.registryId)
    const key = accountKey(manager, args.registryId, args.owner, args.accountNum)
    const holds = { balance: quantity(args.balance), earmarked: quantity(args.earmarked) }
    return [
      upsert(
        'positions',
        key,
        (row, look) => {
          if (row !== undefined) return { ...row, ...holds }
          const of = look('registries', registry)
          // Ignores registries that were never prepared.
          if (of === undefined) return undefined
          return { ...key, registrar: of.registrar, instrument_id: of.instrument_id, ...holds }
        },
        [{ table: 'registries', key: registry }],
      ),
    ]
  },

  MarkChanged: ({ address: manager, args }) => {
    const key = {
      ...accountKey(manager, args.registryId, args.owner, args.accountNum),
      custody_chain_id: ZERO_BYTES32,
    }
    if (args.marked === 0n) return [close('marks', key)]
    return [upsert('marks', key, () => ({ ...key, quantity: quantity(args.marked) }))]
  },

  AllowanceChanged: ({ address: manager, args }) => {
    const key = {
      ...registryKey(manager, args.registryId),
      owner: address(args.owner),
      spender: address(args.spender),
    }
    if (args.quantity === 0n) return [close('allowances', key)]
    return [upsert('allowances', key, () => ({ ...key, quantity: decimal(args.quantity) }))]
  },

  AssetsEarmarked: ({ address: manager, args }) => {
    const key = earmarkKey(manager, args.registryId, args.movementRef, args.owner, args.accountNum)
    return [
      upsert('earmarks', key, () => ({
        ...key,
        earmarked_by: address(args.earmarkedBy),
        quantity: quantity(args.quantity),
      })),
    ]
  },
  AssetsUnearmarked: ({ address: manager, args }) => [
    close('earmarks', earmarkKey(manager, args.registryId, args.movementRef, args.owner, args.accountNum)),
  ],

  AssetsIssued: (event) => {
    const { registryId, movementRef, receiver, receiverAccount, quantity: issued } = event.args
    const to = { owner: receiver, account: receiverAccount }
    return [
      movement(event, { kind: 'ISSUED', reference: movementRef, to, quantity: issued }),
      issuedAsPrepared(event.address, registryId, movementRef, { ...to, quantity: issued }),
    ]
  },
  AssetsTransferred: (event) => {
    const { args } = event
    return [
      close(
        'earmarks',
        earmarkKey(event.address, args.registryId, args.movementRef, args.sender, args.senderAccount),
      ),
      movement(event, {
        kind: 'TRANSFERRED',
        reference: args.movementRef,
        from: { owner: args.sender, account: args.senderAccount },
        to: { owner: args.receiver, account: args.receiverAccount },
        quantity: args.quantity,
      }),
    ]
  },
  AssetsTerminated: (event) => {
    const { args } = event
    return [
      close(
        'earmarks',
        earmarkKey(event.address, args.registryId, args.movementRef, args.owner, args.accountNum),
      ),
      movement(event, {
        kind: 'TERMINATED',
        reference: args.movementRef,
        from: { owner: args.owner, account: args.accountNum },
        quantity: args.quantity,
      }),
    ]
  },
  AssetsForcedTransferred: (event) => [
    movement(event, {
      kind: 'FORCED_TRANSFER',
      reference: event.args.reasonFp,
      from: { owner: event.args.sender, account: event.args.senderAccount },
      to: { owner: event.args.receiver, account: event.args.receiverAccount },
      quantity: event.args.quantity,
    }),
  ],
  AssetsImported: (event) => [
    movement(event, {
      kind: 'IMPORTED',
      to: { owner: event.args.receiver, account: event.args.receiverAccount },
      quantity: event.args.quantity,
    }),
  ],
  AssetsReorganised: (event) => {
    const { owner, reasonFp: reference, from, to } = event.args
    const kind = 'REORGANISED'
    return [
      ...from.map(({ accountNum: account, quantity: taken }, part) =>
        movement(event, { kind, reference, from: { owner, account }, quantity: taken, part }),
      ),
      ...to.map(({ accountNum: account, quantity: received }, index) =>
        movement(event, {
          kind,
          reference,
          to: { owner, account },
          quantity: received,
          part: from.length + index,
        }),
      ),
    ]
  },
  AssetsMarkedAsRedeemable: (event) => [
    movement(event, {
      kind: 'MARKED_AS_REDEEMABLE',
      from: ownerOf(event.args),
      quantity: event.args.quantity,
    }),
  ],
  AssetsRedeemableCanceled: (event) => [
    movement(event, { kind: 'REDEEMABLE_CANCELED', to: ownerOf(event.args), quantity: event.args.quantity }),
  ],
  AssetsMarkedForExport: (event) => [
    movement(event, { kind: 'MARKED_FOR_EXPORT', from: ownerOf(event.args), quantity: event.args.quantity }),
  ],
  AssetsExportCanceled: (event) => [
    movement(event, { kind: 'EXPORT_CANCELED', to: ownerOf(event.args), quantity: event.args.quantity }),
  ],

  EntryPrepared: ({ address: manager, args }) => {
    const key = preparedKey(manager, args.registryId, args.entryRef)
    return [
      upsert('prepared_issues', key, () => ({
        ...key,
        receiver: address(args.receiver),
        account: accountNumber(args.receiverAccount),
        quantity: quantity(args.quantity),
      })),
    ]
  },
  PreparedEntryTerminated: ({ address: manager, args }) => [
    close('prepared_issues', preparedKey(manager, args.registryId, args.entryRef)),
  ],
}

const ownerOf = ({ owner, accountNum }: { owner: string; accountNum: bigint }) => ({
  owner,
  account: accountNum,
})

const preparedKey = (manager: Address, id: string, entryRef: string) => ({
  ...registryKey(manager, id),
  entry_ref: bytes32(entryRef),
})

const earmarkKey = (manager: Address, id: string, reference: string, owner: string, account: bigint) => ({
  ...accountKey(manager, id, owner, account),
  reference: bytes32(reference),
})

type Issue = { owner: string; account: bigint; quantity: bigint }

/** An issue's reference is a delivery leg's, or that of a prepared issue, which it then completes. */
const issuedAsPrepared = (manager: Address, id: string, reference: string, issue: Issue): Change =>
  upsert('prepared_issues', preparedKey(manager, id, reference), (row) => {
    const isSame =
      row?.receiver === address(issue.owner) &&
      row.account === accountNumber(issue.account) &&
      row.quantity === quantity(issue.quantity)
    return isSame ? undefined : row
  })
