import { command } from '../../command/Command.ts'
import { identify } from '../../connection/connect.ts'
import { connectionOptions } from '../../connection/connectionOptions.ts'
import { showMe } from './showMe.ts'

export const whoamiCommand = command({
  path: 'whoami',
  summary: 'who the wallet belongs to: user, tenant, status and privileges',
  options: connectionOptions,
  examples: ['whoami', 'whoami --server http://127.0.0.1:4001 --wallet baltic.json --json'],
  run: async (context) => (await identify(context)).me,
  show: showMe,
})
