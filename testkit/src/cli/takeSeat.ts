import type { Position, Transfer } from '@connex/protocol'
import { afterAll, beforeAll } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import { type Hand, type Hands, openHands } from './openHands.ts'

/** Every case is a program of its own that unlocks a wallet: on a busy machine that takes its time. */
export const patienceMs = 240_000

export type Created = { isDryRun: boolean; deliveryId: string; txHash: string; block: number }
export type Failed = {
  error: { code: string; message: string; faults?: { row: number; column: string }[] }
}
type Listed<Item> = { items: Item[]; totalItemCount: number }

/** An investor of a sandbox that runs and whose robot waits; to be called where tests are declared. */
export function takeSeat(sandbox: () => SandboxDescription) {
  // What an earlier course left in the same sandbox is not ours.
  const mark = Date.now().toString(36)
  const marked = (description: string): string => `${mark} ${description}`
  let hands: Hands
  let alpen: Hand
  let holding: Position
  let registrar: string
  /** Words of a transfer of one smallest unit's worth of what Alpenbank has free. */
  const fop = (description: string, more: readonly string[] = []): string[] =>
    [
      ['transfer', 'fop', '--direction', 'deliver', '--counterparty', 'Baltic Trust Bank'],
      ['--custodian', `${holding.registryManagerAddr}:${holding.registrarAddr}`],
      ['--instrument', holding.identifier, '--account', holding.account, '--quantity', '1'],
      ['--description', marked(description), ...more],
    ].flat()
  const found = (description: string): Promise<Listed<Transfer>> =>
    alpen.json(['transfers', '--filter', marked(description), '--items-per-page', '500'])

  beforeAll(async () => {
    hands = openHands(sandbox())
    alpen = await hands.hand('a.keller')
    const held = await alpen.json<Listed<Position & { custodian: string }>>([
      'holdings',
      '--exclude-earmarked',
    ])
    const free = held.items.find(({ available, decimals }) => BigInt(available) > 10n ** BigInt(decimals + 2))
    if (free === undefined) throw new Error('the sandbox has nothing free')
    holding = free
    registrar = free.custodian
  }, patienceMs)
  afterAll(() => hands.close())

  return {
    hands: () => hands,
    alpen: () => alpen,
    holding: () => holding,
    registrar: () => registrar,
    marked,
    fop,
    found,
  }
}
