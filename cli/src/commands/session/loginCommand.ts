import { command } from '../../command/Command.ts'
import { connect } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { rememberLogin } from '../../connection/lastLogin.ts'
import { resume } from '../../connection/resume.ts'
import { showMe } from './showMe.ts'

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
    await rememberLogin(context, { server, wallet, chainId })
    return { server, wallet, chainId, ...me }
  },
  show: ({ server, ...me }) => `Logged in at ${server}.\n\n${showMe(me)}`,
})
