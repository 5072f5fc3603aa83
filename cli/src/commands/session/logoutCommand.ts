import { command } from '../../command/Command.ts'
import { forgetLogin } from '../../connection/lastLogin.ts'

export const logoutCommand = command({
  path: 'logout',
  summary: 'forget which server and wallet were used',
  about: 'What was signed and is in no block yet is kept: connex resume goes on with it.',
  examples: ['logout'],
  async run(context) {
    forgetLogin(context)
    return { isLoggedOut: true }
  },
  show: () => 'The server and the wallet are forgotten.',
})
