import { command } from '../command/Command.ts'
import { sandboxOptionsOf, sandboxFlags } from '../sandbox/SandboxOptions.ts'

export const sandboxCommand = command({
  path: 'sandbox',
  summary: 'run the whole system on this machine, for trials and tests',
  about:
    'Runs until stopped: a ledger, two tenant servers with the web client, wallets, holdings and a robot that confirms ' +
    'for the custodians. The next start resumes; --reset starts from scratch.',
  options: sandboxFlags,
  examples: [
    'sandbox',
    'sandbox --reset --custodian manual',
    'sandbox --data /tmp/second --port-north 5000 --port-south 5001 --ledger-port 9545 --json',
  ],
  ownsSignals: true,
  async run({ options, terminal }) {
    // Lazy: other commands do not load servers and databases.
    const { runSandbox } = await import('../sandbox/runSandbox.ts')
    await runSandbox(sandboxOptionsOf(options), terminal.isJson)
  },
})
