import { createTransfers } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { required, text } from '../command/Option.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { createInventoryLoader } from '../directory/inventory.ts'
import { connectAsInvestor, refuseFourEyes } from '../directory/investor.ts'
import { table } from '../terminal/table.ts'
import { importColumns, readCsv, readTransfers, titleOf } from './importFile.ts'

export const importCommand = command({
  path: 'import',
  summary: 'create the transfers of a CSV file: all of them in one ledger transaction, or none',
  about:
    'The first row has the titles of the columns: ' +
    `${Object.keys(importColumns).map(titleOf).join(', ')}. ` +
    'Every row is checked before anything is signed, and everything that is wrong is told with its row and column; what ' +
    'several rows take from one account counts together. About fifty transfers fit into one transaction.',
  positionals: { file: required(text('FILE', 'the CSV file, in UTF-8, with commas or semicolons')) },
  options: signingOptions,
  examples: ['import transfers.csv --dry-run', 'import transfers.csv --yes --json'],
  async run(context) {
    const { positionals, signal } = context
    const csv = readCsv(positionals.file)
    const deal = await connectAsInvestor(context)
    const { client, me } = deal.session
    await refuseFourEyes(deal.session, 'create', context)
    const { transfers, faults } = await readTransfers(csv, deal, createInventoryLoader(deal.session, signal))
    if (faults.length > 0)
      throw CliError.listing('importInvalid', faults, positionals.file, String(faults.length))
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
