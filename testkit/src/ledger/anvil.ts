import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { unusedPort } from '../machine.ts'

export type Anvil = {
  rpcUrl: string
  wsUrl: string
  chainId: number
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>
  stop: () => Promise<void>
}

/**
 * `baseFee`: of the first block, in wei; 0 stays 0, any other moves with the use of the blocks. `hardfork`: anvil's newest
 * unless named.
 */
export type AnvilOptions = { chainId?: number; baseFee?: bigint; gasLimit?: number; hardfork?: Hardfork }

type Hardfork = 'london' | 'paris' | 'shanghai' | 'cancun'

/** A ledger of its own for one test file, on a port of its own; it mines a block for each transaction. */
export async function startAnvil({
  chainId = 31337,
  baseFee = 0n,
  gasLimit = 60_000_000,
  hardfork,
}: AnvilOptions = {}): Promise<Anvil> {
  const port = await unusedPort()
  const launcher = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'))
  const prices = ['--block-base-fee-per-gas', baseFee, '--gas-price', 0, '--gas-limit', gasLimit]
  const fork = hardfork === undefined ? [] : ['--hardfork', hardfork]
  // Without it anvil writes each older state to the home folder, 150 kB a block, and leaves it there when it ends. The
  // number counts the blocks of every chain that it ever had: a chain reorg to a state beyond it fails.
  const history = ['--prune-history', 1024]
  const options = ['--port', port, '--chain-id', chainId, '--silent', ...prices, ...fork, ...history].map(
    String,
  )
  const child = spawn(process.execPath, [launcher, ...options], { stdio: 'ignore' })
  const rpcUrl = `http://127.0.0.1:${port}`
  const rpc = (method: string, ...params: unknown[]) => ask(rpcUrl, method, params)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let attempt = 0; attempt < 400; attempt++) {
    if ((await rpc('eth_chainId').catch(() => undefined)) !== undefined)
      return { rpcUrl, wsUrl: `ws://127.0.0.1:${port}`, chainId, rpc, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('anvil does not answer')
}

/** A method of the ledger at this URL. `await ask(url, 'eth_chainId')` → '0x7a69' */
export async function ask(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
