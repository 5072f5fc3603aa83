import { owedBy } from '@connex/protocol'
import type { DeliveryId, DeliveryLeg, Duty, Owed, Transfer, TransferState } from '@connex/protocol'
import { getTransfer } from '@connex/sdk'
import type { SendOptions } from '@connex/sdk'
import type { Session } from '../connection/connect.ts'
import { sign } from '../connection/sign.ts'
import type { Signed, SigningContext } from '../connection/sign.ts'
import type { Directory } from './directory.ts'

/** How the delivery stands after what was done, as the server has it. */
type TransferStatus = { readonly state?: TransferState; readonly turn?: string }

/** `sign` for what is done to a delivery: the answer says whose turn it is afterwards. */
export async function signDelivery<Done extends { deliveryId: DeliveryId }>(
  context: SigningContext,
  { session, directory }: { session: Pick<Session, 'client'>; directory: Pick<Directory, 'nameOf'> },
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
): Promise<Signed<Done & TransferStatus>> {
  const signed = await sign(context, summary, verb)
  if (signed.isDryRun) return signed
  // It is done, whether or not the server can still say what it led to.
  const after = await getTransfer(session.client, signed.deliveryId, { signal: context.signal }).catch(
    () => undefined,
  )
  return after === undefined ? signed : { ...signed, state: after.state, turn: turnText(after, directory) }
}

/** 'The repo 0x… is created, in block 12.', and whose turn it is. */
export const showDone =
  (told: string) =>
  ({ deliveryId, block, turn }: { deliveryId: DeliveryId; block: number } & TransferStatus): string =>
    [`${told.replace('{id}', deliveryId)}, in block ${block}.`, turn].filter(Boolean).join('\n')

type Names = Pick<Directory, 'nameOf'>

/** How a transfer stands: 'Next: Baltic Trust Bank has to confirm the receipt.', or that it is over. */
export function turnText(transfer: Transfer, names: Names): string {
  if (transfer.deliveryState === 'SETTLED') return 'It is settled.'
  if (transfer.deliveryState === 'CANCELED') return 'It is canceled.'
  return `Next: ${owedText(
    owedBy(transfer).filter(({ mayGiveNow }) => mayGiveNow),
    transfer,
    names,
  )}.`
}

/** What is still owed by whom: 'Alpenbank has to report the payment as sent; Meridian Registrars …' */
function owedText(owed: readonly Owed[], { legs }: Pick<Transfer, 'legs'>, { nameOf }: Names): string {
  const byTenant = new Map<string, Set<string>>()
  for (const { tenant, duty, legIdx } of owed) {
    const duties = byTenant.get(nameOf(tenant)) ?? new Set()
    byTenant.set(
      nameOf(tenant),
      duties.add(
        dutyText(
          duty,
          legs.find((leg) => leg.legIdx === legIdx),
        ),
      ),
    )
  }
  return [...byTenant].map(([name, duties]) => `${name} has to ${[...duties].join(' and to ')}`).join('; ')
}

/** What follows once something that is owed has been given. */
export const restText = (rest: readonly Owed[], transfer: Pick<Transfer, 'legs'>, names: Names): string =>
  rest.length === 0
    ? 'It settles at once, and cannot be undone.'
    : `Still to come: ${owedText(rest, transfer, names)}.`

const texts: Record<Duty, string> = {
  deliver: 'confirm the delivery',
  receive: 'confirm the receipt',
  pay: 'report the payment as sent',
  getPaid: 'confirm that the payment came',
  reportDelivery: 'report the delivery outside the ledger',
  confirmReceipt: 'confirm the receipt outside the ledger',
  lock: 'lock its leg with a hash',
  unlock: 'unlock its leg with the key',
  register: 'confirm as registrar',
  coordinate: 'confirm as coordinator',
}

/** What is owed, as the end of 'Baltic Trust Bank has to …'. */
export const dutyText = (duty: Duty, leg: Pick<DeliveryLeg, 'legType'> | undefined): string =>
  duty === 'register' && leg?.legType === 'TRADITIONAL' ? 'confirm as transfer agent' : texts[duty]
