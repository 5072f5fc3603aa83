import { Cash, Currency, DEFAULT_CURRENCY } from '@connex/protocol'
import { required, withDefault } from '../../command/Option.ts'
import { choice, scalar } from '../../command/optionKinds.ts'
import * as terms from '../../market/dealOptions.ts'

/** The columns of a file of transfers, read as the options of the same names are. */
export const importColumns = {
  type: required(choice(['FOP', 'REPO', 'SEC_LEND'], 'the kind of transfer')),
  direction: terms.direction('DELIVER or RECEIVE, as your tenant sees it'),
  custodian: terms.custodian,
  counterparty: terms.counterparty,
  instrument: terms.instrument,
  account: required(terms.account('your account')),
  quantity: terms.quantity,
  description: terms.description,
  valueDate: terms.valueDate,
  purchaseDate: terms.dayOf('of a repo: when the securities are bought'),
  repurchaseDate: terms.dayOf('of a repo: when they are bought back'),
  purchasePrice: scalar(
    Cash,
    'AMOUNT',
    'of a repo: the cash',
    'is an amount with two decimals such as 98000.00',
  ),
  currency: withDefault(choice(Currency.options, "of a repo: the cash's currency"), DEFAULT_CURRENCY),
  rate: terms.words('RATE', 'of a repo: per cent a year'),
  dayCount: withDefault(choice(['ACT/360', 'ACT/365'], 'of a repo: how days are counted'), 'ACT/360'),
  receiveInstrument: terms.words('ID', 'of a loan: what you receive; the other columns are what you deliver'),
  receiveAccount: terms.account('of a loan: your account that it comes into'),
  receiveQuantity: terms.words('N', 'of a loan: how much of it'),
}
