import { formatQuantity, GAS_LIMIT } from '@connex/protocol'
import type { Seconds } from '@connex/protocol'
import { LedgerError, sendForApproval } from '@connex/sdk'
import type { Client, Progress, SendOptions } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Terminal } from '../terminal/Terminal.ts'
import { timeText } from '../terminal/text.ts'

export type SigningContext = Pick<Context, 'terminal' | 'signal'> & {
  readonly options: {
    readonly dryRun: boolean
    readonly yes: boolean
    readonly until?: SendOptions['until']
  }
}

/** What the ledger has checked; of a proposal its calls alone. */
type Checked = 'TRANSACTION' | 'CALLS' | 'NOTHING'

const CHECKED_TEXTS: Record<Checked, string> = {
  TRANSACTION: 'Ledger check passed.',
  CALLS:
    'The ledger would accept these calls now. It checks signatures, privileges and deadline when they are published.',
  NOTHING: 'None of it goes to the ledger.',
}

/** The answer of a signing command: the result, or the outcome of the dry run. */
export type Signed<Done> =
  | {
      readonly isDryRun: true
      readonly summary: readonly string[]
      readonly gas: bigint | undefined
      /** Whether the ledger could run it: not behind the wallet's own transactions, on some ledgers. */
      readonly isChecked: boolean
      readonly checked: Checked
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
    let checked: Checked = 'TRANSACTION'
    const onDryRun = (progress: Progress): void => {
      if (progress.step === 'simulated') ({ gas, isChecked, checked } = progress)
    }
    await verb({ dryRun: 'only', signal, onProgress: onDryRun })
    terminal.status.clear()
    if (gas !== undefined && gas > GAS_LIMIT) throw CliError.of('tooMuchGas', formatQuantity(gas, 0))
    for (const sentence of summary) terminal.note(sentence)
    if (!isChecked) terminal.note(UNCHECKED)
    if (options.dryRun) return { isDryRun: true, summary, gas, isChecked, checked }
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

/** What was sent for approval instead of to the ledger. */
export type Proposed = {
  readonly isDryRun: false
  readonly workflowId: string
  readonly signaturesRequired: number
  readonly until: Seconds
}

/** `sign`, or with --propose the same for approval by a colleague; `waiting` says what waits for it. */
export async function signOrPropose<Done extends object>(
  context: SigningContext & { readonly options: { readonly propose: boolean } },
  client: Client,
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
  { waiting = 'None of this happens until a colleague has approved it.' } = {},
): Promise<Signed<Done> | Proposed> {
  if (!context.options.propose) return sign(context, summary, verb).catch(howToPropose)
  const proposed = [...summary, waiting]
  const signed = await sign(context, proposed, (how) => sendForApproval(client, verb, how))
  if (signed.isDryRun || signed.workflow === undefined)
    return signed as Extract<Signed<Done>, { isDryRun: true }>
  const { workflowId, signaturesRequired, batch } = signed.workflow
  return { isDryRun: false, workflowId, signaturesRequired, until: batch.deadline }
}

function howToPropose(error: unknown): never {
  if (error instanceof LedgerError && error.code === 'SignaturesTooFew')
    throw CliError.of('signaturesTooFew', error.message)
  throw error
}

/** Ctrl-C does not undo a signed transaction; the error reports its state. */
function stoppedAt(last: Progress | undefined): CliError {
  if (last?.step === 'mined') return CliError.of('stoppedInBlock', last.txHash, String(last.block))
  if (last?.step === 'signed' || last?.step === 'published' || last?.step === 'takenBack')
    return CliError.of('stoppedSigned', last.txHash)
  return CliError.of('interrupted')
}

/** The output of a signing command. `show: (answer) => showSigned(answer, ({ block }) => …)` */
export function showSigned<Done>(answer: Signed<Done> | Proposed, show: (done: Done) => string): string {
  if (answer.isDryRun)
    return `${answer.isChecked ? CHECKED_TEXTS[answer.checked] : 'The ledger could not check it.'} Nothing was signed.`
  if (!('signaturesRequired' in answer)) return show(answer)
  const { workflowId, signaturesRequired, until } = answer
  return [
    `Sent for approval: ${workflowId}, signed by 1 of ${signaturesRequired}, until ${timeText(until)}.`,
    signaturesRequired === 1
      ? `It needs no other signature. Publish it: connex workflow execute ${workflowId}`
      : `A colleague approves it: connex approvals approve ${workflowId}`,
  ].join('\n')
}

const UNCHECKED =
  'Not checked: earlier transactions of this wallet are not in a block yet, and until then this ledger cannot check the next one.'

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
