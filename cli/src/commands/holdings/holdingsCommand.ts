import { AccountNumber, api, AssetClass, formatQuantity, type Position } from '@connex/protocol'
import { isPositionHandler, listPositions } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { asOfOptions, listOptions, listQuery } from '../../command/listOptions.ts'
import { flag } from '../../command/Option.ts'
import { choice, scalar, text } from '../../command/optionKinds.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { findCustodian, findTenant } from '../../market/find.ts'
import { readMarket } from '../../market/readMarket.ts'
import { pageLine } from '../../terminal/pageLine.ts'
import { shownIdentifier } from '../../terminal/shownIdentifier.ts'
import { table } from '../../terminal/table.ts'

const READING = [
  'registry.SHARED_POSITION_HANDLING_RO',
  'registry.REGISTRAR_REGISTRATION',
  'registry.REGISTRAR_REGISTRATION_RO',
]

export const holdingsCommand = command({
  path: 'holdings',
  summary: 'what your tenant holds, by instrument, custodian and account',
  about:
    'A registrar sees what is held in its own registers. Available is the quantity less what is earmarked.',
  options: {
    custodian: text('NAME', 'only with this custodian: its name, or manager:registrar'),
    account: scalar(AccountNumber, 'N', 'only in this account', 'is an account number above 0'),
    accountCategory: text('TEXT', "only in accounts of your tenant's category", {
      of: api.positions.query.shape.accountCategory,
    }),
    accountInternalIdentifier: text('TEXT', "only in the account of your tenant's identifier", {
      of: api.positions.query.shape.accountInternalIdentifier,
    }),
    accountsFilter: choice(['all', 'owned', 'shared'], 'only in such accounts'),
    owner: text('NAME', "only this owner's: a tenant's name or address"),
    assetClass: choice(AssetClass.options, 'only of this asset class'),
    queryType: choice(['all', 'accounts', 'chains', 'entries'], 'from which registers'),
    by: choice(['account', 'chain'], 'with or without telling custody chains apart'),
    excludeEarmarked: flag('without what has nothing available'),
    redeemable: flag('only what is marked for redemption'),
    ...listOptions(
      [
        'identifier',
        'label',
        'custodian',
        'registrarAddr',
        'account',
        'owner',
        'quantity',
        'earmarked',
        'available',
        'redeemable',
      ],
      { quantities: ['quantity', 'earmarked', 'available', 'redeemable'] },
    ),
    ...asOfOptions,
    ...connectionOptions,
  },
  examples: [
    'holdings',
    "holdings --custodian 'Meridian Registrars' --sort-by quantity --sort-order desc",
    'holdings --where label:contains:2030 --where available:at-least:1,000',
    'holdings --exclude-earmarked --items-per-page 500 --json',
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const { user } = session.me
    const mayRead = isPositionHandler(user) || READING.some((name) => user.privileges.includes(name))
    if (!mayRead) throw CliError.of('restricted')
    const market = await readMarket(session, context)
    const custodian = options.custodian === undefined ? undefined : findCustodian(market, options.custodian)
    const query = {
      ...listQuery(options),
      registryManagerAddr: custodian?.registryManagerAddr,
      registrarAddr: custodian?.registrarAddr,
      owner: options.owner === undefined ? undefined : findTenant(market, options.owner),
      account: options.account,
      accountCategory: options.accountCategory,
      accountInternalIdentifier: options.accountInternalIdentifier,
      accountsFilter: options.accountsFilter,
      assetClass: options.assetClass,
      queryType: options.queryType,
      aggregationType: options.by,
      excludeEarmarked: options.excludeEarmarked || undefined,
      isRedeemable: options.redeemable || undefined,
      asOfBlock: options.asOfBlock,
      asOfTime: options.asOfTime,
    }
    const page = await listPositions(session.client, query, { signal })
    const items = page.items.map((item) => ({
      ...item,
      custodian: market.nameOf(item.registrarAddr),
      ownerName: market.nameOf(item.owner),
    }))
    return {
      ...page,
      items,
      page: options.page ?? 1,
      isOwn: items.every(({ owner }) => owner === session.me.tenant.address),
    }
  },
  show({ items, page, isOwn, ...counts }) {
    const shown = table(
      items,
      [
        { title: 'Identifier', of: ({ identifier }) => shownIdentifier(identifier) },
        { title: 'Label', of: ({ label }) => label ?? '' },
        { title: 'Custodian', of: ({ custodian }) => custodian },
        ...(isOwn ? [] : [{ title: 'Owner', of: ({ ownerName }: { ownerName: string }) => ownerName }]),
        { title: 'Account', of: ({ account }) => account, isRight: true },
        ...(items.every(({ custodyChainId }) => custodyChainId === null)
          ? []
          : [{ title: 'Chain', of: (row: Partial<Position>) => row.custodyChainId ?? '' }]),
        {
          title: 'Quantity',
          of: ({ quantity, decimals }) => formatQuantity(quantity, decimals),
          isRight: true,
        },
        {
          title: 'Earmarked',
          of: ({ earmarked, decimals }) => formatQuantity(earmarked, decimals),
          isRight: true,
        },
        {
          title: 'Available',
          of: ({ available, decimals }) => formatQuantity(available, decimals),
          isRight: true,
        },
      ],
      'Nothing is held that fits.',
    )
    return `${shown}\n\n${pageLine(counts, items.length, page)}`
  },
})
