// Deals: what both sides compute of them. An entry point of its own (`@connex/protocol/deals`), so that a client's first chunk
// does not carry it.
export * from './deal.ts'
export * from './dealDelivery.ts'
export * from './dealHash.ts'
export { accruedOn, dealKindOf, partInterest } from './dealState.ts'
export type { DealState, Principal } from './dealState.ts'
export { haircutOf } from './dealTerms.ts'
export type { DealKind, DealTerms } from './dealTerms.ts'
export { nextLotName } from './lots.ts'
export type { LotBalance, LotMove } from './lots.ts'
export { isFault } from './warnings.ts'
export type { DealFault, DealFaultCode, DealWarning, DealWarningCode } from './warnings.ts'
