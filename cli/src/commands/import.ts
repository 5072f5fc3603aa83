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
  summary: 'create all transfers of a CSV file in one ledger transaction',
  about:
    'The first row has the column titles: ' +
    `${Object.keys(importColumns).map(titleOf).join(', ')}. ` +
    'Every row is checked before anything is signed, and each problem is reported with its row and column. Rows that ' +
    'deliver from the same account are checked together. About fifty transfers fit in one transaction.',
  positionals: { file: required(text('FILE', 'the CSV file, in UTF-8, with commas or semicolons')) },
  options: signingOptions,
  examples: ['import transfers.csv --dry-run', 'import transfers.csv --yes --json'],
  async run(context) {
    const { positionals, signal } = context
    const csv = readCsv(positionals.file)
    const investor = await connectAsInvestor(context)
    const { client, me } = investor.session
    await refuseFourEyes(investor.session, 'create', context)
    const { transfers, faults } = await readTransfers(
      csv,
      investor,
      createInventoryLoader(investor.session, signal),
    )
    if (faults.length > 0)
      throw CliError.listing('importInvalid', faults, positionals.file, String(faults.length))
    const summary = [
      ...transfers.map(({ row, text }) => `Row ${row}  ${text}`),
      `${me.tenant.name} creates ${transfers.length} ${transfers.length === 1 ? 'transfer' : 'transfers'} in one ledger transaction: all or none.`,
    ]
    return sign(context, summary, async (how) => {
      const parameters = transfers.map(({ transfer }) => transfer)
      const { deliveryIds, txHash, block } = await createTransfers(client, parameters, how)
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
      return `${rows}\n\n${created.length} ${created.length === 1 ? 'transfer' : 'transfers'} created, in block ${block}.`
    }),
})
