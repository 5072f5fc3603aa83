import type { DeliveryId, TransferState } from '@connex/protocol'
import { getTransfer, type SendOptions } from '@connex/sdk'
import type { Session } from '../connection/connect.ts'
import { sign, type Signed, type Signing } from '../connection/sign.ts'
import type { Market } from './readMarket.ts'
import { turnText } from './turnText.ts'

/** How the delivery stands after what was done, as the server has it. */
type Standing = { readonly state?: TransferState; readonly turn?: string }

/** `sign` for what is done to a delivery: the answer says whose turn it is afterwards. */
export async function signDelivery<Done extends { deliveryId: DeliveryId }>(
  context: Signing,
  { session, market }: { session: Pick<Session, 'client'>; market: Pick<Market, 'nameOf'> },
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
): Promise<Signed<Done & Standing>> {
  const signed = await sign(context, summary, verb)
  if (signed.isDryRun) return signed
  // It is done, whether or not the server can still say what it led to.
  const after = await getTransfer(session.client, signed.deliveryId, { signal: context.signal }).catch(
    () => undefined,
  )
  return after === undefined ? signed : { ...signed, state: after.state, turn: turnText(after, market) }
}

/** 'The repo 0x… is created, in block 12.', and whose turn it is. */
export const showDone =
  (told: string) =>
  ({ deliveryId, block, turn }: { deliveryId: DeliveryId; block: number } & Standing): string =>
    [`${told.replace('{id}', deliveryId)}, in block ${block}.`, turn].filter(Boolean).join('\n')
