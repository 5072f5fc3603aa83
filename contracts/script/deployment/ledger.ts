import { createPublicClient, defineChain, http } from 'viem'
import type { Chain, PublicClient, Transport } from 'viem'

/** A ledger to send to. `gasPrice` in wei; the specification's default is 1. */
export type Ledger = { client: PublicClient<Transport, Chain>; gasPrice: bigint }

export type LedgerParameters = {
  chainId: number
  /** Either where the ledger answers, or a viem transport of one's own, for instance one that keeps a journal. */
  rpcUrl?: string
  transport?: Transport
  gasPrice?: bigint
}

/** `openLedger({ rpcUrl: 'http://127.0.0.1:8545', chainId: 31337 })` */
export function openLedger({ chainId, rpcUrl, transport, gasPrice = 1n }: LedgerParameters): Ledger {
  const chain = defineChain({
    id: chainId,
    name: `ledger ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrl === undefined ? [] : [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport: transport ?? http(rpcUrl), pollingInterval: 50 })
  return { client, gasPrice }
}
