// Random business on the test ledger: deliveries of every kind are created, confirmed, locked, refused and canceled by
// whoever comes along, and registers are kept beside them. Much of it the contracts refuse; what they take is what the index has to follow.
import { deliveryManagerAbi, legTypes, lockingLegManagerAbi } from '@connex/contracts'
import { concatHex, keccak256, pad, sha256, stringToHex, toHex, zeroAddress, zeroHash } from 'viem'
import type { Address, Hex } from 'viem'
import { signCall, signTransaction } from './act.ts'
import { callOf } from './Move.ts'
import type { Move } from './Move.ts'
import { playAccounts } from './playAccounts.ts'
import { playChains } from './playChains.ts'
import { playEntries } from './playEntries.ts'
import type { Random } from './seeded.ts'
import type { Member, OpenAccount, World } from './World.ts'

type Leg = {
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

type Delivery = { id: Hex; legs: Leg[] }

/** A signed transaction, and who signed it. */
export type Sent = { by: Member; raw: Hex }

export type Player = {
  /** All that were ever created, on whichever chain. */
  deliveryIds: () => Hex[]
  /** So many actions, some of them together in one block, some blocks without any. */
  play: (random: Random, numActions: number) => Promise<void>
  /** What was sent since the last time. */
  takeSent: () => Sent[]
}

const accountData = (accountNum: bigint): Hex => toHex(accountNum, { size: 32 })
const legType = (name: (typeof legTypes)[number]) => legTypes.indexOf(name)

const LOCKED_FOR_S = 2 * 3600

export function createPlayer(world: World): Player {
  const { ledger, registrar, banks, registryIds, accounts, chains, token } = world
  const {
    AccountRegistryManager,
    EntryRegistryManager,
    ChainRegistryManager,
    DeliveryManager,
    HtlcLegManager,
  } = ledger.deployment.contracts
  const deliveries: Delivery[] = []
  const entries = playEntries(world)
  const keepBooks = [playAccounts(world), entries.move, playChains(world)]
  let sent: Sent[] = []

  async function publish(by: Member, raw: Hex): Promise<void> {
    sent.push({ by, raw })
    await ledger.rpc('eth_sendRawTransaction', raw)
  }

  const send = async ({ by, dapp, data }: Move) => publish(by, await signCall(ledger, by, dapp, data))

  const deliver = (by: Member, name: string, ...args: unknown[]) =>
    send({ by, dapp: DeliveryManager, data: callOf(deliveryManagerAbi, name, args) })

  const digital = (registryId: Hex, sender: Address, receiver: Address, quantity: bigint): Leg => ({
    legType: legType('DIGITAL'),
    sender,
    receiver,
    registrar: registrar.tenant,
    txCoordinator: zeroAddress,
    assetManager: AccountRegistryManager,
    assetId: registryId,
    quantity,
    senderData: '0x',
    receiverData: '0x',
  })

  const inEntries = (leg: Leg): Leg => ({ ...leg, assetManager: EntryRegistryManager, quantity: 0n })
  const overChain = (leg: Leg): Leg => ({ ...leg, assetManager: ChainRegistryManager })

  const payment = (sender: Address, receiver: Address): Leg => ({
    ...digital(pad(stringToHex('EUR'), { dir: 'right' }), sender, receiver, 0n),
    legType: legType('EXTERNAL'),
    registrar: zeroAddress,
    assetManager: zeroAddress,
  })

  const lock = (sender: Address, receiver: Address, quantity: bigint): Leg => ({
    ...payment(sender, receiver),
    legType: legType('HTLC'),
    assetManager: token,
    assetId: zeroHash,
    quantity,
  })

  /** What the member says of its own side of a leg. */
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

  function dataOf(random: Random, legs: readonly Leg[], member: Member): Hex[] {
    const isOwner = accounts.some((one) => one.member.tenant === member.tenant)
    return legs.map((leg) =>
      isOwner && leg.legType === legType('DIGITAL') && [leg.sender, leg.receiver].includes(member.tenant)
        ? sideData(random, leg, member)
        : '0x',
    )
  }

  async function create(random: Random): Promise<void> {
    const one: OpenAccount = random.pick(accounts)
    const other = random.pick(banks.filter((bank) => bank !== one.member))
    const [bank, peer] = [one.member.tenant, other.tenant]
    const registryId = random.pick(registryIds)
    const quantity = BigInt(random.below(40) + 1)
    const [first, second] = registryIds as [Hex, Hex]
    const terms = random.pick<Leg[]>([
      [digital(registryId, registrar.tenant, bank, quantity * 10n)],
      [digital(registryId, registrar.tenant, bank, quantity * 10n)],
      [digital(registryId, bank, registrar.tenant, quantity)],
      [digital(registryId, bank, peer, quantity)],
      [digital(registryId, peer, bank, quantity)],
      [digital(registryId, bank, peer, quantity), payment(peer, bank)],
      [digital(first, bank, peer, quantity), digital(second, peer, bank, quantity)],
      [inEntries(digital(registryId, registrar.tenant, bank, 0n))],
      [inEntries(digital(registryId, bank, peer, 0n))],
      [overChain(digital(registryId, bank, peer, quantity))],
      [digital(registryId, bank, peer, quantity), lock(peer, bank, quantity)],
      [digital(registryId, bank, peer, quantity), lock(peer, bank, quantity)],
    ])
    const data = dataOf(random, terms, one.member)
    const legs = terms.map((leg, index) => ({
      ...leg,
      [leg.sender === bank ? 'senderData' : 'receiverData']: data[index] ?? '0x',
    }))
    const id = keccak256(toHex(`delivery ${deliveries.length} ${random.below(2 ** 32)}`))
    deliveries.push({ id, legs })
    await deliver(one.member, 'createDelivery', id, keccak256(id), legs, 0n)
  }

  async function goOn(random: Random): Promise<void> {
    const { id, legs } = random.pick(deliveries.slice(-4))
    const parties = [registrar, ...banks].filter(({ tenant }) =>
      legs.some((leg) => [leg.sender, leg.receiver, leg.registrar].includes(tenant)),
    )
    const by = random.pick(parties)
    const data = dataOf(random, legs, by)
    const legIdx = BigInt(random.below(legs.length))
    const step = random.below(10)
    if (step === 0) await cancel(random, by, id, legs)
    else if (step === 1)
      await deliver(by, 'setReceiverAccount', id, legs, legIdx, data[Number(legIdx)] ?? '0x')
    else if (step <= 6 && legs[1]?.legType === legType('HTLC')) await lockOrUnlock(random, id, legs)
    else if (step === 3 && legs.length > 1) await deliver(by, 'reportExternalDelivery', id, legs, 1n)
    else if (step <= 5 && legs.length > 1) await deliver(by, 'confirmExternalDelivery', id, legs, 1n)
    else {
      await deliver(by, 'confirmDelivery', id, legs, data)
      const nothing = legs.map((): Hex => '0x')
      if (random.chance(0.7)) await deliver(registrar, 'confirmDelivery', id, legs, nothing)
      else if (random.chance(0.5)) await cancel(random, by, id, legs)
    }
  }

  /** By one side; some of the times at once by the others as well, so that requests are agreed to. */
  async function cancel(random: Random, by: Member, id: Hex, legs: readonly Leg[]): Promise<void> {
    await deliver(by, 'cancelDelivery', id, legs, keccak256(id))
    if (by === registrar) return
    const others = banks.filter(({ tenant }) =>
      legs.some(({ sender, receiver }) => [sender, receiver].includes(tenant)),
    )
    if (random.chance(0.5))
      for (const other of others) await deliver(other, 'cancelDelivery', id, legs, keccak256(id))
  }

  /** The second leg, whose key is known to whoever guesses that it is the delivery's id. */
  async function lockOrUnlock(random: Random, id: Hex, legs: readonly Leg[]): Promise<void> {
    const member = (tenant?: Address) => banks.find((bank) => bank.tenant === tenant) ?? registrar
    const [sender, receiver] = [member(legs[1]?.sender), member(legs[1]?.receiver)]
    const head = (await ledger.rpc('eth_getBlockByNumber', 'latest', false)) as { timestamp: Hex }
    const deadline = BigInt(head.timestamp) + BigInt(LOCKED_FOR_S)
    if (random.chance(0.6))
      for (const bank of [sender, receiver])
        await deliver(bank, 'confirmDelivery', id, legs, dataOf(random, legs, bank))
    const step = random.below(10)
    if (step <= 4) await deliver(sender, 'confirmAndLockLeg', id, legs, 1n, '0x', sha256(id), deadline)
    if (step <= 1) await deliver(registrar, 'confirmDelivery', id, legs, ['0x', '0x'])
    if (step === 0 || step === 5) await deliver(receiver, 'unlockAndDeliverLeg', id, legs, 1n, id)
    else if (step === 1 || step === 6) {
      const data = callOf(lockingLegManagerAbi, 'deliver', [id, legs, 1n, id])
      await publish(receiver, await signTransaction(ledger, receiver, HtlcLegManager, data))
    } else if (step >= 7) {
      if (random.chance(0.5)) await ledger.rpc('evm_increaseTime', LOCKED_FOR_S + 1)
      await deliver(sender, 'unlockAndCancel', id, legs, keccak256(id))
    }
  }

  async function act(random: Random): Promise<void> {
    if (random.chance(0.35)) await send(random.pick(keepBooks)(random))
    else if (deliveries.length === 0 || random.chance(0.35)) await create(random)
    else await goOn(random)
  }

  return {
    deliveryIds: () => deliveries.map(({ id }) => id),
    async play(random, numActions) {
      for (let left = numActions; left > 0; left--) {
        const together = random.chance(0.8) ? 1 : random.below(4) + 2
        for (let action = 0; action < together; action++) await act(random)
        await ledger.rpc('anvil_mine', toHex(random.chance(0.9) ? 1 : random.below(3) + 2))
      }
    },
    takeSent() {
      const taken = sent
      sent = []
      return taken
    },
  }
}
