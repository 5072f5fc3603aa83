import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'

export type Anvil = { rpcUrl: string; chainId: number; stop: () => Promise<void> }

/** A ledger of its own for one test, on a free port of the loopback. */
export async function startAnvil(chainId = 31337): Promise<Anvil> {
  const port = await freePort()
  const launcher = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'))
  const options = ['--port', port, '--chain-id', chainId, '--gas-limit', 1_000_000_000, '--silent']
  const prices = ['--block-base-fee-per-gas', 0, '--gas-price', 0]
  const child = spawn(process.execPath, [launcher, ...[...options, ...prices].map(String)], {
    stdio: 'ignore',
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await untilAnswering(rpcUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { rpcUrl, chainId, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function untilAnswering(rpcUrl: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => undefined)
    if (answer?.ok === true) return
    await setTimeout(50)
  }
  throw new Error('anvil does not answer')
}
