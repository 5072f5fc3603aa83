// Random business on the test ledger: deliveries of every kind, the registers beside them, and who may do what. Much of it the
// contracts refuse; what they take is what the index has to follow.
import { toHex } from 'viem'
import type { Hex } from 'viem'
import { signCall, signTransaction } from './act.ts'
import type { Move } from './Move.ts'
import { playAccounts } from './playAccounts.ts'
import { playAdministration } from './playAdministration.ts'
import { playChains } from './playChains.ts'
import { playDeliveries } from './playDeliveries.ts'
import type { Delivery } from './playDeliveries.ts'
import { playEntries } from './playEntries.ts'
import type { Random } from './seeded.ts'
import type { Member, World } from './World.ts'

/** A signed transaction, and who signed it. */
export type Sent = { by: Member; raw: Hex }

export type Player = {
  /** All that were ever created, on whichever chain. */
  deliveries: () => readonly Delivery[]
  deliveryIds: () => Hex[]
  /** So many actions, some of them together in one block, some blocks without any. */
  play: (random: Random, numActions: number) => Promise<void>
  /** What was sent since the last time. */
  takeSent: () => Sent[]
}

export function createPlayer(world: World): Player {
  const { ledger } = world
  let sent: Sent[] = []

  async function publish(by: Member, raw: Hex): Promise<void> {
    sent.push({ by, raw })
    await ledger.rpc('eth_sendRawTransaction', raw)
  }

  const send = async ({ by, dapp, data, target }: Move) =>
    publish(by, await signCall(ledger, by, dapp, data, target))
  const directly = async ({ by, dapp, data }: Move) =>
    publish(by, await signTransaction(ledger, by, dapp, data))

  const entries = playEntries(world)
  const keepBooks = [playAccounts(world), entries.move, playChains(world)]
  const administer = playAdministration(world)
  const deliveries = playDeliveries(world, entries, { send, directly })

  async function act(random: Random): Promise<void> {
    if (random.chance(0.3)) return send(random.pick(keepBooks)(random))
    if (random.chance(0.15)) {
      const { isDirect, ...move } = await administer(random)
      return isDirect === true ? directly(move) : send(move)
    }
    if (random.chance(0.35)) return deliveries.create(random)
    return deliveries.goOn(random)
  }

  return {
    deliveries: deliveries.all,
    deliveryIds: () => deliveries.all().map(({ id }) => id),
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
