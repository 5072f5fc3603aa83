// What a substitution moves, each leg by what the user's tenant takes back or gives.
import type { LotName } from '@connex/protocol/deals'
import type { TestLine } from '@connex/protocol/substitutions'
import type { Custodian, SubstitutionParameters, SubstitutionPreview } from '@connex/sdk'
import { custodianOf } from '../../../lib/custodians.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { instrumentName } from '../../../lib/identifiers.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import type { Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { plainText, sentenceOf, type Piece } from '../../../shared/paper/Sentences.tsx'
import type { Available } from './substitutionForm.ts'

addMessages(substitution)

export type ExchangeLeg = {
  lot: LotName
  /** '300 Hafenbank 2029 (DE000A2LQ5M4)' */
  what: string
  /** Of what is given: what comes back is received where its receiver decides later. */
  from: { account: string; custodian: string } | undefined
  /** Its price and its worth. */
  line: TestLine | undefined
}

type Exchange = {
  preview: Pick<SubstitutionPreview, 'moves' | 'test'>
  incoming: SubstitutionParameters['in']
  positions: readonly Available[]
  custodians: readonly Custodian[]
  accountName: AccountNames
}

/** The legs in their order: what goes out, then what comes in. */
export function exchangeLegs(exchange: Exchange): ExchangeLeg[] {
  const { preview, incoming, positions, custodians, accountName } = exchange
  const { moves, test } = preview
  const firstIn = moves.length - incoming.length
  return moves.map(({ asset, quantity, lot }, index) => {
    const given = incoming[index - firstIn]
    // What comes back is named where some of it is held.
    const { label } = positions.find(({ instrumentId }) => instrumentId === asset.instrumentId) ?? {}
    const name = instrumentName(asset.identifier ?? '', label)
    return {
      lot,
      what: `${formatQuantity(quantity, asset.decimals)} ${name}`,
      from: given && {
        account: accountText(given.account, accountName(given, given.account)),
        custodian: custodianOf(custodians, given)?.label ?? '',
      },
      line: test.lines.find((line) => line.lot === lot),
    }
  })
}

/** 'You give 300 Hafenbank 2029 (P2) from account 4100 to Baltic.' */
export function exchangeSentence({ lot, what: quantity, from }: ExchangeLeg, counterparty: string): Piece[] {
  const what = `${quantity} (${lot})`
  return from === undefined
    ? sentenceOf({ what, counterparty }, (tokens) => t('Substitution.leg_out', tokens))
    : sentenceOf({ what, account: from.account, counterparty }, (tokens) => t('Substitution.leg_in', tokens))
}

/** A sentence for each leg, unless a paper has them, then what follows. */
export const exchangeConsequences = (
  legs: readonly ExchangeLeg[],
  counterparty: string,
  hasPaper: boolean,
): Consequences => ({
  legs: hasPaper ? [] : legs.map((leg) => plainText(exchangeSentence(leg, counterparty))),
  steps: [
    { when: t('Deal.now'), text: t('Substitution.now') },
    {
      when: t('Deal.after_that'),
      text: t('Substitution.next', { counterparty }),
      notes: [t('Substitution.unchanged')],
    },
  ],
})
