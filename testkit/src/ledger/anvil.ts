import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Anvil = {
  rpcUrl: string
  wsUrl: string
  chainId: number
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  stop: () => Promise<void>
}

const CHAIN_ID = 31337

/** A ledger of its own for one test file, on a free port; a block for each transaction unless told otherwise. */
export async function startAnvil(...options: (string | number)[]): Promise<Anvil> {
  const port = await freePort()
  const launcher = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'))
  const prices = ['--block-base-fee-per-gas', 0, '--gas-price', 0, '--gas-limit', 1_000_000_000]
  const all = ['--port', port, '--chain-id', CHAIN_ID, '--silent', ...prices, ...options].map(String)
  const child = spawn(process.execPath, [launcher, ...all], { stdio: 'ignore' })
  const rpcUrl = `http://127.0.0.1:${port}`
  const rpc = (method: string, ...params: unknown[]) => call(rpcUrl, method, params)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let attempt = 0; attempt < 400; attempt++) {
    if ((await rpc('eth_chainId').catch(() => undefined)) !== undefined)
      return { rpcUrl, wsUrl: `ws://127.0.0.1:${port}`, chainId: CHAIN_ID, rpc, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('anvil does not answer')
}

async function call(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
