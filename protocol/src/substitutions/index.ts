// Substitutions of collateral. An entry point of its own (`@connex/protocol/substitutions`): whoever only shows deals does not
// load it.
export { availabilityUntil, collateralDoubts, collateralDoubtText } from './doubts.ts'
export type { CollateralDoubt, CollateralFacts } from './doubts.ts'
export { substitutionOf } from './proposal.ts'
export type { Incoming, Outgoing, SubstitutionProposal, SubstitutionRequest } from './proposal.ts'
export { decisiveText } from './decisiveText.ts'
export { proposedTestOf, valueTestOf } from './valueTest.ts'
export type {
  Comparison,
  Haircuts,
  Price,
  Prices,
  TestedMove,
  TestLine,
  TestOptions,
  Untested,
  ValueTest,
} from './valueTest.ts'
export { pricesAmong } from './filedPrice.ts'
export type { FiledPrice } from './filedPrice.ts'
export { readPriceFile } from './priceFile.ts'
export type { PriceFault } from './priceFile.ts'
export { fractionOf } from '../repo/fraction.ts'
export { perHundred, quantityFor } from '../repo/values.ts'
export { PriceUsed } from '../terms/dealEvent.ts'
export { Haircut } from '../terms/loanTerms.ts'
