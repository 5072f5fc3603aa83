// The same transactions on another chain.
import type { SentTransaction } from './createPlayer.ts'
import type { Random } from './seeded.ts'
import type { LedgerFixture } from './World.ts'

/** Another order, in which each sender's own transactions stay in theirs. */
export function shuffled(random: Random, sent: readonly SentTransaction[]): SentTransaction[] {
  const rest = [...sent]
  const order: SentTransaction[] = []
  while (rest.length > 0) {
    const { by } = random.pick(rest)
    order.push(
      ...rest.splice(
        rest.findIndex((one) => one.by === by),
        1,
      ),
    )
  }
  return order
}

/** So many of them in each block. */
export async function resend(
  { ledger }: LedgerFixture,
  sent: readonly SentTransaction[],
  numTogether = 1,
): Promise<void> {
  for (let index = 0; index < sent.length; index += numTogether) {
    for (const { raw } of sent.slice(index, index + numTogether))
      await ledger.rpc('eth_sendRawTransaction', raw)
    await ledger.rpc('anvil_mine', '0x1')
  }
}
