import type { Me, WalletExpirationStatus } from '@connex/protocol'
import { command } from '../command/Command.ts'
import { connect, identify, resume } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { deleteLogin, saveLogin } from '../connection/lastLogin.ts'
import { fieldList, table } from '../terminal/table.ts'

export const loginCommand = command({
  path: 'login',
  summary: 'unlock the wallet, see that the server knows it, and remember both for the next commands',
  about:
    'What is remembered is the address of the server, its ledger and the name of the wallet file; no key, no password ' +
    'and no token is kept. Each command that speaks with the server unlocks the wallet for itself, and forgets the key ' +
    'when it ends. What was signed earlier and is in no block yet is gone on with.',
  options: connectionOptions,
  examples: [
    'login --server http://127.0.0.1:4000 --wallet .connex/wallets/alpenbank-a.keller.json',
    'login --wallet alpenbank.json --password-file ~/.alpenbank-password',
  ],
  async run(context) {
    const session = await connect(context)
    const { server, wallet, chainId, me } = session
    await resume(context, session)
    await saveLogin(context, { server, wallet, chainId })
    return { server, wallet, chainId, ...me }
  },
  show: ({ server, ...me }) => `Logged in at ${server}.\n\n${showMe(me)}`,
})

export const logoutCommand = command({
  path: 'logout',
  summary: 'forget which server and wallet were used',
  about: 'What was signed and is in no block yet is kept: connex resume goes on with it.',
  examples: ['logout'],
  async run(context) {
    deleteLogin(context)
    return { isLoggedOut: true }
  },
  show: () => 'The server and the wallet are forgotten.',
})

export const whoamiCommand = command({
  path: 'whoami',
  summary: 'who the wallet belongs to: user, tenant, status and privileges',
  options: connectionOptions,
  examples: ['whoami', 'whoami --server http://127.0.0.1:4001 --wallet baltic.json --json'],
  run: async (context) => (await identify(context)).me,
  show: showMe,
})

export function showMe({ user, tenant }: Me): string {
  const { name, userAddr, status, lockExpiration, walletExpirationStatus, privileges, instancePrivileges } =
    user
  return fieldList([
    ['Tenant', tenant.name],
    ['Tenant address', tenant.address],
    ['User', name],
    ['Wallet', userAddr],
    ['Status', lockExpiration === null ? status : `${status}, locked until ${time(lockExpiration)}`],
    ['Wallet expiry', expiryTexts[walletExpirationStatus]],
    ['Privileges', privileges.join(', ') || 'none'],
    ...instancePrivileges.map((one): [string, string] => [
      `On ${one.instanceAddr}`,
      one.privileges.join(', '),
    ]),
  ])
}

const expiryTexts: Record<WalletExpirationStatus, string> = {
  ACTIVE: 'not yet',
  EXPIRING: 'soon: ask your administrator for a new one in time',
  EXPIRED: 'EXPIRED: ask your administrator for a new one',
  INACTIVE_USER: 'does not matter while the user is not active',
  EXCLUDED: 'never',
}

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')

export const resumeCommand = command({
  path: 'resume',
  summary: 'go on with what was signed when a command was killed or the line broke',
  about:
    'Publishes again what this wallet has signed and no block is known to hold, which is harmless, and waits until it ' +
    'is in a block. Every command that signs does so first.',
  options: connectionOptions,
  examples: ['resume', 'resume --json'],
  run: async (context) => ({ resumed: await resume(context, await connect(context)) }),
  show: ({ resumed }) =>
    table(
      resumed,
      [
        { title: 'Transaction', of: ({ txHash }) => txHash },
        {
          title: 'Outcome',
          of: ({ outcome, reason }) => (reason === undefined ? outcome : `${outcome}: ${reason}`),
        },
      ],
      'Nothing is waiting: all that this wallet has signed is in blocks.',
    ),
})
