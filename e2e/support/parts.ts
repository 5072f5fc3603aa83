import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Sandbox } from './sandbox.ts'
import { walletOf } from './sandbox.ts'

/** Kills a part of a running sandbox as a power cut would; its supervisor starts it again. */
export async function killPart(sandbox: Sandbox, part: 'ledger' | 'north'): Promise<void> {
  const folder = dirname(dirname(walletOf(sandbox, 'a.keller').file))
  if (part === 'ledger') {
    const anvil = JSON.parse(await readFile(join(folder, 'ledger', 'anvil.pid'), 'utf8')) as { pid: number }
    process.kill(anvil.pid, 'SIGKILL')
    return
  }
  const { port } = new URL(walletOf(sandbox, 'a.keller').url)
  const stamps = JSON.parse(await readFile(join(folder, 'processes.json'), 'utf8')) as { pid: number }[]
  const server = stamps.find(({ pid }) => listensOn(pid, port))
  if (server === undefined) throw new Error('the server is not among the parts of the sandbox')
  process.kill(server.pid, 'SIGKILL')
}

/** Whether a process was given this port by its environment. */
function listensOn(pid: number, port: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PORT=${port}`)
  } catch {
    return false
  }
}
