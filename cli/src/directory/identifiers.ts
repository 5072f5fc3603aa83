// The ledger keeps an identifier for good: what fails its own check is refused, unless the user insists.
import { identifierFault } from '@connex/protocol'
import type { CheckedIdentifier } from '@connex/protocol'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { flag } from '../command/Option.ts'

export const forceOption = (what: string) => flag(`accept ${what} whose check fails`)

const FORMS: Record<CheckedIdentifier, string> = {
  ISIN: 'an ISIN has two capital letters, nine capital letters or digits, and a check digit',
  WKN: 'a WKN has six characters: digits, and capital letters except I and O',
  LEI: 'an LEI has 18 capital letters or digits, and two check digits',
}

/** The sentence about an identifier that fails its check, without its full stop. */
function faultText(type: CheckedIdentifier, text: string): string | undefined {
  const fault = identifierFault(type, text)
  if (fault === undefined) return undefined
  const reason =
    fault.kind === 'form'
      ? FORMS[type]
      : `its check ${fault.expected.length === 1 ? 'digit' : 'digits'} would be ${fault.expected}, not ${fault.typed}`
  return `'${text}' is not ${type === 'WKN' ? 'a' : 'an'} ${type}: ${reason}`
}

type Forced = Pick<Context, 'terminal'> & { readonly options: { readonly force: boolean } }

/**
 * Refuses a typed identifier that fails its check; with --force, its fault becomes a note. Types without a check pass.
 *
 * @example
 * checkIdentifier(context, 'ISIN', 'DE000A1EWWW1') // throws: its check digit would be 0, not 1
 */
export function checkIdentifier(
  context: Forced,
  type: CheckedIdentifier | 'DOCUMENT_REFERENCE',
  text: string,
): void {
  if (type === 'DOCUMENT_REFERENCE') return
  insist(context, faultText(type, text), (sentence) => CliError.of('identifierWrong', sentence))
}

/** The same for the LEI that an invited tenant entered. */
export const checkInvitedLei = (context: Forced, { name, lei }: { name: string; lei: string }): void =>
  insist(context, lei === '' ? undefined : faultText('LEI', lei), (sentence) =>
    CliError.of('invitedLeiWrong', sentence, name),
  )

function insist(
  { options, terminal }: Forced,
  sentence: string | undefined,
  refusal: (sentence: string) => CliError,
): void {
  if (sentence === undefined) return
  if (!options.force) throw refusal(sentence)
  terminal.note(`${sentence}.`)
}
