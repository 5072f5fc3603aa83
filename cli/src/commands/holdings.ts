import {
  SORT_COLUMNS,
  AccountNumber,
  api,
  AssetClass,
  formatQuantity,
  shownIdentifier,
} from '@connex/protocol'
import type { Position } from '@connex/protocol'
import { isPositionHandler, listPositions, markCustodyChainAssets } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { command } from '../command/Command.ts'
import { ACCOUNT_NUMBER, choice, flag, required, scalar, text } from '../command/Option.ts'
import { asOfOptions, listOptions, listQuery } from '../command/listOptions.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../connection/sign.ts'
import { findCustodian, findTenant, loadDirectory } from '../directory/directory.ts'
import { connectAsInvestor } from '../directory/investor.ts'
import { chainArgument, findCustodyChain } from '../directory/registries.ts'
import { ownedOptions, unitsOf } from '../directory/transferOptions.ts'
import { listing } from '../terminal/listing.ts'
import { table } from '../terminal/table.ts'

/** Privileges that may read positions without handling them. */
const READ_PRIVILEGES = [
  'registry.SHARED_POSITION_HANDLING_RO',
  'registry.REGISTRAR_REGISTRATION',
  'registry.REGISTRAR_REGISTRATION_RO',
]

export const holdingsCommand = command({
  path: 'holdings',
  summary: "your tenant's holdings, by instrument, custodian and account",
  about:
    'A registrar sees the holdings in its own registries. Available is the quantity less the earmarked quantity.',
  options: {
    custodian: text('NAME', 'only with this custodian: its name, or manager:registrar'),
    account: scalar(AccountNumber, 'N', 'only in this account', ACCOUNT_NUMBER),
    accountCategory: text('TEXT', 'only accounts of this category', {
      of: api.positions.query.shape.accountCategory,
    }),
    accountInternalIdentifier: text('TEXT', 'only the account with this internal identifier', {
      of: api.positions.query.shape.accountInternalIdentifier,
    }),
    accountsFilter: choice(['all', 'owned', 'shared'], 'only these accounts'),
    owner: text('NAME', "only this owner's: a tenant's name or address"),
    assetClass: choice(AssetClass.options, 'only of this asset class'),
    queryType: choice(['all', 'accounts', 'chains', 'entries'], 'only these registries'),
    by: choice(['account', 'chain'], 'one row per account, or per account and custody chain'),
    excludeEarmarked: flag('only holdings with an available quantity'),
    redeemable: flag('only holdings marked for redemption'),
    ...listOptions(SORT_COLUMNS.positions, {
      quantities: ['quantity', 'earmarked', 'available', 'redeemable'],
    }),
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
    const mayRead = isPositionHandler(user) || READ_PRIVILEGES.some((name) => user.privileges.includes(name))
    if (!mayRead) throw CliError.of('restricted')
    const directory = await loadDirectory(session, context)
    const custodian =
      options.custodian === undefined ? undefined : findCustodian(directory, options.custodian)
    const query = {
      ...listQuery(options),
      registryManagerAddr: custodian?.registryManagerAddr,
      registrarAddr: custodian?.registrarAddr,
      owner: options.owner === undefined ? undefined : findTenant(directory, options.owner),
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
      custodian: directory.nameOf(item.registrarAddr),
      ownerName: directory.nameOf(item.owner),
    }))
    return {
      ...page,
      items,
      page: options.page ?? 1,
      isOwn: items.every(({ owner }) => owner === session.me.tenant.address),
    }
  },
  show({ isOwn, ...found }) {
    return listing(
      found,
      [
        {
          title: 'Identifier',
          of: ({ identifier }) => shownIdentifier(identifier),
          whole: ({ identifier }) => identifier,
        },
        { title: 'Label', of: ({ label }) => label ?? '' },
        { title: 'Custodian', of: ({ custodian }) => custodian },
        ...(isOwn ? [] : [{ title: 'Owner', of: ({ ownerName }: { ownerName: string }) => ownerName }]),
        { title: 'Account', of: ({ account }) => account, isRight: true },
        ...(found.items.every(({ custodyChainId }) => custodyChainId === null)
          ? []
          : [{ title: 'Custody chain', of: (row: Partial<Position>) => row.custodyChainId ?? '' }]),
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
      'No holdings found.',
    )
  },
})

export const redeemCommand = command({
  path: 'redeem',
  summary: 'request redemption from a custody chain, or withdraw the request',
  about:
    'connex holdings --by chain lists the custody chains. The requested quantity can no longer be transferred; the transfer ' +
    'agent off-ramps it with connex agent offramp.',
  positionals: chainArgument,
  options: {
    account: required(scalar(AccountNumber, 'NUMBER', 'your account', ACCOUNT_NUMBER)),
    quantity: ownedOptions.quantity,
    takeBack: flag('withdraw the request'),
    ...proposingOptions,
  },
  examples: [
    'redeem 0x4c… --account 1001 --quantity 500',
    'redeem 0x4c… --account 1001 --quantity 500 --take-back',
  ],
  async run(context) {
    const { options, positionals } = context
    const { session, directory } = await connectAsInvestor(context)
    const chain = await findCustodyChain(session, positionals.chain, context)
    const { account, quantity, takeBack } = options
    const { registryManagerAddr, registryId, transferAgentAddr } = chain
    const parameters = {
      registryManagerAddr,
      registryId,
      custodyChainId: positionals.chain,
      account,
      quantity: unitsOf(quantity, chain),
      for: 'redemption' as const,
      isTakenBack: takeBack,
    }
    const what = `${quantity} of ${chain.identifier} in account ${account}`
    const agent = directory.nameOf(transferAgentAddr)
    const summary = takeBack
      ? [`${session.me.tenant.name} withdraws the redemption of ${what}: it is available again immediately.`]
      : [
          `${session.me.tenant.name} requests the redemption of ${what}.`,
          `It can no longer be transferred. ${agent} must off-ramp it.`,
        ]
    return signOrPropose(context, session.client, summary, async (how) => ({
      ...(await markCustodyChainAssets(session.client, parameters, how)),
      turn: takeBack ? 'Available again.' : `Next: ${agent} must off-ramp it.`,
    }))
  },
  show: (answer) => showSigned(answer, ({ block, turn }) => `Done, in block ${block}.\n${turn}`),
})

export const custodiansCommand = command({
  path: 'custodians',
  summary: 'the custodians with whom your tenant can hold positions',
  options: connectionOptions,
  examples: ['custodians', 'custodians --json'],
  async run(context) {
    const { custodians } = await loadDirectory(await connect(context), context)
    return {
      items: custodians.map(({ label, key, registryManagerAddr, registrarAddr }) => ({
        label,
        key,
        registryManagerAddr,
        registrarAddr,
      })),
    }
  },
  show: ({ items }) =>
    table(
      items,
      [
        { title: 'Custodian', of: ({ label }) => label },
        { title: 'Key', of: ({ key }) => key },
      ],
      "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.",
    ),
})
