import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Address } from '@connex/protocol'

export type NodeProcess = { url: string; close: () => Promise<void> }

export type NodeParameters = {
  rpcUrl: string
  chainId: number
  port: number
  platformManager: Address
  nodeKey: `0x${string}`
  hostedTenants: Address[]
  /** `5` for a server that speaks version 5 alone. */
  apiVersions?: string
}

const MAIN = fileURLToPath(new URL('../../../node/src/main.ts', import.meta.url))

/** The real tenant server, in a process of its own, its database in a folder of its own. */
export async function startNodeProcess(parameters: NodeParameters): Promise<NodeProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'connex-sdk-'))
  const keyFile = join(directory, 'node.key')
  await writeFile(keyFile, parameters.nodeKey, { mode: 0o600 })
  const child = fork(MAIN, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(parameters.port),
      DATA_DIR: join(directory, 'data'),
      LEDGER_RPC_URL: parameters.rpcUrl,
      CHAIN_ID: String(parameters.chainId),
      PLATFORM_MANAGER: parameters.platformManager,
      NODE_KEY_FILE: keyFile,
      HOSTED_TENANTS: parameters.hostedTenants.join(','),
      API_VERSIONS: parameters.apiVersions ?? '5,6',
      LOG_LEVEL: 'warn',
      ALLOW_PRIVATE_PEERS: 'true',
      EXIT_WITH_PARENT: 'true',
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url))
    child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)))
  })
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => void child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
