import type { Me, WalletExpirationStatus } from '@connex/protocol'
import { command } from '../command/Command.ts'
import { connect, identify, resume } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { deleteLogin, saveLogin } from '../connection/lastLogin.ts'
import { fieldList, table } from '../terminal/table.ts'
import { timeText } from '../terminal/text.ts'

export const loginCommand = command({
  path: 'login',
  summary: 'log in with a wallet, and remember it and the server for the next commands',
  about:
    'Stores the URL of the server, its chain id and the path of the wallet file, or the URL of the signer and the ' +
    'address; no key, password or token. Each command that calls the server unlocks the wallet again, and forgets the ' +
    'key when it ends; a key in a signer never leaves it. Signed transactions that are not yet in a block are resumed.',
  options: connectionOptions,
  examples: [
    'login --server http://127.0.0.1:4000 --wallet .connex/wallets/alpenbank-a.keller.json',
    'login --wallet alpenbank.json --password-file ~/.alpenbank-password',
    'login --signer https://signer.bank.example:9000 --address 0x627306090abab3a6e1400e9345bc60c78a8bef57',
  ],
  async run(context) {
    const session = await connect(context)
    const { server, key, chainId, me } = session
    await resume(context, session)
    await saveLogin(context, { server, key, chainId })
    return { server, ...key, chainId, ...me }
  },
  show: ({ server, ...me }) => `Logged in at ${server}.\n\n${showMe(me)}`,
})

export const logoutCommand = command({
  path: 'logout',
  summary: 'forget the server and the wallet',
  about: 'Keeps signed transactions that are not yet in a block: log in and run connex resume.',
  examples: ['logout'],
  async run(context) {
    deleteLogin(context)
    return { isLoggedOut: true }
  },
  show: () => 'Logged out.',
})

export const whoamiCommand = command({
  path: 'whoami',
  summary: "the wallet's user, tenant, status and privileges",
  options: connectionOptions,
  examples: ['whoami', 'whoami --server http://127.0.0.1:4001 --wallet baltic.json --json'],
  run: async (context) => (await identify(context)).me,
  show: showMe,
})

function showMe({ user, tenant }: Me): string {
  const { name, userAddr, status, lockExpiration, walletExpirationStatus, privileges, instancePrivileges } =
    user
  return fieldList([
    ['Tenant', tenant.name],
    ['Tenant address', tenant.address],
    ['User', name],
    ['Wallet', userAddr],
    ['Status', lockExpiration === null ? status : `${status}, locked until ${timeText(lockExpiration)}`],
    ['Wallet expiry', expiryTexts[walletExpirationStatus]],
    ['Privileges', privileges.join(', ') || 'none'],
    ...instancePrivileges.map((one): [string, string] => [
      `On ${one.instanceAddr}`,
      one.privileges.join(', '),
    ]),
  ])
}

const expiryTexts: Record<WalletExpirationStatus, string> = {
  ACTIVE: 'not expired',
  EXPIRING: 'expires soon: ask your administrator for a new one',
  EXPIRED: 'EXPIRED: ask your administrator for a new one',
  INACTIVE_USER: 'not relevant while the user is inactive',
  EXCLUDED: 'never',
}

export const resumeCommand = command({
  path: 'resume',
  summary: 'resume signed transactions after a command was killed or the connection broke',
  about:
    "Publishes this wallet's signed transactions again (none can execute twice) and waits until they are in a " +
    'block. What a chain reorg has taken back is published again too. Every command that signs does this first.',
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
          of: ({ outcome, wasTakenBack, reason }) =>
            `${wasTakenBack ? 'taken back by a chain reorg, then ' : ''}${outcome}${reason === undefined ? '' : `: ${reason}`}`,
        },
      ],
      'Nothing to resume: no signed transaction of this wallet has an unknown outcome.',
    ),
})
