import type { Instrument } from '@connex/protocol'
import { everyPage, listInstruments } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import { required } from '../command/Option.ts'
import { text } from '../command/optionKinds.ts'
import type { Session } from '../connection/connect.ts'

export const instrumentWord = {
  instrument: required(text('INSTRUMENT', 'its ISIN or another identifier, its label, or its id')),
}

/** An instrument on the ledger, by identifier, label or id. */
export async function findInstrument(
  { client }: Session,
  asked: string,
  { signal }: Pick<Context, 'signal'>,
): Promise<Instrument> {
  const all = await everyPage((page) => listInstruments(client, page, { signal }))
  const found = all.filter(
    ({ instrumentState, ...one }) =>
      instrumentState !== 'DRAFT' &&
      [one.instrumentId, one.identifier, one.label].some((name) => name === asked),
  )
  const [first, second] = found
  if (first === undefined)
    throw CliError.of('unknownName', 'instrument', asked, 'Identifiers and labels are as they stand.')
  if (second !== undefined)
    throw CliError.of('ambiguous', asked, found.map(({ instrumentId }) => instrumentId).join(', '))
  return first
}
