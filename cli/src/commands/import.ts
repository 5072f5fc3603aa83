import { TRANSFER_KINDS } from '@connex/protocol'
import { createTransfers } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { choice, text } from '../command/Option.ts'
import { signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { createInventoryLoader } from '../directory/inventory.ts'
import { connectAsInvestor, refuseFourEyes } from '../directory/investor.ts'
import { table } from '../terminal/table.ts'
import { COLUMNS, NUMBERS, titleOf } from './import/columns.ts'
import { readCsv } from './import/csvFile.ts'
import { readTransfers } from './import/readTransfers.ts'
import { templateOf } from './import/template.ts'

const numbers = NUMBERS.map(titleOf)

export const importCommand = command({
  path: 'import',
  summary: 'create all transfers of a CSV file in one ledger transaction',
  about:
    `The first row has the column titles: ${COLUMNS.map(titleOf).join(', ')}. ` +
    'docs/import.md explains them, and --template prints a file to fill in. Every cell is checked before anything is signed, ' +
    'and all problems are reported at once, with row and column. Rows that deliver from the same account are checked ' +
    'together. About fifty transfers fit in one transaction.',
  positionals: {
    file: text('FILE', 'the CSV file, in UTF-8, with commas or semicolons; - for standard input'),
  },
  options: {
    template: choice(TRANSFER_KINDS, 'print a file of this type to fill in; nothing else'),
    ...signingOptions,
  },
  examples: [
    'import --template repo > repos.csv',
    'import transfers.csv --dry-run',
    'import transfers.csv --yes --json',
    'import - --dry-run',
  ],
  async run(context) {
    const { options, positionals, signal, terminal } = context
    if (options.template !== undefined) return { template: templateOf(options.template) }
    const { file } = positionals
    if (file === undefined)
      throw CliError.of('usage', 'FILE is missing: the CSV file. connex import --template fop prints one.')
    const csv = await readCsv({
      file,
      readInput: terminal.readInput,
      isNumber: (title) => numbers.includes(title),
    })
    const { session, directory } = await connectAsInvestor(context)
    const { client, me } = session
    await refuseFourEyes(session, 'create', { signal, options: {} })
    const { transfers, faults } = await readTransfers(csv, directory, createInventoryLoader(session, signal))
    if (faults.length > 0)
      throw CliError.listing(
        'importInvalid',
        faults,
        file === '-' ? 'the input' : file,
        String(faults.length),
      )
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
  show: (answer) => ('template' in answer ? answer.template : showSigned(answer, showCreated)),
})

type Created = { created: readonly { row: number; deliveryId: string | undefined }[]; block: number }

function showCreated({ created, block }: Created): string {
  const rows = table(
    created,
    [
      { title: 'Row', of: ({ row }) => String(row), isRight: true },
      { title: 'Delivery', of: ({ deliveryId }) => deliveryId ?? '' },
    ],
    '',
  )
  return `${rows}\n\n${created.length} ${created.length === 1 ? 'transfer' : 'transfers'} created, in block ${block}.`
}
