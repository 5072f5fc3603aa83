// Collateral of a repo is exchanged while the repo runs: some of what was sold comes back, and other securities take its place.
import {
  cancelTransfer,
  confirmTransfer,
  createSubstitution,
  DealError,
  findSubstitutionTest,
  previewSubstitution,
  proposeSubstitution,
} from '@connex/sdk'
import type { Client, OwnAsset, QuotedPrice } from '@connex/sdk'
import type { AccountNumber, DeliveryId } from '@connex/sdk/protocol'

type Substitution = {
  opening: DeliveryId
  note: OwnAsset
  prices: readonly QuotedPrice[]
  balticAccount: AccountNumber
}

export async function substitutions(
  alpenbank: Client,
  baltic: Client,
  { opening, note, prices, balticAccount }: Substitution,
): Promise<void> {
  // Four units of what was sold go out; the client proposes how many of the note are worth as much.
  const half = { deliveryId: opening, out: { P1: 4n }, in: [{ ...note, quantity: 'ENOUGH' as const }] }
  const untested = proposeSubstitution(alpenbank, half)
  await untested.catch((error: unknown) => {
    if (error instanceof DealError) console.info(error.code) // 'priceMissing'
  })
  const { moves, test } = await proposeSubstitution(alpenbank, { ...half, prices })
  console.info(moves[1]?.quantity, test.market?.out, test.market?.in) // 5n 392n 395n, in cents

  const low = { ...half, in: [{ ...note, quantity: 4n }], prices }
  const { refusal } = await previewSubstitution(alpenbank, low)
  console.info(refusal?.code) // 'valueTooLow'

  const { deliveryId } = await createSubstitution(alpenbank, { ...half, prices })
  // The holder's client computes the same test from the prices that the details quote, or from its own.
  const theirs = await findSubstitutionTest(baltic, { deliveryId, openingDeliveryId: opening })
  console.info(theirs?.market?.shortBy, theirs?.untested) // 0n null
  const accounts = { deliver: balticAccount, receive: balticAccount }
  await confirmTransfer(baltic, { deliveryId, accounts }, { dryRun: 'only' })
  // The custodian has not confirmed, so nothing has moved.
  await cancelTransfer(alpenbank, { deliveryId, reason: 'Not needed any more' })
}
