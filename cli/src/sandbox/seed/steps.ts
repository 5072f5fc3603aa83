// What the desks do in turns, in few ledger transactions: most of the first start's time goes into these.
import { confirmTransfer, sendTogether, waitForTransfer } from '@connex/sdk'
import type { ConfirmAccounts, SendOptions, Sent } from '@connex/sdk'
import type { BlockNumber, DeliveryId } from '@connex/protocol'
import { waitForAll } from './desks.ts'
import type { Desk, Desks } from './desks.ts'

/** What one desk does for an example. */
export type Step = { desk: Desk; act: (together: SendOptions) => Promise<Sent> }

/**
 * Takes the steps of all examples: everybody's first, then everybody's second, and so on. A desk's steps of one turn are one
 * transaction, and the desks act one after the other, so that every sandbox lists the examples in the same order.
 *
 * @example
 * await takeSteps(desks, holdings.map((holding) => [requestStep(holding), confirmStep(holding)]))
 */
export async function takeSteps(desks: Desks, examples: readonly (readonly Step[])[]): Promise<void> {
  for (let turn = 0; ; turn++) {
    const due = examples.flatMap((steps) => steps[turn] ?? [])
    if (due.length === 0) return
    const blocks: BlockNumber[] = []
    for (const [desk, steps] of Map.groupBy(due, (step) => step.desk)) blocks.push(await act(desk, steps))
    await waitForAll(desks, Math.max(...blocks))
  }
}

async function act({ client, tenant }: Desk, steps: readonly Step[]): Promise<BlockNumber> {
  const actions = steps.map((step) => step.act)
  const [sent] = await sendTogether(client, actions, { dryRun: false, until: 'mined' })
  if (sent === undefined) throw new Error(`${tenant.name} has no step to take`)
  return sent.block
}

/** Confirms once the private details have arrived: they do not travel by the ledger. */
export async function confirmKnown(
  { client }: Desk,
  deliveryId: DeliveryId,
  { accounts, ...how }: SendOptions & { accounts?: ConfirmAccounts },
): Promise<Sent> {
  await waitForTransfer(client, deliveryId)
  return confirmTransfer(client, { deliveryId, accounts }, how)
}
