import { formatQuantity, GAS_LIMIT } from '@connex/protocol'
import type { Progress, SendOptions } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Terminal } from '../terminal/Terminal.ts'

export type SigningContext = Pick<Context, 'terminal' | 'signal'> & {
  readonly options: {
    readonly dryRun: boolean
    readonly yes: boolean
    readonly until?: SendOptions['until']
  }
}

/** The answer of a signing command: the result, or the outcome of the dry run. */
export type Signed<Done> =
  | {
      readonly isDryRun: true
      readonly summary: readonly string[]
      readonly gas: bigint | undefined
      /** Whether the ledger could run it: not behind the wallet's own transactions, on some ledgers. */
      readonly isChecked: boolean
    }
  | ({ readonly isDryRun: false } & Done)

/**
 * The only way a command changes the ledger: dry run, summary, confirmation, then sign, publish, wait for the block and
 * the index, with a line for each step.
 *
 * @example
 * const done = await sign(context, ['Alpenbank delivers 1,000 …'], (options) => createFopTransfer(client, parameters, options))
 */
export async function sign<Done extends object>(
  { terminal, options, signal }: SigningContext,
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
): Promise<Signed<Done>> {
  if (!options.yes && !options.dryRun && !terminal.canAsk) throw CliError.of('agreementMissing')
  let last: Progress | undefined
  try {
    terminal.status.show('Checking with the ledger …')
    let gas: bigint | undefined
    let isChecked = true
    const onDryRun = (progress: Progress): void => {
      if (progress.step === 'simulated') ({ gas, isChecked } = progress)
    }
    await verb({ dryRun: 'only', signal, onProgress: onDryRun })
    terminal.status.clear()
    if (gas !== undefined && gas > GAS_LIMIT) throw CliError.of('tooMuchGas', formatQuantity(gas, 0))
    for (const sentence of summary) terminal.note(sentence)
    if (!isChecked) terminal.note(UNCHECKED)
    if (options.dryRun) return { isDryRun: true, summary, gas, isChecked }
    if (!options.yes && !(await terminal.confirm('Sign this?', signal))) throw CliError.of('declined')
    terminal.status.show('Signing …')
    const onProgress = (progress: Progress): void => {
      last = progress
      showProgress(terminal, progress)
    }
    const done = await verb({ signal, onProgress, until: options.until })
    return { isDryRun: false, ...done }
  } catch (error) {
    throw signal.aborted && error === signal.reason ? stoppedAt(last) : error
  } finally {
    terminal.status.clear()
  }
}

/** Ctrl-C does not undo a signed transaction; the error reports its state. */
function stoppedAt(last: Progress | undefined): CliError {
  if (last?.step === 'mined') return CliError.of('stoppedInBlock', last.txHash, String(last.block))
  if (last?.step === 'signed' || last?.step === 'published' || last?.step === 'takenBack')
    return CliError.of('stoppedSigned', last.txHash)
  return CliError.of('interrupted')
}

/** The output of a signing command. `show: (answer) => showSigned(answer, ({ block }) => …)` */
export const showSigned = <Done>(answer: Signed<Done>, show: (done: Done) => string): string =>
  answer.isDryRun
    ? `${answer.isChecked ? 'Ledger check passed.' : 'The ledger could not check it.'} Nothing was signed.`
    : show(answer)

const UNCHECKED =
  'Not checked: earlier transactions of this wallet have no block yet, and this ledger checks a transaction only on blocks.'

function showProgress({ note, status }: Terminal, progress: Progress): void {
  const lines: Record<Progress['step'], string> = {
    simulated: 'checked     the ledger would accept it',
    stored: 'stored      private details on your server',
    refunded: 'refunded    the platform paid for the wallet’s next transactions',
    signed: 'signed',
    published: 'published',
    mined: 'block' in progress ? `in block    ${progress.block}` : '',
    indexed: 'indexed     by your server',
    takenBack: 'taken back  by a chain reorg, and published again',
    final: 'final       no chain reorg takes it back',
  }
  const hash = progress.step === 'signed' ? `      ${progress.txHash}` : ''
  note(`  ${lines[progress.step]}${hash}`)
  const next: Partial<Record<Progress['step'], string>> = {
    published: 'Waiting for a block …',
    mined: 'Waiting for your server …',
    takenBack: 'Waiting for a block …',
  }
  const waiting = next[progress.step]
  if (waiting !== undefined) status.show(waiting)
}
