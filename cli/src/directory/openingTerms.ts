// What an opening may agree on beside its legs: options of the commands, and columns of the import file.
import {
  Haircut,
  MarginMethod,
  MarginRatio,
  readMargin,
  SubstitutionRight,
  termTexts,
} from '@connex/protocol/deals'
import type { DealDetails, MarginFields, MarginKind } from '@connex/protocol/deals'
import { CliError } from '../CliError.ts'
import { optionName } from '../command/commandLine.ts'
import { choice, scalar } from '../command/Option.ts'

const group = 'Margin'

/** How a repo or a loan is secured. */
export const marginOptions = {
  marginMethod: choice(
    MarginMethod.options,
    'how the exposure is secured: A by a ratio to the repurchase price, B by a haircut, LOAN by a ratio to the value of the loan',
    { group },
  ),
  marginRatio: scalar(
    MarginRatio,
    'PERCENT',
    'the margin ratio, such as 102; of methods A and LOAN',
    'must be above 0 and below 10,000 percent, such as 102',
    { group },
  ),
  haircut: scalar(
    Haircut,
    'PERCENT',
    'the haircut of the securities that cover the deal, such as 2',
    'must be from 0 to below 100 percent, such as 2 or 2.5',
    { group },
  ),
  substitution: choice(
    SubstitutionRight.options,
    'whether their giver may exchange them: at any time, once the holder agrees, or never',
    { group },
  ),
}

/** The terms of margin that the options enter. */
export function marginOf(kind: MarginKind, fields: MarginFields): DealDetails['margin'] {
  const { margin, faults } = readMargin(kind, fields)
  refuse(faults)
  return margin
}

/** All faults in one error, each with its option. */
function refuse(faults: Readonly<Record<string, string>>): void {
  const lines = Object.entries(faults).map(([key, message]) => `${optionName(key)}: ${message}`)
  if (lines.length > 0) throw CliError.of('usage', lines.join('\n'))
}

/** A line for each: 'Margin ratio: 102%' */
export const termLines = (details: Parameters<typeof termTexts>[0]): string[] =>
  termTexts(details).map(({ term, value }) => `${term}: ${value}`)
