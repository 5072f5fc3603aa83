import { formatQuantity, GAS_LIMIT } from '@connex/protocol'
import type { Progress, SendOptions } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Terminal } from '../terminal/Terminal.ts'

export type SigningContext = Pick<Context, 'terminal' | 'signal'> & {
  readonly options: { readonly dryRun: boolean; readonly yes: boolean }
}

/** What a signing command answers: what was done, or what would have been. */
export type Signed<Done> =
  | { readonly isDryRun: true; readonly summary: readonly string[]; readonly gas: bigint | undefined }
  | ({ readonly isDryRun: false } & Done)

/**
 * The one way in which commands change something on the ledger: dry run, a summary in sentences, the question, then
 * signed, published, in a block and indexed, told as it happens.
 *
 * @example
 * const done = await sign(context, ['Alpenbank delivers 1,000 …'], (options) => createFopTransfer(client, asked, options))
 */
export async function sign<Done extends object>(
  { terminal, options, signal }: SigningContext,
  summary: readonly string[],
  verb: (options: SendOptions) => Promise<Done>,
): Promise<Signed<Done>> {
  if (!options.yes && !options.dryRun && !terminal.canAsk) throw CliError.of('agreementMissing')
  let last: Progress | undefined
  try {
    terminal.status.show('Trying it on the ledger …')
    let gas: bigint | undefined
    const onRehearsed = (progress: Progress): void => {
      if (progress.step === 'simulated') gas = progress.gas
    }
    await verb({ dryRun: 'only', signal, onProgress: onRehearsed })
    terminal.status.clear()
    if (gas !== undefined && gas > GAS_LIMIT) throw CliError.of('tooMuchGas', formatQuantity(gas, 0))
    for (const sentence of summary) terminal.note(sentence)
    if (options.dryRun) return { isDryRun: true, summary, gas }
    if (!options.yes && !(await terminal.confirm('Sign this?', signal))) throw CliError.of('declined')
    terminal.status.show('Signing …')
    const onProgress = (progress: Progress): void => {
      last = progress
      tell(terminal, progress)
    }
    const done = await verb({ signal, onProgress })
    return { isDryRun: false, ...done }
  } catch (error) {
    throw signal.aborted && error === signal.reason ? stoppedAt(last) : error
  } finally {
    terminal.status.clear()
  }
}

/** Ctrl-C takes nothing back that was signed: who stops here has to know. */
function stoppedAt(last: Progress | undefined): CliError {
  if (last?.step === 'mined') return CliError.of('stoppedInBlock', last.txHash, String(last.block))
  if (last?.step === 'signed' || last?.step === 'published') return CliError.of('stoppedSigned', last.txHash)
  return CliError.of('interrupted')
}

/** What a signing command shows. `show: (answer) => showSigned(answer, ({ block }) => …)` */
export const showSigned = <Done>(answer: Signed<Done>, show: (done: Done) => string): string =>
  answer.isDryRun ? 'The ledger would take it. Nothing was signed.' : show(answer)

function tell({ note, status }: Terminal, progress: Progress): void {
  const words: Record<Progress['step'], string> = {
    simulated: 'tried       the ledger would take it',
    stored: 'stored      the private details are with your server',
    refunded: 'refunded    the platform has paid for the wallet’s next transactions',
    signed: 'signed',
    published: 'published',
    mined: 'block' in progress ? `in block    ${progress.block}` : '',
    indexed: 'indexed     your server has read the block',
  }
  const hash = progress.step === 'signed' ? `      ${progress.txHash}` : ''
  note(`  ${words[progress.step]}${hash}`)
  const next: Partial<Record<Progress['step'], string>> = {
    published: 'Waiting for a block …',
    mined: 'Waiting for your server …',
  }
  const waiting = next[progress.step]
  if (waiting !== undefined) status.show(waiting)
}
