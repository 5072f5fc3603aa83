// A ledger of its own for one test file, with the one deployment on it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { deploy, openLedger } from '@connex/contracts/deploy'
import type { Deployment, Ledger } from '@connex/contracts/deploy'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem'
import { freePort } from './freePort.ts'

/** The first of anvil's well-known accounts. */
const DEPLOYER = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const TEST_CHAIN_ID = 31337

export type TestLedger = {
  rpcUrl: string
  ledger: Ledger
  deployment: Deployment
  /** A user of the operator's tenant with every administrator's right. */
  operatorUser: LocalAccount
  stop: () => Promise<void>
}

export async function startTestLedger(): Promise<TestLedger> {
  const port = await freePort()
  const prices = ['--block-base-fee-per-gas', '0', '--gas-price', '0']
  const child = spawn(
    findAnvil(),
    [
      '--port',
      `${port}`,
      '--chain-id',
      `${TEST_CHAIN_ID}`,
      '--gas-limit',
      '1000000000',
      '--silent',
      ...prices,
    ],
    { stdio: 'ignore' },
  )
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    const rpcUrl = `http://127.0.0.1:${port}`
    await untilAnswering(rpcUrl)
    const parameters = { rpcUrl, chainId: TEST_CHAIN_ID }
    const operator = { name: 'ConneX Platform', apiUrl: '', lei: '' }
    const deployment = await deploy({ ...parameters, deployerKey: DEPLOYER, platform: { operator } })
    const operatorUser = privateKeyToAccount(DEPLOYER)
    return { rpcUrl, ledger: openLedger(parameters), deployment, operatorUser, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The program itself: the package's own command is a script whose child would outlive it. */
function findAnvil(): string {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const manifest = createRequire(wrapper).resolve(
    `@foundry-rs/anvil-${process.platform}-${architecture}/package.json`,
  )
  return manifest.replace(/package\.json$/, process.platform === 'win32' ? 'bin/anvil.exe' : 'bin/anvil')
}

async function untilAnswering(rpcUrl: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok === true) return
    await sleep(50)
  }
  throw new Error('anvil does not answer')
}
