// Random business on the test ledger: deliveries of every kind, the registries beside them, and who may do what. Much of it the
// contracts refuse; what they take is what the index has to follow.
import { toHex } from 'viem'
import type { Hex } from 'viem'
import { signCall, signTransaction } from '../ledger/actions.ts'
import type { Action } from '../ledger/actions.ts'
import { randomAccountActions, randomCustodyChainActions, randomEntryActions } from './registryActions.ts'
import { randomAdministration, randomLateActions } from './administration.ts'
import { randomDeliveries } from './deliveries.ts'
import type { Delivery } from './deliveries.ts'
import type { Random } from '../random.ts'
import type { Member, LedgerFixture } from '../ledger/members.ts'

/** A signed transaction, and who signed it. */
export type SentTransaction = { by: Member; raw: Hex }

export type RandomActor = {
  /** All that were ever created, on whichever chain. */
  deliveries: () => readonly Delivery[]
  deliveryIds: () => Hex[]
  /** So many actions, some of them together in one block, some blocks without any. */
  act: (random: Random, numActions: number) => Promise<void>
  /** What was sent since the last time. */
  takeSent: () => SentTransaction[]
}

export function createRandomActor(world: LedgerFixture): RandomActor {
  const { ledger } = world
  let sent: SentTransaction[] = []

  async function publish(by: Member, raw: Hex): Promise<void> {
    sent.push({ by, raw })
    await ledger.rpc('eth_sendRawTransaction', raw)
  }

  const send = async ({ by, dapp, data, target }: Action) =>
    publish(by, await signCall(ledger, by, dapp, data, target))
  const sendDirectly = async ({ by, dapp, data }: Action) =>
    publish(by, await signTransaction(ledger, by, dapp, data))

  const entries = randomEntryActions(world)
  const registryActions = [randomAccountActions(world), entries.next, randomCustodyChainActions(world)]
  const administer = randomAdministration(world)
  const actAtLateDapp = randomLateActions(world)
  const deliveries = randomDeliveries(world, entries, { send, sendDirectly: sendDirectly })

  async function actOnce(random: Random): Promise<void> {
    if (random.chance(0.3)) return send(random.pick(registryActions)(random))
    if (random.chance(0.25)) {
      const { isDirect, ...move } = random.chance(0.4) ? actAtLateDapp(random) : await administer(random)
      return isDirect === true ? sendDirectly(move) : send(move)
    }
    if (random.chance(0.35)) return deliveries.create(random)
    return deliveries.advance(random)
  }

  return {
    deliveries: deliveries.all,
    deliveryIds: () => deliveries.all().map(({ id }) => id),
    async act(random, numActions) {
      for (let left = numActions; left > 0; left--) {
        const together = random.chance(0.8) ? 1 : random.below(4) + 2
        for (let action = 0; action < together; action++) await actOnce(random)
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
