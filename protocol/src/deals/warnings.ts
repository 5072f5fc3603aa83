// What is wrong with a deal, or worth a second look. A fault makes it INCONSISTENT until somebody has cleared it up.
import type { DeliveryId } from '../scalars.ts'
import type { LotName } from '../terms/loanTerms.ts'

/**
 * The faults: a settled delivery that the deal does not count, because its details are missing, it takes more than is outstanding, it
 * names a lot that does not exist or consists of something else, it moves securities or pays cash in a way that its kind does not
 * have, it settled before the opening, or it closes without `deal` and leaves something open.
 *
 * The others: the event was based on another state, its interest is not what the terms make, securities are back and principal
 * is not, the opening was canceled, a delivery with other parties names this deal, a rate begins before paid interest ends, a
 * substitution does not quote all of its prices, or two pending deliveries do not fit together.
 */
export type DealWarningCode =
  | 'detailsMissing'
  | 'exceedsOutstanding'
  | 'lotUnknown'
  | 'legUnexpected'
  | 'cashUnexpected'
  | 'principalExceeded'
  | 'beforeOpening'
  | 'closingIncomplete'
  | 'basedOnOther'
  | 'interestDiffers'
  | 'principalLeft'
  | 'openingCanceled'
  | 'foreignParties'
  | 'rateBackdated'
  | 'valueUntested'
  | 'doesNotFit'

const IS_FAULT = {
  detailsMissing: true,
  exceedsOutstanding: true,
  lotUnknown: true,
  legUnexpected: true,
  cashUnexpected: true,
  principalExceeded: true,
  beforeOpening: true,
  closingIncomplete: true,
  basedOnOther: false,
  interestDiffers: false,
  principalLeft: false,
  openingCanceled: false,
  foreignParties: false,
  rateBackdated: false,
  valueUntested: false,
  doesNotFit: false,
} as const satisfies Record<DealWarningCode, boolean>

export type DealFaultCode = {
  [Code in DealWarningCode]: (typeof IS_FAULT)[Code] extends true ? Code : never
}[DealWarningCode]

/** Why a delivery is not counted. `by`: how much too much, in smallest units or in cents. */
export type DealFault = { code: DealFaultCode; lot?: LotName | undefined; by?: bigint | undefined }

export type DealWarning = {
  code: DealWarningCode
  deliveryId: DeliveryId
  lot?: LotName | undefined
  by?: bigint | undefined
}

/** Whether it makes the deal INCONSISTENT. `isFault({ code: 'detailsMissing' })` → true */
export const isFault = ({ code }: Pick<DealWarning, 'code'>): boolean => IS_FAULT[code]
