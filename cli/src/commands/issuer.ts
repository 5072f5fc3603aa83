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
import {
  HEX_ID,
  choice,
  day,
  flag,
  list,
  required,
  scalar,
  text,
  whole,
  withDefault,
} from '../command/Option.ts'
import type { Values } from '../command/Option.ts'
import { connect, connectToSign } from '../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../connection/sign.ts'
import { findTenant, loadDirectory } from '../directory/directory.ts'
import { checkIdentifier, forceOption } from '../directory/identifiers.ts'
import {
  findInstrument,
  findRequest,
  instrumentArgument,
  kindOption,
  listRegistryManagers,
} from '../directory/registries.ts'
import { customFieldOption } from './instruments/customFields.ts'
import { documentOption } from './instruments/documents.ts'

/** An instrument's details: visible to all tenants, with their fingerprint on the ledger. */
const detailOptions = {
  label: required(text('TEXT', 'its name', { of: InstrumentDetails.shape.label })),
  description: text('TEXT', 'its description', { of: InstrumentDetails.shape.description }),
  issueDate: day('the issue date'),
  maturityDate: day('the maturity date'),
  couponRate: scalar(
    InstrumentDetails.shape.couponRate,
    'PERCENT',
    'the coupon, % p.a., such as 2.5',
    'must be a decimal number such as 2.5',
  ),
  issueCurrency: choice(IssueCurrency.options, 'the issue currency'),
  customField: customFieldOption,
  document: documentOption,
}

/** The identifier on the ledger and in lists. */
const identifierArgument = required(
  text('IDENTIFIER', 'its ISIN, WKN, or document fingerprint', { of: InstrumentDraft.shape.identifier }),
)

/** Terms that never change. */
const termOptions = {
  type: withDefault(choice(['BOND', 'FUND', 'PRIVATE'], 'the type of instrument'), 'BOND'),
  identifierType: withDefault(
    choice(['ISIN', 'WKN', 'DOCUMENT_REFERENCE'], 'the type of identifier'),
    'ISIN',
  ),
  decimals: withDefault(whole('NUMBER', 'decimals of its quantities', { to: 18 }), 0),
  force: forceOption('an identifier'),
}

function detailsOf(options: Values<typeof detailOptions>): Omit<InstrumentDetails, 'salt'> {
  const { label, document, customField, description, issueDate, maturityDate, couponRate, issueCurrency } =
    options
  const documents = document.length === 0 ? undefined : [...document]
  const customFields = customField.length === 0 ? undefined : [...customField]
  const terms = { description, issueDate, maturityDate, couponRate, issueCurrency }
  const optional = { ...terms, customFields, documents }
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined))
  return { label, ...present }
}

export const issuerDraftCommand = command({
  path: 'issuer draft',
  summary: 'save a draft on your server; nothing goes to the ledger',
  about:
    'An ISIN with a wrong check digit, or a WKN of another form, is refused: the ledger would keep it for good. --force ' +
    'accepts it.',
  positionals: { identifier: identifierArgument },
  options: {
    draft: scalar(InstrumentId, 'ID', 'change or delete this draft', HEX_ID),
    delete: flag('delete the draft that --draft specifies'),
    ...termOptions,
    ...detailOptions,
    ...connectionOptions,
  },
  examples: ["issuer draft DE000A1EWWW0 --label 'Hanseatic 2030' --coupon-rate 2.5"],
  async run(context) {
    const { options, positionals, signal } = context
    const isRemoval = options.delete && options.draft !== undefined
    if (!isRemoval) checkIdentifier(context, options.identifierType, positionals.identifier)
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
  show: ({ draftId, isDeleted }) => `Draft ${draftId} ${isDeleted ? 'deleted' : 'saved'}.`,
})

export const issuerCreateCommand = command({
  path: 'issuer create',
  summary: 'create an instrument: details on your server, their fingerprint on the ledger',
  about:
    'An ISIN with a wrong check digit, or a WKN of another form, is refused: the ledger keeps it for good. --force accepts ' +
    'it.',
  positionals: { identifier: identifierArgument },
  options: {
    ...termOptions,
    ...detailOptions,
    depositary: text('TENANT', 'the depositary, who answers registration requests for you'),
    whitelist: list(text('TENANT', 'for a private placement: the tenants that may hold it')),
    toImport: flag('its registries start with an import from another registry'),
    ...proposingOptions,
  },
  examples: [
    "issuer create DE000A1EWWW0 --label 'Hanseatic 2030' --coupon-rate 2.5 --maturity-date 2030-11-30",
    "issuer create DE000A1EWWW0 --label 'Hanseatic 2030' --maturity-date 2030-11-30 --custom-field couponFrequency=2 " +
      '--custom-field lastCouponDate=2026-11-30',
    "issuer create DE000A1EWWW0 --type PRIVATE --label 'Loan note' --whitelist 'Alpenbank, Baltic Trust Bank'",
  ],
  async run(context) {
    const { options, positionals } = context
    checkIdentifier(context, options.identifierType, positionals.identifier)
    const session = await connectToSign(context)
    const directory = await loadDirectory(session, context)
    const { depositary, whitelist } = options
    const parameters = {
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
    return signOrPropose(context, session.client, summary, (sending) =>
      createInstrument(session.client, parameters, sending),
    )
  },
  show: (answer) =>
    showSigned(
      answer,
      ({ instrumentId }) => `Instrument ${instrumentId} created. A registrar can now request its registry.`,
    ),
})

export const issuerConfirmRegistrationCommand = command({
  path: 'issuer confirm-registration',
  summary: "confirm a registrar's request for an instrument's registry, or reject it with a reason",
  positionals: instrumentArgument,
  options: {
    registrar: required(text('TENANT', 'the registrar that made the request: its name or address')),
    reject: text('REASON', 'reject the request, with this reason for the registrar', {
      of: SaltedText.shape.text,
    }),
    in: kindOption,
    ...proposingOptions,
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
    const parameters = { registryManagerAddr, registryId }
    const registrar = directory.nameOf(registrarAddr)
    const { reject } = options
    const what = reject === undefined ? 'confirm' : 'reject'
    const why = reject === undefined ? '.' : `: ${reject}`
    return signOrPropose(
      context,
      session.client,
      [`You ${what} ${registrar} as registrar of ${instrument.identifier}${why}`],
      async (sending) => ({
        registryId,
        isConfirmed: reject === undefined,
        ...(await (reject === undefined
          ? confirmRegistration(session.client, parameters, sending)
          : rejectRegistration(session.client, { ...parameters, reason: reject }, sending))),
      }),
    )
  },
  show: (answer) =>
    showSigned(answer, ({ registryId, isConfirmed }) =>
      isConfirmed ? `Registry ${registryId} confirmed.` : `Registry ${registryId} rejected.`,
    ),
})

export const issuerReviseCommand = command({
  path: 'issuer revise',
  summary: 'publish a new revision of an instrument',
  about: 'Pass all details: an omitted one is removed. Open registration requests must be made again.',
  positionals: instrumentArgument,
  options: { ...detailOptions, ...proposingOptions },
  examples: ["issuer revise DE000A1EWWW0 --label 'Hanseatic 2030, amended' --coupon-rate 2.5"],
  async run(context) {
    const session = await connectToSign(context)
    const instrument = await findInstrument(session, context.positionals.instrument, context)
    const { instrumentId, revision, identifier } = instrument
    const summary = [`You revise ${identifier}: revision ${revision + 1}, '${context.options.label}'.`]
    const parameters = { instrumentId, details: detailsOf(context.options) }
    return signOrPropose(context, session.client, summary, async (sending) => ({
      instrumentId,
      ...(await reviseInstrument(session.client, parameters, sending)),
    }))
  },
  show: (answer) => showSigned(answer, ({ block }) => `Revised, in block ${block}.`),
})
