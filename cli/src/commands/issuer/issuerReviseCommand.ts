import { reviseInstrument } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findInstrument, instrumentWord } from '../../market/findInstrument.ts'
import { detailOptions, detailsOf } from './instrumentOptions.ts'

export const issuerReviseCommand = command({
  path: 'issuer revise',
  summary: 'say anew what an instrument is: its revision rises by one',
  about:
    'All details are said anew; what is left out is gone. Registrations that wait for an answer are asked for again.',
  words: instrumentWord,
  options: { ...detailOptions, ...signingOptions },
  examples: ["issuer revise DE000A1EWWW0 --label 'Hanseatic 2030, amended' --coupon-rate 2.5"],
  async run(context) {
    const session = await connectToSign(context)
    const instrument = await findInstrument(session, context.words.instrument, context)
    const { instrumentId, revision, identifier } = instrument
    const summary = [`You revise ${identifier}: revision ${revision + 1}, '${context.options.label}'.`]
    const asked = { instrumentId, details: detailsOf(context.options) }
    return sign(context, summary, async (sending) => ({
      instrumentId,
      ...(await reviseInstrument(session.client, asked, sending)),
    }))
  },
  show: (answer) => showSigned(answer, ({ block }) => `Revised, in block ${block}.`),
})
