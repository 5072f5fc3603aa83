import type { Address, Seconds, TxHash } from '@connex/protocol'
import type { Abi, ContractEventArgsFromTopics, ContractEventName } from 'viem'
import type { Change } from './Change.ts'

/** Where an event happened. */
export type Occurrence = {
  /** The contract that emitted it. */
  address: Address
  /** The tenant or dApp behind that contract. */
  owner: Address
  block: number
  at: Seconds
  logIndex: number
  txHash: TxHash
}

export type LedgerEvent<Args = unknown> = Occurrence & { args: Args }

/** For the events of one contract what each of them changes. Events without a handler are not asked for. */
export type Handlers<A extends Abi> = {
  [Name in ContractEventName<A>]?: (
    event: LedgerEvent<ContractEventArgsFromTopics<A, Name>>,
  ) => readonly Change[]
}
