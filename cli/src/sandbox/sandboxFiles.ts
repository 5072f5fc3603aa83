import { join } from 'node:path'

/** Where everything of a sandbox lies, under its directory (`.connex`). */
export function sandboxFiles(directory: string) {
  const server = (name: string) => join(directory, 'servers', name)
  return {
    directory,
    /** 32 bytes in hex; every key of the sandbox comes from it. */
    secret: join(directory, 'secret'),
    state: join(directory, 'state.json'),
    description: join(directory, 'sandbox.json'),
    processes: join(directory, 'processes.json'),
    ledger: join(directory, 'ledger'),
    database: (name: string) => join(server(name), 'database'),
    nodeKey: (name: string) => join(server(name), 'node.key'),
    clientConfig: (name: string) => join(server(name), 'config.json'),
    log: (name: string) => join(directory, 'logs', `${name}.log`),
    /** What `--reset` removes: nothing that is not the sandbox's own. */
    all: ['secret', 'state.json', 'sandbox.json', 'ledger', 'servers', 'wallets', 'logs'].map((name) =>
      join(directory, name),
    ),
  }
}

export type SandboxFiles = ReturnType<typeof sandboxFiles>
