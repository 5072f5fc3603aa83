// Commands that change a delivery answer with its state afterwards and with whose turn it is.
import type { DeliveryId, TransferState } from '@connex/protocol'
import { turnText } from '@connex/protocol/duties'
import { getTransfer } from '@connex/sdk'
import type { SendOptions } from '@connex/sdk'
import type { Session } from '../connection/connect.ts'
import { signOrPropose } from '../connection/sign.ts'
import type { Proposed, Signed, SigningContext } from '../connection/sign.ts'
import type { Directory } from './directory.ts'

/** The delivery after the change, as the server has it. */
type TransferStatus = { readonly state?: TransferState; readonly turn?: string }

/** `signOrPropose` for a change to a delivery. */
export async function signDelivery<Done extends { deliveryId: DeliveryId }>(
  context: SigningContext & { readonly options: { readonly propose: boolean } },
  { session, directory }: { session: Pick<Session, 'client'>; directory: Pick<Directory, 'nameOf'> },
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
): Promise<Signed<Done & TransferStatus> | Proposed> {
  const signed = await signOrPropose(context, session.client, summary, verb)
  if (signed.isDryRun || 'signaturesRequired' in signed) return signed
  // The change is made, whether or not the server can report the new state.
  const after = await getTransfer(session.client, signed.deliveryId, { signal: context.signal }).catch(
    () => undefined,
  )
  if (after === undefined) return signed
  return { ...signed, state: after.state, turn: turnText(after, directory.nameOf) }
}

/** `showDone('Repo {id} created')` → 'Repo 0x… created, in block 12.', and whose turn it is */
export const showDone =
  (sentence: string) =>
  ({ deliveryId, block, turn }: { deliveryId: DeliveryId; block: number } & TransferStatus): string =>
    [`${sentence.replace('{id}', deliveryId)}, in block ${block}.`, turn].filter(Boolean).join('\n')
