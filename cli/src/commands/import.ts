import { Cash, Currency, DEFAULT_CURRENCY } from '@connex/protocol'
import { createTransfers } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { choice, required, scalar, text, withDefault } from '../command/Option.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { openBooks } from '../directory/inventory.ts'
import { enterMarket, refuseFourEyes } from '../directory/investor.ts'
import * as terms from '../directory/transferOptions.ts'
import { table } from '../terminal/table.ts'
import { readCsv, readTransfers, titleOf } from './importFile.ts'

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

export const importCommand = command({
  path: 'import',
  summary: 'create the transfers of a CSV file: all of them in one ledger transaction, or none',
  about:
    'The first row has the titles of the columns: ' +
    `${Object.keys(importColumns).map(titleOf).join(', ')}. ` +
    'Every row is checked before anything is signed, and everything that is wrong is told with its row and column; what ' +
    'several rows take from one account counts together. About fifty transfers fit into one transaction.',
  words: { file: required(text('FILE', 'the CSV file, in UTF-8, with commas or semicolons')) },
  options: signingOptions,
  examples: ['import transfers.csv --dry-run', 'import transfers.csv --yes --json'],
  async run(context) {
    const { words, signal } = context
    const csv = readCsv(words.file)
    const deal = await enterMarket(context)
    const { client, me } = deal.session
    await refuseFourEyes(deal.session, 'create', context)
    const { transfers, faults } = await readTransfers(csv, deal, openBooks(deal.session, signal))
    if (faults.length > 0) throw CliError.listing('importInvalid', faults, words.file, String(faults.length))
    const summary = [
      ...transfers.map(({ row, text }) => `Row ${row}  ${text}`),
      `${me.tenant.name} creates ${transfers.length} transfers in one ledger transaction: all of them, or none.`,
    ]
    return sign(context, summary, async (how) => {
      const news = transfers.map(({ transfer }) => transfer)
      const { deliveryIds, txHash, block } = await createTransfers(client, news, how)
      const created = transfers.map(({ row }, index) => ({ row, deliveryId: deliveryIds[index] }))
      return { created, txHash, block }
    })
  },
  show: (answer) =>
    showSigned(answer, ({ created, block }) => {
      const rows = table(
        created,
        [
          { title: 'Row', of: ({ row }) => String(row), isRight: true },
          { title: 'Delivery', of: ({ deliveryId }) => deliveryId ?? '' },
        ],
        '',
      )
      return `${rows}\n\n${created.length} transfers are created, in block ${block}.`
    }),
})
