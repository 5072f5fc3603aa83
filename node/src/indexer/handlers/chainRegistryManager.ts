import type { chainRegistryManagerAbi } from '@connex/contracts'
import { append, close, patch, upsert } from './change.ts'
import type { Change, Handlers, LedgerEvent } from './change.ts'
import {
  accountConfigured,
  accountKey,
  chainAccountKey,
  chainKey,
  movement,
  registryKey,
} from './registryManager.ts'
import { address, bytes32, decimal, quantity } from './scalars.ts'

/** Custody chains, and balances over them. */
export const chainRegistryManager: Handlers<typeof chainRegistryManagerAbi> = {
  ...accountConfigured,

  CustodyChainCreated: ({ address: manager, args }) => {
    const key = chainKey(manager, args.custodyChainId)
    return [
      upsert('custody_chains', key, () => ({
        ...key,
        ...registryKey(manager, args.registryId),
        transfer_agent: address(args.transferAgent),
        onramped: decimal(0n),
        offramped: decimal(0n),
      })),
      ...args.custodians.map((custodian, part) =>
        append('chain_custodians', { ...key, part, custodian: address(custodian) }),
      ),
    ]
  },

  CustodyChainTransferAgentChanged: ({ address: manager, args }) => [
    patch('custody_chains', chainKey(manager, args.custodyChainId), {
      transfer_agent: address(args.transferAgent),
    }),
  ],

  ChainAccountChanged: (event) => changed(event),

  ChainSupplyChanged: ({ address: manager, args }) => [
    patch('custody_chains', chainKey(manager, args.custodyChainId), {
      onramped: decimal(args.onramped),
      offramped: decimal(args.offramped),
    }),
    patch('registries', registryKey(manager, args.registryId), {
      total_issued: decimal(args.registryOnramped),
      total_terminated: decimal(args.registryOfframped),
      outstanding: decimal(args.registryOnramped - args.registryOfframped),
    }),
  ],

  AssetsOnramped: (event) => [
    movement(event, {
      kind: 'ONRAMPED',
      reference: event.args.referenceFp,
      custodyChainId: event.args.custodyChainId,
      to: accountOf(event.args),
      quantity: event.args.quantity,
      by: event.args.by,
    }),
  ],
  AssetsOfframped: (event) => [
    movement(event, {
      kind: 'OFFRAMPED',
      reference: event.args.referenceFp,
      custodyChainId: event.args.custodyChainId,
      from: accountOf(event.args),
      quantity: event.args.quantity,
      by: event.args.by,
    }),
    // The quantity was marked; no event of its own reduces the mark.
    mark(event, (marked) => marked - event.args.quantity),
  ],
  ChainAssetsImported: (event) => [
    movement(event, {
      kind: 'IMPORTED',
      reference: event.args.referenceFp,
      custodyChainId: event.args.custodyChainId,
      to: accountOf(event.args),
      quantity: event.args.quantity,
    }),
  ],
  ChainAssetsTransferred: (event) => [
    close('chain_earmarks', earmarkKey(event, event.args.sender, event.args.senderAccount)),
    movement(event, { kind: 'TRANSFERRED', reference: event.args.movementRef, ...sidesOf(event.args) }),
  ],
  ChainAssetsForcedTransferred: (event) => [
    movement(event, { kind: 'FORCED_TRANSFER', reference: event.args.reasonFp, ...sidesOf(event.args) }),
  ],
  ChainAssetsReorganised: (event) => {
    const { owner, custodyChainId, reasonFp, fromAccount, toAccount, quantity: amount } = event.args
    return [
      movement(event, {
        kind: 'REORGANISED',
        reference: reasonFp,
        custodyChainId,
        from: { owner, account: fromAccount },
        to: { owner, account: toAccount },
        quantity: amount,
      }),
    ]
  },
  ChainAssetsEarmarked: (event) => {
    const { args } = event
    const key = earmarkKey(event, args.owner, args.accountNum)
    return [
      upsert('chain_earmarks', key, () => ({
        ...key,
        ...registryKey(event.address, args.registryId),
        earmarked_by: address(args.earmarkedBy),
        quantity: quantity(args.quantity),
      })),
    ]
  },
  ChainAssetsUnearmarked: (event) => [
    close('chain_earmarks', earmarkKey(event, event.args.owner, event.args.accountNum)),
  ],
  ChainAssetsMarked: (event) => [mark(event, () => event.args.marked)],
}

type OfAccount = LedgerEvent<{
  registryId: string
  custodyChainId: string
  owner: string
  accountNum: bigint
}>

const accountOf = ({ owner, accountNum }: { owner: string; accountNum: bigint }) => ({
  owner,
  account: accountNum,
})

type Sides = {
  custodyChainId: string
  sender: string
  senderAccount: bigint
  receiver: string
  receiverAccount: bigint
  quantity: bigint
}

const sidesOf = (args: Sides) => ({
  custodyChainId: args.custodyChainId,
  from: { owner: args.sender, account: args.senderAccount },
  to: { owner: args.receiver, account: args.receiverAccount },
  quantity: args.quantity,
})

const earmarkKey = (
  { address: manager, args }: LedgerEvent<{ custodyChainId: string; movementRef: string }>,
  owner: string,
  account: bigint,
) => ({
  ...chainAccountKey(manager, args.custodyChainId, owner, account),
  reference: bytes32(args.movementRef),
})

function mark({ address: manager, args }: OfAccount, change: (marked: bigint) => bigint): Change {
  const key = {
    ...accountKey(manager, args.registryId, args.owner, args.accountNum),
    custody_chain_id: bytes32(args.custodyChainId),
  }
  return upsert('marks', key, (row) => {
    const marked = change(BigInt(row?.quantity ?? 0))
    return marked > 0n ? { ...key, quantity: quantity(marked) } : undefined
  })
}

type Changed = LedgerEvent<{
  registryId: string
  custodyChainId: string
  owner: string
  accountNum: bigint
  balance: bigint
  earmarked: bigint
}>

/** The balance over this chain, and the sum over all chains, as for an account without chains. */
function changed({ address: manager, args }: Changed): Change[] {
  const registry = registryKey(manager, args.registryId)
  const account = accountKey(manager, args.registryId, args.owner, args.accountNum)
  const key = chainAccountKey(manager, args.custodyChainId, args.owner, args.accountNum)
  const needs = [
    { table: 'registries', key: registry },
    { table: 'chain_positions', key },
  ] as const
  return [
    upsert(
      'positions',
      account,
      (row, look) => {
        const of = look('registries', registry)
        // Ignores registries that were never prepared.
        if (of === undefined) return row
        const before = look('chain_positions', key)
        const sum = (column: 'balance' | 'earmarked') =>
          quantity(BigInt(row?.[column] ?? 0) - BigInt(before?.[column] ?? 0) + args[column])
        return {
          ...account,
          registrar: of.registrar,
          instrument_id: of.instrument_id,
          balance: sum('balance'),
          earmarked: sum('earmarked'),
        }
      },
      needs,
    ),
    upsert(
      'chain_positions',
      key,
      (_, look) => {
        const of = look('registries', registry)
        if (of === undefined) return undefined
        const { registrar, instrument_id } = of
        const holds = { balance: quantity(args.balance), earmarked: quantity(args.earmarked) }
        return { ...key, registry_id: registry.registry_id, registrar, instrument_id, ...holds }
      },
      needs,
    ),
  ]
}
