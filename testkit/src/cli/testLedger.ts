import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hash, Hex, TransactionReceipt } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { createRpc, type Rpc } from '../../../cli/src/ledger/rpc.ts'
import { unusedPort } from '../machine.ts'
import { type RunLedgerOptions, runLedger } from '../../../cli/src/ledger/runLedger.ts'

// For the tests of this folder only: a ledger in a new directory, and accounts that anvil has funded.

const chainId = 31337

export const newDirectory = () => mkdtempSync(join(tmpdir(), 'connex-ledger-'))

export async function runTestLedger(
  options: Partial<RunLedgerOptions> = {},
): Promise<{ rpc: Rpc; port: number; directory: string; messages: string[]; stop(): Promise<void> }> {
  const { directory = newDirectory(), port = await unusedPort() } = options
  const messages: string[] = []
  const onProgress = (sentence: string) => messages.push(sentence)
  const onFatal = (error: unknown) => messages.push(String(error))
  const ledger = await runLedger({ directory, port, chainId, onProgress, onFatal, ...options })
  return { ...ledger, rpc: createRpc(port), port, directory, messages: messages }
}

export const accountAt = (index: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: index })

type Fields = {
  nonce: number
  to?: Address
  data?: Hex
  value?: bigint
  gas?: bigint
  gasPrice?: bigint
  chainId?: number
}

export function sign(index: number, fields: Fields): Promise<Hex> {
  return accountAt(index).signTransaction({
    type: 'legacy',
    chainId,
    gas: 1_000_000n,
    gasPrice: 1_000_000_000n,
    ...fields,
  })
}

/**
 * A contract that counts its calls in slot 0, writes the call's first word into the slot of that number, and
 * emits a log with it.
 */
export const counterCode: Hex = '0x6015600a5f3960155ff35f54600101805f555f3581555f355f5260205fa100'

export const receiptOf = (rpc: Rpc, hash: Hash) =>
  rpc<(Omit<TransactionReceipt, 'blockNumber'> & { blockNumber: Hex }) | null>(
    'eth_getTransactionReceipt',
    hash,
  )
