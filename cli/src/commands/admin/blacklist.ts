// The platform's blacklist: tenants and wallets that can do nothing.
import { Address, SORT_COLUMNS } from '@connex/protocol'
import { blacklistAccounts, call } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import { command } from '../../command/Command.ts'
import { atLeastOne, repeated, text } from '../../command/Option.ts'
import { listOptions, listQuery } from '../../command/listOptions.ts'
import { connect, connectToSign } from '../../connection/connect.ts'
import type { Session } from '../../connection/connect.ts'
import { connectionOptions, proposingOptions } from '../../connection/connectionOptions.ts'
import { showSigned, signOrPropose } from '../../connection/sign.ts'
import { findTenant, loadDirectory } from '../../directory/directory.ts'
import type { Directory } from '../../directory/directory.ts'
import { listing } from '../../terminal/listing.ts'

export const adminBlacklistCommand = command({
  path: 'admin blacklist',
  summary: "the platform's blacklist: tenants and wallets that can do nothing",
  options: { ...listOptions(SORT_COLUMNS.blacklist), ...connectionOptions },
  examples: ['admin blacklist', 'admin blacklist --json'],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const [directory, found] = await Promise.all([
      loadDirectory(session, context),
      call(session.client, 'blacklist', { query: listQuery(options), signal }),
    ])
    const items = found.items.map(({ address }) => ({ address, tenant: tenantAt(directory, address) }))
    return { ...found, items, page: options.page ?? 1 }
  },
  show: (found) =>
    listing(
      found,
      [
        { title: 'Address', of: ({ address }) => address },
        { title: 'Tenant', of: ({ tenant }) => tenant ?? '' },
      ],
      'The blacklist is empty.',
    ),
})

const tenantAt = ({ tenants }: Directory, account: Address): string | null =>
  tenants.find(({ address }) => address === account)?.name ?? null

/** `Alpenbank (0x5b38…)`, or a wallet's address alone. */
function accountText(directory: Directory, account: Address): string {
  const tenant = tenantAt(directory, account)
  return tenant === null ? account : `${tenant} (${account})`
}

/** Refuses a change that changes nothing. */
async function requireListed(
  { client }: Session,
  directory: Directory,
  { accounts, isListed, signal }: { accounts: readonly Address[]; isListed: boolean; signal: AbortSignal },
): Promise<void> {
  const query = { addresses: [...accounts], itemsPerPage: accounts.length }
  const { items } = await call(client, 'blacklist', { query, signal })
  const wrong = accounts.find((account) => items.some(({ address }) => address === account) !== isListed)
  if (wrong === undefined) return
  throw CliError.of(isListed ? 'notBlacklisted' : 'alreadyBlacklisted', accountText(directory, wrong))
}

type Change = {
  readonly verb: 'add' | 'remove'
  readonly summary: string
  readonly sentence: string
  readonly consequence: string
}

const changeCommand = ({ verb, summary, sentence, consequence }: Change) =>
  command({
    path: `admin blacklist ${verb}`,
    summary,
    positionals: { who: atLeastOne(repeated(text('WHO', "a tenant's name or address, or a user's wallet"))) },
    options: proposingOptions,
    examples: [
      `admin blacklist ${verb} 'Fjord Advisory' --dry-run`,
      `admin blacklist ${verb} 0x5b38… 0x9f12…`,
    ],
    async run(context) {
      const { positionals, signal } = context
      const session = await connectToSign(context)
      const directory = await loadDirectory(session, context)
      const accounts = [
        ...new Set(
          positionals.who.map((who) => {
            const address = Address.safeParse(who)
            return address.success ? address.data : findTenant(directory, who)
          }),
        ),
      ]
      const isBlacklisted = verb === 'add'
      await requireListed(session, directory, { accounts, isListed: !isBlacklisted, signal })
      const named = accounts.map((account) => accountText(directory, account)).join(', ')
      return signOrPropose(
        context,
        session.client,
        [`${sentence}: ${named}.`, consequence],
        async (sending) => ({
          accounts,
          ...(await blacklistAccounts(session.client, { accounts, isBlacklisted }, sending)),
        }),
      )
    },
    show: (answer) => showSigned(answer, ({ block }) => `Done, in block ${block}.`),
  })

export const adminBlacklistAddCommand = changeCommand({
  verb: 'add',
  summary: "put tenants or users on the blacklist, as the platform's operator",
  sentence: 'You put on the blacklist',
  consequence:
    'They can no longer act or receive, and nothing settles with them. Their holdings and earmarks do not change.',
})

export const adminBlacklistRemoveCommand = changeCommand({
  verb: 'remove',
  summary: "take tenants or users off the blacklist, as the platform's operator",
  sentence: 'You take off the blacklist',
  consequence: 'They can act and receive again, and their pending deliveries can settle.',
})
