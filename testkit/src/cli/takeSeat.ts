import type { Position, Transfer } from '@connex/protocol'
import { afterAll, beforeAll } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import { type CliUser, type CliUsers, createCliUsers } from './openHands.ts'

/** Every case is a program of its own that unlocks a wallet: on a busy machine that takes its time. */
export const patienceMs = 240_000

export type Created = { isDryRun: boolean; deliveryId: string; txHash: string; block: number }
export type Failed = {
  error: { code: string; message: string; faults?: { row: number; column: string }[] }
}
type Listed<Item> = { items: Item[]; totalItemCount: number }

/** An investor of a sandbox that runs and whose robot waits; to be called where tests are declared. */
export function useInvestor(sandbox: () => SandboxDescription) {
  // What an earlier course left in the same sandbox is not ours.
  const suffix = Date.now().toString(36)
  const unique = (description: string): string => `${suffix} ${description}`
  let users: CliUsers
  let alpen: CliUser
  let holding: Position
  let registrar: string
  /** Words of a transfer of one smallest unit's worth of what Alpenbank has free. */
  const fopArgs = (description: string, more: readonly string[] = []): string[] =>
    [
      ['transfer', 'fop', '--direction', 'deliver', '--counterparty', 'Baltic Trust Bank'],
      ['--custodian', `${holding.registryManagerAddr}:${holding.registrarAddr}`],
      ['--instrument', holding.identifier, '--account', holding.account, '--quantity', '1'],
      ['--description', unique(description), ...more],
    ].flat()
  const findTransfers = (description: string): Promise<Listed<Transfer>> =>
    alpen.json(['transfers', '--filter', unique(description), '--items-per-page', '500'])

  beforeAll(async () => {
    users = createCliUsers(sandbox())
    alpen = await users.user('a.keller')
    const holdings = await alpen.json<Listed<Position & { custodian: string }>>([
      'holdings',
      '--exclude-earmarked',
    ])
    const available = holdings.items.find(
      ({ available, decimals }) => BigInt(available) > 10n ** BigInt(decimals + 2),
    )
    if (available === undefined) throw new Error('the sandbox has nothing free')
    holding = available
    registrar = available.custodian
  }, patienceMs)
  afterAll(() => users.close())

  return {
    hands: () => users,
    alpen: () => alpen,
    holding: () => holding,
    registrar: () => registrar,
    marked: unique,
    fop: fopArgs,
    found: findTransfers,
  }
}
