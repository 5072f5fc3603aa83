// Why something cannot be done to a deal: its own table, so that only what deals with deals loads its sentences.
import { CASH_DECIMALS, formatQuantity } from '@connex/protocol'
import {
  assetText,
  custodianFaultText,
  DEAL_REFUSALS,
  entryText,
  lotQuantityText,
  WARNING_TEXTS,
} from '@connex/protocol/deals'
import type { Deal, DealRefusal } from '@connex/protocol/deals'
import { CLIENT_ERRORS, ConnexError } from '../errors.ts'

type OwnCode =
  | 'collateralMissing'
  | 'peerTooOld'
  | 'peerUnreachable'
  | 'termsUnsupported'
  | 'messagesUnsupported'
  | 'lotNotRecallable'
  | 'dayPassed'
  | 'requestEnded'
  | 'ownRequest'
  | 'consentMissing'
  | 'dealNotYet'
  | 'momentToCome'

export const DEAL_ERRORS = {
  ...DEAL_REFUSALS,
  detailsMissing: CLIENT_ERRORS.detailsMissing,
  repurchaseTooEarly: 'Interest is paid until {detail}. Enter that day or a later one.',
  collateralMissing:
    '{detail} is missing in your account: it has been delivered on, or is earmarked for another transfer. Get it back first, or agree on other collateral.',
  peerTooOld:
    '{detail} uses a server that does not support changes to open deals yet. Nothing was published: return everything at once, or ask them to update.',
  peerUnreachable:
    '{detail} uses a server that does not answer, so we cannot tell what it supports. Nothing was published: try again later.',
  termsUnsupported:
    '{detail} uses a server that does not support these terms yet. Nothing was published: leave out the reference and the terms of loan and margin, or ask them to update.',
  messagesUnsupported:
    '{detail} uses a server that does not support messages on deals yet. Nothing was sent: write a comment instead, or ask them to update.',
  lotNotRecallable: 'You hold {detail} yourself, so there is nothing to recall. Return it instead.',
  dayPassed: '{detail} has passed. Choose today or a later day.',
  requestEnded: 'This request is {detail}, so it can no longer be answered.',
  ownRequest: 'This is your own request: only the other side can answer it. You can withdraw it.',
  consentMissing:
    'The terms allow a substitution only once the holder of the collateral agrees, and it has not agreed to exchange {detail}. Ask the holder first, and wait for its answer.',
  dealNotYet:
    'The deal did not exist at this moment: it was created on {detail}. Choose that moment or a later one.',
  momentToCome: '{detail} is in the future. Choose an earlier moment.',
} as const satisfies Record<DealRefusal['code'] | OwnCode, string>

export type DealErrorCode = keyof typeof DEAL_ERRORS

/** `new DealError('peerTooOld', 'Baltic Trust Bank')` */
export class DealError extends ConnexError {
  override readonly name = 'DealError'
  declare readonly code: DealErrorCode
  /** With quantities in smallest units and ids of deliveries, where there are any. */
  readonly refusal: DealRefusal | undefined

  constructor(code: DealErrorCode, detail = '', refusal?: DealRefusal) {
    super(code, DEAL_ERRORS[code].replace('{detail}', detail), detail === '' ? undefined : detail)
    this.refusal = refusal
  }
}

/** A refusal as an error, with quantities as a desk reads them. `throw refusedBy(deal, refusal)` */
export const refusedBy = (deal: Deal, refusal: DealRefusal): DealError =>
  new DealError(refusal.code, detailOf(deal, refusal), refusal)

type Details = {
  [Code in DealRefusal['code']]: (refusal: Extract<DealRefusal, { code: Code }>, deal: Deal) => string
}

const nothing = (): string => ''
const deliveries = ({ deliveryIds }: { deliveryIds: readonly string[] }): string => deliveryIds.join(', ')

const DETAILS: Details = {
  dealNotOpen: nothing,
  dealClosed: nothing,
  dealInconsistent: ({ fault, deliveryId }) => `${WARNING_TEXTS[fault]} Delivery ${deliveryId}`,
  detailsMissing: nothing,
  dealChanged: ({ since }, deal) =>
    since === undefined
      ? 'it was proposed on a state that this client does not know'
      : since.map((entry) => entryText(entry, deal)).join('; '),
  returnInFlight: deliveries,
  lotInFlight: deliveries,
  principalInFlight: deliveries,
  exceedsOutstanding: ({ by, lot }, deal) => lotQuantityText(deal, lot, by),
  notDenominated: ({ denomination, lot, asset }, deal) =>
    asset === undefined
      ? lotQuantityText(deal, lot, denomination)
      : `${formatQuantity(denomination, asset.decimals)} ${assetText(asset)}`,
  lotNotOutstanding: ({ lot }) => lot,
  notYourCollateral: ({ lot }) => lot,
  tooManyLegs: ({ legs, most }) => `${legs} legs, and a delivery has at most ${most}`,
  repurchaseTooEarly: ({ earliest }) => earliest,
  substitutionNotAllowed: nothing,
  notEligible: ({ asset, criterion }) => `${asset}: ${criterion}`,
  custodianUnusable: custodianFaultText,
  valueTooLow: ({ by }) => formatQuantity(by, CASH_DECIMALS),
  priceMissing: ({ assets }) => assets.join(', '),
  priceStale: ({ assets }) => assets.join(', '),
  currenciesDiffer: ({ assets }) => assets.join(', '),
  nothingNeeded: nothing,
}

const detailOf = <Code extends DealRefusal['code']>(
  deal: Deal,
  refusal: Extract<DealRefusal, { code: Code }>,
): string => (DETAILS[refusal.code] as (refusal: DealRefusal, deal: Deal) => string)(refusal, deal)
