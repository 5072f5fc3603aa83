// What there is to hold, and where: instruments, and the own accounts with each custodian.
import { SORT_COLUMNS, InstrumentState, InstrumentType, shownIdentifier } from '@connex/protocol'
import { listAccounts, listInstruments } from '@connex/sdk'
import { command } from '../../command/Command.ts'
import { choice, list, text } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { findCustodian, findTenant, loadDirectory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'

export const instrumentsCommand = command({
  path: 'instruments',
  summary: "instruments on the ledger, and your tenant's drafts",
  options: {
    issuer: text('NAME', "only this issuer's: a tenant's name or address"),
    state: list(choice(InstrumentState.options, 'only in this state')),
    type: list(choice(InstrumentType.options, 'only of this type')),
    ...listOptions(SORT_COLUMNS.instruments),
    ...connectionOptions,
  },
  examples: ['instruments --filter 2030', "instruments --issuer 'Hanseatic Issuance' --type bond --csv"],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const directory = await loadDirectory(session, context)
    const { issuer, state, type } = options
    const query = {
      ...listQuery(options),
      issuerAddr: issuer === undefined ? undefined : findTenant(directory, issuer),
      instrumentState: state.length === 0 ? undefined : [...state],
      instrumentType: type.length === 0 ? undefined : [...type],
    }
    const page = await listInstruments(session.client, query, { signal })
    const items = page.items.map((item) => ({ ...item, issuer: directory.nameOf(item.issuerAddr) }))
    return { ...page, items, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        {
          title: 'Identifier',
          of: ({ identifier }) => shownIdentifier(identifier),
          whole: ({ identifier }) => identifier,
        },
        { title: 'Label', of: ({ label }) => label ?? '' },
        { title: 'Type', of: ({ instrumentType }) => instrumentType },
        { title: 'State', of: ({ instrumentState }) => instrumentState },
        { title: 'Issuer', of: ({ issuer }) => issuer },
        { title: 'Revision', of: ({ revision }) => String(revision), isRight: true },
        { title: 'Decimals', of: ({ decimals }) => String(decimals), isRight: true },
        { title: 'Id', of: ({ instrumentId }) => instrumentId },
      ],
      'No instruments found.',
    ),
})

export const accountsCommand = command({
  path: 'accounts',
  summary: "your tenant's accounts with its custodians, and the names that it gave them",
  options: {
    custodian: text('NAME', 'only with this custodian: its name, or manager:registrar'),
    ...listOptions(SORT_COLUMNS.assetAccounts),
    ...connectionOptions,
  },
  examples: ['accounts', "accounts --custodian 'Meridian Registrars' --csv"],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const directory = await loadDirectory(session, context)
    const custodian =
      options.custodian === undefined ? undefined : findCustodian(directory, options.custodian)
    const query = {
      ...listQuery(options),
      registryManagerAddr: custodian?.registryManagerAddr,
      registrarAddr: custodian?.registrarAddr,
    }
    const page = await listAccounts(session.client, query, { signal })
    const labelOf = new Map<string, string>(directory.custodians.map(({ key, label }) => [key, label]))
    const items = page.items.map((item) => {
      const key = `${item.registryManagerAddr}:${item.registrarAddr}`
      return { ...item, custodian: labelOf.get(key) ?? directory.nameOf(item.registrarAddr) }
    })
    return { ...page, items, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Account', of: ({ accountNum }) => accountNum, isRight: true },
        { title: 'Custodian', of: ({ custodian }) => custodian },
        { title: 'Name', of: ({ accountName }) => accountName ?? '' },
        { title: 'Category', of: ({ category }) => category ?? '' },
        { title: 'Internal identifier', of: ({ internalIdentifier }) => internalIdentifier ?? '' },
      ],
      'No accounts found. A custodian opens them: connex desk open-account.',
    ),
})
