// Legs as the ledger takes them: the same with every call, byte for byte, since it stores only their hash.
import { legTypes } from '@connex/contracts'
import type { AccountNumber, Address, DeliveryLeg, RegistryId } from '@connex/protocol'
import { encodeAbiParameters } from 'viem/utils'
import { asciiWord, hex } from './scalars.ts'

export type LedgerLeg = {
  legType: number
  sender: `0x${string}`
  receiver: `0x${string}`
  registrar: `0x${string}`
  txCoordinator: `0x${string}`
  assetManager: `0x${string}`
  assetId: `0x${string}`
  quantity: bigint
  senderData: `0x${string}`
  receiverData: `0x${string}`
}

const ZERO = `0x${'0'.repeat(40)}` as const

/** A party's account for the account registry; empty until the party has chosen. */
export const accountData = (account: AccountNumber | undefined): `0x${string}` =>
  account === undefined ? '0x' : encodeAbiParameters([{ type: 'uint256' }], [BigInt(account)])

export type DigitalLeg = {
  sender: Address
  receiver: Address
  registrarAddr: Address
  registryManagerAddr: Address
  registryId: RegistryId
  quantity: bigint
  senderAccount?: AccountNumber | undefined
  receiverAccount?: AccountNumber | undefined
}

/** Securities in a registry, from one party to another. The registrar itself as sender issues, as receiver terminates. */
export const digitalLeg = (leg: DigitalLeg): LedgerLeg => ({
  legType: legTypes.indexOf('DIGITAL'),
  sender: hex(leg.sender),
  receiver: hex(leg.receiver),
  registrar: hex(leg.registrarAddr),
  txCoordinator: ZERO,
  assetManager: hex(leg.registryManagerAddr),
  assetId: hex(leg.registryId),
  quantity: leg.quantity,
  senderData: accountData(leg.senderAccount),
  receiverData: accountData(leg.receiverAccount),
})

/** Cash that moves outside: the currency is on the ledger, the amount stays private. */
export const externalLeg = (leg: { sender: Address; receiver: Address; currency: string }): LedgerLeg => ({
  legType: legTypes.indexOf('EXTERNAL'),
  sender: hex(leg.sender),
  receiver: hex(leg.receiver),
  registrar: ZERO,
  txCoordinator: ZERO,
  assetManager: ZERO,
  assetId: asciiWord(leg.currency),
  quantity: 0n,
  senderData: '0x',
  receiverData: '0x',
})

/** The legs of a delivery as they were created. */
export const createdLegs = (legs: readonly DeliveryLeg[]): LedgerLeg[] =>
  [...legs]
    .sort((a, b) => a.legIdx - b.legIdx)
    .map((leg) => ({
      legType: legTypes.indexOf(leg.legType),
      sender: hex(leg.sender),
      receiver: hex(leg.receiver),
      registrar: hex(leg.registrar),
      txCoordinator: hex(leg.txCoordinator),
      assetManager: hex(leg.assetManagerAddr),
      assetId: hex(leg.assetId),
      quantity: BigInt(leg.quantity),
      senderData: hex(leg.senderData),
      receiverData: hex(leg.receiverData),
    }))
