// Deliveries of every kind are created, confirmed, locked, reported, refused and canceled by whoever comes along.
import { deliveryManagerAbi, escrowLegManagerAbi, lockingLegManagerAbi } from '@connex/contracts'
import { Bytes32, fingerprintOf } from '@connex/protocol'
import { concatHex, encodeAbiParameters, keccak256, sha256, toHex } from 'viem'
import type { Address, Hex } from 'viem'
import { deliveryId, isDigitalLeg, isHtlcLeg, isOutsideLeg, legBuilders, legType } from '../ledger/legs.ts'
import type { Leg } from '../ledger/legs.ts'
import { encodeCall } from '../ledger/actions.ts'
import type { Action } from '../ledger/actions.ts'
import type { EntryActions } from './registryActions.ts'
import type { Random } from '../random.ts'
import type { Member, LedgerFixture } from '../ledger/members.ts'

export type Delivery = { id: Hex; details: Details; creator: Member; legs: Leg[] }

/** The private data of which the ledger has the fingerprint. */
type Details = { salt: Bytes32; description: string }

/** How a move gets to the ledger: by its tenant, or straight from its user. */
type Senders = { send: (move: Action) => Promise<void>; sendDirectly: (move: Action) => Promise<void> }

export type RandomDeliveries = {
  /** All that were ever created, on whichever chain. */
  all: () => readonly Delivery[]
  create: (random: Random) => Promise<void>
  advance: (random: Random) => Promise<void>
}

const LOCKED_FOR_S = 2 * 3600

const accountData = (accountNum: bigint): Hex => toHex(accountNum, { size: 32 })

export function randomDeliveries(
  world: LedgerFixture,
  entries: EntryActions,
  senders: Senders,
): RandomDeliveries {
  const { registrar, banks, accounts } = world
  const { DeliveryManager } = world.ledger.deployment.contracts
  const kinds = legBuilders(world)
  const deliveries: Delivery[] = []
  const dataOf = legDataOf(world, entries)
  const deliver: Deliver = (by, name, ...args) =>
    senders.send({ by, dapp: DeliveryManager, data: encodeCall(deliveryManagerAbi, name, args) })
  const { confirm, cancel, sendOutside } = settlementSteps(world, deliver, dataOf)
  const { lockOrUnlock, reclaim } = escrowSteps(world, deliver, dataOf, senders.sendDirectly)

  async function create(random: Random): Promise<void> {
    const { member } = random.pick(accounts)
    const other = random.pick(banks.filter((bank) => bank !== member))
    const bank = member.tenant
    const terms = termsOf(random, world, kinds, bank, other.tenant)
    const data = dataOf(random, terms, member)
    const legs = terms.map((leg, index) => ({
      ...leg,
      [leg.sender === bank ? 'senderData' : 'receiverData']: data[index] ?? '0x',
    }))
    const salt = keccak256(toHex(`delivery ${deliveries.length} ${random.below(2 ** 32)}`))
    const details = { salt: Bytes32.parse(salt), description: `Delivery ${deliveries.length}` }
    const privateDataFp = fingerprintOf(details)
    const id = deliveryId(bank, privateDataFp, legs)
    deliveries.push({ id, details, creator: member, legs })
    await deliver(member, 'createDelivery', id, privateDataFp, legs, 0n)
  }

  async function advance(random: Random): Promise<void> {
    const { id, legs } = random.pick(deliveries.slice(-4))
    const parties = [registrar, ...banks].filter(({ tenant }) =>
      legs.some((leg) => [leg.sender, leg.receiver, leg.registrar].includes(tenant)),
    )
    const by = random.pick(parties)
    const data = dataOf(random, legs, by)
    const legIdx = random.below(legs.length)
    const outside = legs.findIndex(isOutsideLeg)
    const step = random.below(12)
    if (step <= 1) await cancel(random, by, id, legs)
    else if (step === 2)
      await deliver(by, 'setReceiverAccount', id, legs, BigInt(legIdx), data[legIdx] ?? '0x')
    else if (step === 3)
      await deliver(by, 'confirmLegDelivery', id, legs, BigInt(legIdx), data[legIdx] ?? '0x')
    else if (step <= 8 && legs.some(isHtlcLeg)) await lockOrUnlock(random, id, legs)
    else if (step <= 6 && outside >= 0) await sendOutside(random, id, legs, outside)
    else await confirm(random, by, id, legs, data)
    if (random.chance(0.1)) await reclaim(by, id, legs, legIdx)
  }

  return {
    all: () => deliveries,
    create,
    advance: (random) => (deliveries.length === 0 ? create(random) : advance(random)),
  }
}

type Deliver = (by: Member, name: string, ...args: unknown[]) => Promise<void>
type LegData = (random: Random, legs: readonly Leg[], member: Member) => Hex[]

/** What a member writes into the legs that it sends or receives. */
function legDataOf(world: LedgerFixture, entries: EntryActions): LegData {
  const { accounts, chains } = world
  const { EntryRegistryManager, ChainRegistryManager } = world.ledger.deployment.contracts

  function sideData(random: Random, { assetManager, assetId, sender }: Leg, { tenant }: Member): Hex {
    if (assetManager === EntryRegistryManager) {
      const say = sender === tenant ? entries.spentData : entries.createdData
      return say(random, assetId, tenant)
    }
    const own = accounts.filter(({ member }) => member.tenant === tenant)
    const account = accountData(random.pick(own).accountNum)
    if (assetManager !== ChainRegistryManager) return account
    return concatHex([account, random.pick(chains.filter((chain) => chain.registryId === assetId)).chainId])
  }

  return function dataOf(random, legs, member) {
    const isOwner = accounts.some((one) => one.member.tenant === member.tenant)
    return legs.map((leg) =>
      isOwner && isDigitalLeg(leg) && [leg.sender, leg.receiver].includes(member.tenant)
        ? sideData(random, leg, member)
        : '0x',
    )
  }
}

/** Each has its turn, so that none is rare. */
function termsOf(
  random: Random,
  { registrar, registryIds }: LedgerFixture,
  kinds: ReturnType<typeof legBuilders>,
  bank: Address,
  peer: Address,
): Leg[] {
  const registryId = random.pick(registryIds)
  const quantity = BigInt(random.below(40) + 1)
  const [first, second] = registryIds as [Hex, Hex]
  const security = kinds.digital(registryId, bank, peer, quantity)
  const back = kinds.digital(registryId, peer, bank, quantity)
  return random.pick<() => Leg[]>([
    () => [kinds.digital(registryId, registrar.tenant, bank, quantity * 10n)],
    () => [kinds.digital(registryId, bank, registrar.tenant, quantity)],
    () => [security],
    () => [back],
    () => [security, kinds.payment(peer, bank)],
    () => [kinds.digital(first, bank, peer, quantity), kinds.digital(second, peer, bank, quantity)],
    () => [kinds.inEntries(kinds.digital(registryId, registrar.tenant, bank, 0n))],
    () => [kinds.inEntries(kinds.digital(registryId, bank, peer, 0n))],
    () => [kinds.overChain(security)],
    () => [security, kinds.locked(peer, bank, quantity)],
    () => [security, kinds.locked(peer, bank, quantity)],
    () => [kinds.coordinated(security, random.pick(['DIGITAL_WITH_COORDINATOR', 'TXC']))],
    () => [kinds.coordinated(back, 'TXC'), kinds.payment(bank, peer)],
    () => [kinds.traditional(bank, peer, quantity)],
    () => [security, kinds.traditional(peer, bank, quantity)],
    () => [security, kinds.tokens(peer, bank, quantity)],
    () => [kinds.tokens(bank, peer, quantity)],
    () => [kinds.item(bank, peer, BigInt(random.below(6) + 1)), kinds.tokens(peer, bank, quantity)],
    () => [kinds.item(peer, bank, BigInt(random.below(6) + 1))],
  ])()
}

const memberOf = ({ banks, registrar }: LedgerFixture, tenant?: Address): Member =>
  banks.find((bank) => bank.tenant === tenant) ?? registrar

function settlementSteps(world: LedgerFixture, deliver: Deliver, dataOf: LegData) {
  const { issuer, registrar, banks } = world
  const sidesOf = (legs: readonly Leg[]): Member[] =>
    banks.filter(({ tenant }) => legs.some(({ sender, receiver }) => [sender, receiver].includes(tenant)))

  /** One of the sides, all of them, or all and then those who only agree. */
  async function confirm(random: Random, by: Member, id: Hex, legs: Leg[], data: Hex[]): Promise<void> {
    const nothing = legs.map((): Hex => '0x')
    const as = random.pick(['confirmDelivery', 'confirmDelivery', 'confirmAsSender', 'confirmAsReceiver'])
    await deliver(by, as, id, legs, data)
    if (random.chance(0.5))
      for (const bank of sidesOf(legs))
        await deliver(bank, 'confirmDelivery', id, legs, dataOf(random, legs, bank))
    if (random.chance(0.6)) await deliver(issuer, 'confirmAsCoordinator', id, legs)
    if (random.chance(0.7)) await deliver(registrar, 'confirmDelivery', id, legs, nothing)
    else if (random.chance(0.5)) await cancel(random, by, id, legs)
  }

  async function sendOutside(random: Random, id: Hex, legs: readonly Leg[], outside: number): Promise<void> {
    const legIdx = BigInt(outside)
    const leg = legs[outside]
    if (random.chance(0.6))
      await deliver(memberOf(world, leg?.sender), 'reportExternalDelivery', id, legs, legIdx)
    if (random.chance(0.6))
      await deliver(memberOf(world, leg?.receiver), 'confirmExternalDelivery', id, legs, legIdx)
  }

  /** By one side; most of the times at once by the others as well, so that requests are agreed to. */
  async function cancel(random: Random, by: Member, id: Hex, legs: readonly Leg[]): Promise<void> {
    // Where nobody owes anything any more, a cancel is a request.
    if (random.chance(0.5))
      for (const bank of sidesOf(legs))
        await deliver(bank, 'confirmDelivery', id, legs, dataOf(random, legs, bank))
    await deliver(by, 'cancelDelivery', id, legs, keccak256(id))
    if (by === registrar || random.chance(0.4)) return
    for (const other of sidesOf(legs)) await deliver(other, 'cancelDelivery', id, legs, keccak256(id))
  }

  return { confirm, cancel, sendOutside }
}

function escrowSteps(
  world: LedgerFixture,
  deliver: Deliver,
  dataOf: LegData,
  sendDirectly: Senders['sendDirectly'],
) {
  const { ledger, registrar } = world
  const { contracts } = ledger.deployment

  /** The key is known to whoever guesses that it is the delivery's id. */
  async function lockOrUnlock(random: Random, id: Hex, legs: readonly Leg[]): Promise<void> {
    const index = legs.findIndex(isHtlcLeg)
    const legIdx = BigInt(index)
    const [sender, receiver] = [memberOf(world, legs[index]?.sender), memberOf(world, legs[index]?.receiver)]
    const head = (await ledger.rpc('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }
    const deadline = BigInt(head.timestamp) + BigInt(LOCKED_FOR_S)
    if (random.chance(0.6))
      for (const bank of [sender, receiver])
        await deliver(bank, 'confirmDelivery', id, legs, dataOf(random, legs, bank))
    const step = random.below(10)
    if (step <= 4) await deliver(sender, 'confirmAndLockLeg', id, legs, legIdx, '0x', sha256(id), deadline)
    if (step <= 1) await deliver(registrar, 'confirmDelivery', id, legs, ['0x', '0x'])
    if (step === 0 || step === 5) await deliver(receiver, 'unlockAndDeliverLeg', id, legs, legIdx, id)
    else if (step === 1 || step === 6) {
      const data = encodeCall(lockingLegManagerAbi, 'deliver', [id, legs, legIdx, id])
      await sendDirectly({ by: receiver, dapp: contracts.HtlcLegManager, data })
    } else if (step >= 7) {
      if (random.chance(0.5)) await ledger.rpc('evm_increaseTime', LOCKED_FOR_S + 1)
      await deliver(sender, 'unlockAndCancel', id, legs, keccak256(id))
    }
  }

  /** What a token did not let go back is still owed. */
  async function reclaim(by: Member, id: Hex, legs: readonly Leg[], legIdx: number): Promise<void> {
    const leg = legs[legIdx]
    const managers = new Map<number, Address>([
      [legType('HTLC'), contracts.HtlcLegManager],
      [legType('ERC20'), contracts.Erc20LegManager],
      [legType('ERC721'), contracts.Erc721LegManager],
    ])
    const dapp = leg && managers.get(leg.legType)
    if (dapp === undefined) return
    const reference = encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [id, BigInt(legIdx)])
    await sendDirectly({
      by,
      dapp,
      data: encodeCall(escrowLegManagerAbi, 'reclaim', [keccak256(reference), leg]),
    })
  }

  return { lockOrUnlock, reclaim }
}
