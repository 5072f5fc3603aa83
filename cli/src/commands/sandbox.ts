import { command } from '../command/Command.ts'
import { sandboxOptionsOf, sandboxWords } from '../sandbox/SandboxOptions.ts'

export const sandboxCommand = command({
  path: 'sandbox',
  summary: 'the whole system on this machine, for trying it out and for tests',
  about:
    'Runs until it is stopped: a ledger, two tenant servers with the web client, wallets, holdings and a robot that ' +
    'confirms what waits for a custodian. The next start goes on where the last one stopped.',
  options: sandboxWords,
  examples: [
    'sandbox',
    'sandbox --reset --custodian manual',
    'sandbox --data /tmp/second --port-north 5000 --port-south 5001 --ledger-port 9545 --json',
  ],
  ownsSignals: true,
  async run({ options, terminal }) {
    // Servers and databases are loaded by whoever starts some.
    const { runSandbox } = await import('../sandbox/runSandbox.ts')
    await runSandbox(sandboxOptionsOf(options), terminal.isJson)
  },
})
