// Legs as the ledger takes them: the same with every call, byte for byte, since a delivery's id is their hash.
import { deliveryManagerAbi, legTypes } from '@connex/contracts'
import { DeliveryId } from '@connex/protocol'
import type { AccountNumber, Address, DeliveryLeg, Fingerprint, RegistryId, Seconds } from '@connex/protocol'
import { encodeAbiParameters, getAbiItem, keccak256 } from 'viem/utils'
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

export type DeliveryTerms = {
  /** The tenant that creates the delivery. */
  creator: Address
  privateDataFp: Fingerprint
  legs: readonly LedgerLeg[]
  /** A UTC midnight; 0 for none. */
  valueDate: Seconds
}

const [, , legsParameter] = getAbiItem({ abi: deliveryManagerAbi, name: 'createDelivery' }).inputs

/**
 * The id that the ledger requires of a delivery: the hash of its terms. Pure.
 *
 * @example
 * deliveryIdOf({ creator: tenantAddr, privateDataFp: fingerprintOf(details), legs, valueDate: 0 })
 */
export function deliveryIdOf({ creator, privateDataFp, legs, valueDate }: DeliveryTerms): DeliveryId {
  const legsHash = keccak256(encodeAbiParameters([legsParameter], [legs]))
  const terms = encodeAbiParameters(TERMS, [hex(creator), hex(privateDataFp), BigInt(valueDate), legsHash])
  return DeliveryId.parse(keccak256(terms))
}

const TERMS = [{ type: 'address' }, { type: 'bytes32' }, { type: 'uint64' }, { type: 'bytes32' }] as const

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

/** A leg as it was created. */
export const ledgerLeg = (leg: DeliveryLeg): LedgerLeg => ({
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
})

/** The legs in the ledger's order. */
export const inOrder = (legs: readonly DeliveryLeg[]): DeliveryLeg[] =>
  legs.toSorted((left, right) => left.legIdx - right.legIdx)

/** The legs of a delivery as they were created. */
export const createdLegs = (legs: readonly DeliveryLeg[]): LedgerLeg[] => inOrder(legs).map(ledgerLeg)
