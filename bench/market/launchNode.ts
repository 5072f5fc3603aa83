// The server as it is run: a process of its own, configured by its environment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type NodeProcess = { pid: number; url: string; stop: () => Promise<void> }

const main = fileURLToPath(new URL('../../node/src/main.ts', import.meta.url))

export async function launchNode(nodeKey: string, environment: Record<string, string>): Promise<NodeProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'connex-bench-'))
  const keyFile = join(folder, 'node.key')
  await writeFile(keyFile, nodeKey, { mode: 0o600 })
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_KEY_FILE: keyFile,
      DOCUMENTS_DIR: join(folder, 'documents'),
      ALLOW_PRIVATE_PEERS: 'true',
      LOG_LEVEL: 'warn',
      EXIT_WITH_PARENT: 'true',
      ...environment,
    },
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The server ended with ${code}.`)),
  )
  ended.catch(() => undefined)
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  return {
    pid: child.pid ?? 0,
    url: message.url,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
