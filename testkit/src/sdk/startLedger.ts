import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export type TestLedger = { rpcUrl: string; chainId: number; close: () => Promise<void> }

const CHAIN_ID = 31337

/** A ledger of its own for one test file: anvil from npm, a block for each transaction. */
export async function startLedger(): Promise<TestLedger> {
  const port = await freePort()
  const flags = ['--block-base-fee-per-gas', '0', '--gas-price', '0', '--gas-limit', '1000000000', '--silent']
  const anvil = spawn(findAnvil(), ['--port', String(port), ...flags], { stdio: 'ignore' })
  const rpcUrl = `http://127.0.0.1:${port}`
  await answers(rpcUrl)
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    close: () =>
      new Promise((resolve) => {
        anvil.once('exit', () => resolve())
        anvil.kill()
      }),
  }
}

/** One ledger method, straight at the ledger. */
export async function ledgerRpc(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result } = (await response.json()) as { result: unknown }
  return result
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function answers(rpcUrl: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await ledgerRpc(rpcUrl, 'eth_chainId').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the ledger does not answer')
}

/** The program itself: killing the package's own script would leave it running. */
function findAnvil(): string {
  const require = createRequire(import.meta.url)
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const program = `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`
  const own = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  return own.resolve(program).replace(/package\.json$/, 'bin/anvil')
}
