// Legs of every type on the test ledger, as their sides would write them down.
import { legTypes } from '@connex/contracts'
import { encodeAbiParameters, maxUint64, pad, stringToHex, toHex, zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import {
  Address as TenantAddress,
  Fingerprint,
  isDigital,
  isHtlc,
  isOffLedger,
  LegType,
} from '@connex/protocol'
import { deliveryIdOf } from '../../../sdk/src/ledger/legs.ts'
import type { LedgerFixture } from './members.ts'

export type Leg = {
  legType: number
  sender: Address
  receiver: Address
  registrar: Address
  txCoordinator: Address
  assetManager: Address
  assetId: Hex
  quantity: bigint
  senderData: Hex
  receiverData: Hex
}

export const legType = (name: (typeof legTypes)[number]) => legTypes.indexOf(name)

const named = (leg: Leg) => ({ legType: LegType.parse(legTypes[leg.legType]) })

export const isDigitalLeg = (leg: Leg) => isDigital(named(leg))
/** Sent and received beside the ledger: reported, then confirmed. */
export const isOutsideLeg = (leg: Leg) => isOffLedger(named(leg))
export const isHtlcLeg = (leg: Leg) => isHtlc(named(leg))

/** The id that the ledger requires of a delivery without a value date. */
export const deliveryId = (creator: string, privateDataFp: string, legs: readonly object[]): Hex =>
  deliveryIdOf({
    creator: TenantAddress.parse(creator),
    privateDataFp: Fingerprint.parse(privateDataFp),
    legs: legs as readonly Leg[],
    valueDate: 0,
  }) as Hex

/** What most legs lack. */
const BARE = { txCoordinator: zeroAddress, senderData: '0x', receiverData: '0x' } as const

type LegParties = Pick<LedgerFixture, 'ledger' | 'issuer' | 'registrar' | 'token' | 'items' | 'traditionalId'>

export function legBuilders({ ledger, issuer, registrar, token, items, traditionalId }: LegParties) {
  const { AccountRegistryManager, EntryRegistryManager, ChainRegistryManager, InstrumentManager } =
    ledger.deployment.contracts

  const digital = (registryId: Hex, sender: Address, receiver: Address, quantity: bigint): Leg => ({
    ...BARE,
    legType: legType('DIGITAL'),
    sender,
    receiver,
    registrar: registrar.tenant,
    assetManager: AccountRegistryManager,
    assetId: registryId,
    quantity,
  })
  const payment = (sender: Address, receiver: Address): Leg => ({
    ...digital(pad(stringToHex('EUR'), { dir: 'right' }), sender, receiver, 0n),
    legType: legType('EXTERNAL'),
    registrar: zeroAddress,
    assetManager: zeroAddress,
  })
  const tokens = (sender: Address, receiver: Address, quantity: bigint): Leg => ({
    ...payment(sender, receiver),
    legType: legType('ERC20'),
    assetManager: token,
    assetId: zeroHash,
    quantity,
  })

  return {
    digital,
    inEntries: (leg: Leg): Leg => ({ ...leg, assetManager: EntryRegistryManager, quantity: 0n }),
    overChain: (leg: Leg): Leg => ({ ...leg, assetManager: ChainRegistryManager }),
    /** The issuer has to agree as well. */
    coordinated: (leg: Leg, name: 'DIGITAL_WITH_COORDINATOR' | 'TXC'): Leg => ({
      ...leg,
      legType: legType(name),
      txCoordinator: issuer.tenant,
    }),
    payment,
    /** Of an instrument outside the ledger's registries; the registrar is its transfer agent. */
    traditional: (sender: Address, receiver: Address, quantity: bigint): Leg => ({
      ...digital(traditionalId, sender, receiver, quantity),
      legType: legType('TRADITIONAL'),
      assetManager: InstrumentManager,
    }),
    tokens,
    locked: (sender: Address, receiver: Address, quantity: bigint): Leg => ({
      ...tokens(sender, receiver, quantity),
      legType: legType('HTLC'),
      senderData: lockTerms(),
    }),
    item: (sender: Address, receiver: Address, id: bigint): Leg => ({
      ...tokens(sender, receiver, 1n),
      legType: legType('ERC721'),
      assetManager: items,
      assetId: toHex(id, { size: 32 }),
    }),
  }
}

/** What an HTLC leg says of its lock: any deadline, any key. */
export const lockTerms = (): Hex =>
  encodeAbiParameters([{ type: 'uint64' }, { type: 'bytes32' }], [maxUint64, zeroHash])
