// Deals: what both sides compute of them. An entry point of its own (`@connex/protocol/deals`), so that a client's first chunk
// does not carry it.
export * from './confirmers.ts'
export * from './consent.ts'
export * from './custodians.ts'
export * from './deal.ts'
export * from './dealDelivery.ts'
export { DealDetails, TradeReference } from './dealDetails.ts'
export type { DetailsCheck } from './dealDetails.ts'
export * from './dealHash.ts'
export * from './dealText.ts'
export * from './eventTexts.ts'
export { accruedOn, dealKindOf, partInterest } from './dealState.ts'
export type { DealState, Principal } from './dealState.ts'
export { haircutOf, inheritedHaircut } from './dealTerms.ts'
export type { DealKind, DealTerms } from './dealTerms.ts'
export {
  Billing,
  FeePrice,
  Haircut,
  LotName,
  MarginMethod,
  MarginRatio,
  NoticeDays,
  SubstitutionRight,
  TERM_NEEDS,
  TermType,
} from '../terms/loanTerms.ts'
export { DealEventKind } from '../terms/dealEventKind.ts'
export * from '../terms/loanFields.ts'
export * from '../terms/marginFields.ts'
export * from '../terms/shownDetails.ts'
export { nextLotName } from './lots.ts'
export type { LotBalance, LotMove } from './lots.ts'
export * from './messages.ts'
export * from './outstanding.ts'
export * from './refusals.ts'
export * from './returns.ts'
export * from './termTexts.ts'
export { isFault } from './warnings.ts'
export type { DealFault, DealFaultCode, DealWarning, DealWarningCode } from './warnings.ts'
