import { InstrumentDetails, InstrumentDraft, InstrumentId, IssueCurrency, SaltedText } from '@connex/protocol'
import {
  confirmRegistration,
  createInstrument,
  deleteDraft,
  rejectRegistration,
  reviseInstrument,
  saveDraft,
} from '@connex/sdk'
import { command } from '../command/Command.ts'
import { choice, day, flag, list, required, scalar, text, whole, withDefault } from '../command/Option.ts'
import type { Values } from '../command/Option.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import { connectionOptions, signingOptions } from '../connection/connectionOptions.ts'
import { showSigned, sign } from '../connection/sign.ts'
import { findTenant, loadDirectory } from '../directory/directory.ts'
import {
  findInstrument,
  findRequest,
  instrumentArgument,
  kindOption,
  listRegistryManagers,
} from '../directory/registries.ts'

/** What an issuer says of an instrument; all tenants read it, the ledger keeps its fingerprint. */
export const detailOptions = {
  label: required(text('TEXT', 'how it is called', { of: InstrumentDetails.shape.label })),
  description: text('TEXT', 'more about it', { of: InstrumentDetails.shape.description }),
  issueDate: day('when it is issued'),
  maturityDate: day('when it ends'),
  couponRate: scalar(
    InstrumentDetails.shape.couponRate,
    'PER CENT',
    'the coupon, in per cent a year, such as 2.5',
    'is a decimal number such as 2.5',
  ),
  issueCurrency: choice(IssueCurrency.options, 'the currency of its issue'),
}

/** How the ledger and the lists know it. */
export const identifierArgument = required(
  text('IDENTIFIER', 'its ISIN, WKN, or document fingerprint', { of: InstrumentDraft.shape.identifier }),
)

/** What never changes. */
export const termOptions = {
  type: withDefault(choice(['BOND', 'FUND', 'PRIVATE'], 'what it is'), 'BOND'),
  identifierType: withDefault(
    choice(['ISIN', 'WKN', 'DOCUMENT_REFERENCE'], 'what its identifier is'),
    'ISIN',
  ),
  decimals: withDefault(whole('NUMBER', 'a unit is 10^-decimals', { to: 18 }), 0),
}

export function detailsOf(options: Values<typeof detailOptions>): Omit<InstrumentDetails, 'salt'> {
  const { label, description, issueDate, maturityDate, couponRate, issueCurrency } = options
  const given = { description, issueDate, maturityDate, couponRate, issueCurrency }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { label, ...named }
}

export const issuerDraftCommand = command({
  path: 'issuer draft',
  summary: 'keep an instrument with your server that is not to go to the ledger yet',
  positionals: { identifier: identifierArgument },
  options: {
    draft: scalar(InstrumentId, 'ID', 'change or delete this draft', 'is 0x and 64 digits of hex'),
    delete: flag('delete the named draft'),
    ...termOptions,
    ...detailOptions,
    ...connectionOptions,
  },
  examples: ["issuer draft DE000A1EWWW0 --label 'Hanseatic 2030' --coupon-rate 2.5"],
  async run(context) {
    const { options, positionals, signal } = context
    const { client } = await connect(context)
    if (options.delete && options.draft !== undefined) {
      await deleteDraft(client, { draftId: options.draft }, { signal })
      return { draftId: options.draft, isDeleted: true }
    }
    const terms = {
      ...(options.draft === undefined ? {} : { draftId: options.draft }),
      instrumentType: options.type,
      identifierType: options.identifierType,
      identifier: positionals.identifier,
      decimals: options.decimals,
    }
    const { draftId } = await saveDraft(client, { ...terms, details: detailsOf(options) }, { signal })
    return { draftId, isDeleted: false }
  },
  show: ({ draftId, isDeleted }) => `${isDeleted ? 'Deleted' : 'Kept'}: draft ${draftId}`,
})

export const issuerCreateCommand = command({
  path: 'issuer create',
  summary: 'create an instrument: its details with your server, their fingerprint on the ledger',
  positionals: { identifier: identifierArgument },
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
    const { options, positionals } = context
    const session = await connectToSign(context)
    const directory = await loadDirectory(session, context)
    const { depositary, whitelist } = options
    const asked = {
      instrumentType: options.type,
      identifierType: options.identifierType,
      identifier: positionals.identifier,
      decimals: options.decimals,
      details: detailsOf(options),
      depositaryAddr: depositary === undefined ? undefined : findTenant(directory, depositary),
      whitelist: whitelist.length === 0 ? undefined : whitelist.map((name) => findTenant(directory, name)),
      creationMark: options.toImport ? ('TO_IMPORT' as const) : undefined,
    }
    const summary = [`You create ${options.type} ${positionals.identifier}, '${options.label}'.`]
    return sign(context, summary, (sending) => createInstrument(session.client, asked, sending))
  },
  show: (answer) =>
    showSigned(answer, ({ instrumentId }) => `Created: ${instrumentId}. A registrar may now ask to keep it.`),
})

export const issuerConfirmRegistrationCommand = command({
  path: 'issuer confirm-registration',
  summary: "answer a registrar's request to keep an instrument: yes, or no with a reason",
  positionals: instrumentArgument,
  options: {
    registrar: required(text('TENANT', 'who has asked: its name or address')),
    reject: text('REASON', 'say no, with this reason for the registrar', { of: SaltedText.shape.text }),
    in: kindOption,
    ...signingOptions,
  },
  examples: [
    "issuer confirm-registration DE000A1EWWW0 --registrar 'Meridian Registrars'",
    "issuer confirm-registration DE000A1EWWW0 --registrar 'Meridian Registrars' --reject 'Not before December'",
  ],
  async run(context) {
    const { options, positionals } = context
    const session = await connectToSign(context)
    const [instrument, directory, managers] = await Promise.all([
      findInstrument(session, positionals.instrument, context),
      loadDirectory(session, context),
      listRegistryManagers(session, context),
    ])
    const registrarAddr = findTenant(directory, options.registrar)
    const request = await findRequest(
      session,
      { instrument, registrarAddr, managers, kind: options.in },
      context,
    )
    const { registryManagerAddr, registryId } = request
    const asked = { registryManagerAddr, registryId }
    const registrar = directory.nameOf(registrarAddr)
    const { reject } = options
    const what = reject === undefined ? 'may' : 'may not'
    const why = reject === undefined ? '.' : `: ${reject}`
    return sign(
      context,
      [`${registrar} ${what} keep the register of ${instrument.identifier}${why}`],
      async (sending) => ({
        registryId,
        isConfirmed: reject === undefined,
        ...(await (reject === undefined
          ? confirmRegistration(session.client, asked, sending)
          : rejectRegistration(session.client, { ...asked, reason: reject }, sending))),
      }),
    )
  },
  show: (answer) =>
    showSigned(answer, ({ registryId, isConfirmed }) =>
      isConfirmed ? `Confirmed: register ${registryId} is prepared.` : `Rejected: register ${registryId}`,
    ),
})

export const issuerReviseCommand = command({
  path: 'issuer revise',
  summary: 'say anew what an instrument is: its revision rises by one',
  about:
    'All details are said anew; what is left out is gone. Registrations that wait for an answer are asked for again.',
  positionals: instrumentArgument,
  options: { ...detailOptions, ...signingOptions },
  examples: ["issuer revise DE000A1EWWW0 --label 'Hanseatic 2030, amended' --coupon-rate 2.5"],
  async run(context) {
    const session = await connectToSign(context)
    const instrument = await findInstrument(session, context.positionals.instrument, context)
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
