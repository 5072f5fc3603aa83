// Random business on the test ledger: deliveries of every kind are created, confirmed, refused and canceled by whoever
// comes along. Much of it the contracts refuse; what they take is what the index has to follow.
import { deliveryManagerAbi, legTypes } from '@connex/contracts'
import { encodeFunctionData, keccak256, pad, stringToHex, toHex, zeroAddress } from 'viem'
import type { Address, Hex } from 'viem'
import { signCall } from './createWorld.ts'
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

export function createPlayer({ ledger, registrar, banks, registryIds, accounts }: World): Player {
  const { AccountRegistryManager, DeliveryManager } = ledger.deployment.contracts
  const deliveries: Delivery[] = []
  let sent: Sent[] = []

  async function send(by: Member, data: Hex): Promise<void> {
    const raw = await signCall(ledger, by, DeliveryManager, data)
    sent.push({ by, raw })
    await ledger.rpc('eth_sendRawTransaction', raw)
  }

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

  const payment = (sender: Address, receiver: Address): Leg => ({
    ...digital(pad(stringToHex('EUR'), { dir: 'right' }), sender, receiver, 0n),
    legType: legType('EXTERNAL'),
    registrar: zeroAddress,
    assetManager: zeroAddress,
  })

  /** The member's own account data for each leg that it sends or receives on the ledger. */
  function dataOf(random: Random, legs: readonly Leg[], { tenant }: Member): Hex[] {
    const own = accounts.filter(({ member }) => member.tenant === tenant)
    return legs.map(({ legType: type, sender, receiver }) =>
      own.length > 0 && type === legType('DIGITAL') && (sender === tenant || receiver === tenant)
        ? accountData(random.pick(own).accountNum)
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
    ])
    const data = dataOf(random, terms, one.member)
    const legs = terms.map((leg, index) => ({
      ...leg,
      [leg.sender === bank ? 'senderData' : 'receiverData']: data[index] ?? '0x',
    }))
    const id = keccak256(toHex(`delivery ${deliveries.length} ${random.below(2 ** 32)}`))
    deliveries.push({ id, legs })
    await send(one.member, call('createDelivery', [id, keccak256(id), legs, 0n]))
  }

  async function goOn(random: Random): Promise<void> {
    const { id, legs } = random.pick(deliveries.slice(-4))
    const parties = [registrar, ...banks].filter(({ tenant }) =>
      legs.some((leg) => [leg.sender, leg.receiver, leg.registrar].includes(tenant)),
    )
    const by = random.pick(parties)
    const data = dataOf(random, legs, by)
    const legIdx = BigInt(random.below(legs.length))
    const step = random.below(9)
    if (step === 0) await send(by, call('cancelDelivery', [id, legs, keccak256(id)]))
    else if (step === 1)
      await send(by, call('setReceiverAccount', [id, legs, legIdx, data[Number(legIdx)] ?? '0x']))
    else if (step <= 3 && legs.length > 1) await send(by, call('reportExternalDelivery', [id, legs, 1n]))
    else if (step <= 5 && legs.length > 1) await send(by, call('confirmExternalDelivery', [id, legs, 1n]))
    else {
      await send(by, call('confirmDelivery', [id, legs, data]))
      const nothing = legs.map((): Hex => '0x')
      if (random.chance(0.7)) await send(registrar, call('confirmDelivery', [id, legs, nothing]))
    }
  }

  const act = (random: Random) =>
    deliveries.length === 0 || random.chance(0.35) ? create(random) : goOn(random)

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

type Names = 'createDelivery' | 'confirmDelivery' | 'cancelDelivery' | 'setReceiverAccount'
type More = 'reportExternalDelivery' | 'confirmExternalDelivery'
type Arguments<Name extends Names | More> = Parameters<
  typeof encodeFunctionData<typeof deliveryManagerAbi, Name>
>[0] extends { args: infer Args }
  ? Args
  : never

const call = <Name extends Names | More>(functionName: Name, args: Arguments<Name>): Hex =>
  encodeFunctionData({ abi: deliveryManagerAbi, functionName, args } as never)
