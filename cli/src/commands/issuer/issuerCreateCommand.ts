import { createInstrument } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { flag, list } from '../../command/Option.ts'
import { text } from '../../command/optionKinds.ts'
import { connectToSign } from '../../connection/connectToSign.ts'
import { showSigned, sign } from '../../connection/sign.ts'
import { signingOptions } from '../../connection/signingOptions.ts'
import { findTenant } from '../../market/find.ts'
import { readMarket } from '../../market/readMarket.ts'
import { detailOptions, detailsOf, identifierWord, termOptions } from './instrumentOptions.ts'

export const issuerCreateCommand = command({
  path: 'issuer create',
  summary: 'create an instrument: its details with your server, their fingerprint on the ledger',
  words: { identifier: identifierWord },
  options: {
    ...termOptions,
    ...detailOptions,
    depositary: text('TENANT', 'who answers registrations instead of you'),
    whitelist: list(text('TENANT', 'a private placement: who may hold it')),
    toImport: flag('its registers begin by taking over another one'),
    ...signingOptions,
  },
  examples: [
    "issuer create DE000A1EWWW0 --label 'Hanseatic 2030' --coupon-rate 2.5 --maturity-date 2030-11-30",
    "issuer create DE000A1EWWW0 --type PRIVATE --label 'Loan note' --whitelist 'Alpenbank, Baltic Trust Bank'",
  ],
  async run(context) {
    const { options, words } = context
    const session = await connectToSign(context)
    const market = await readMarket(session, context)
    const { depositary, whitelist } = options
    const asked = {
      instrumentType: options.type,
      identifierType: options.identifierType,
      identifier: words.identifier,
      decimals: options.decimals,
      details: detailsOf(options),
      depositaryAddr: depositary === undefined ? undefined : findTenant(market, depositary),
      whitelist: whitelist.length === 0 ? undefined : whitelist.map((name) => findTenant(market, name)),
      creationMark: options.toImport ? ('TO_IMPORT' as const) : undefined,
    }
    const summary = [`You create ${options.type} ${words.identifier}, '${options.label}'.`]
    return sign(context, summary, (sending) => createInstrument(session.client, asked, sending))
  },
  show: (answer) =>
    showSigned(answer, ({ instrumentId }) => `Created: ${instrumentId}. A registrar may now ask to keep it.`),
})
