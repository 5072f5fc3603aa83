// Ledgers of one process, whose chain ends with it: the server reaches the node at two addresses, and loses the first one.
import { startLedgerProxy } from '../../testkit/src/ledger/ledgerProxy.ts'
import type { Network } from './network.ts'
import { waitForBlocks } from './rpc.ts'

type Rpc = Network['rpc']

export type SingleNode = {
  chainId: number
  rpcUrl: string
  wsUrls: readonly string[]
  rpc: Rpc
  stop: () => Promise<void>
}

const GAS_PRICE = 1_000_000n
/** Of chain reorgs, the deepest that the promises make is 7. */
const CONFIRMATIONS = 12

/** The client's own methods of the rest. */
type Habits = Pick<Network, 'pause' | 'resume' | 'losePool' | 'fork'> &
  Partial<Pick<Network, 'begin' | 'advance'>>

/** `const network = await openSingleNode(node, { pause, resume, losePool, fork })` */
export async function openSingleNode(node: SingleNode, habits: Habits): Promise<Network> {
  const { chainId, rpcUrl, wsUrls, rpc } = node
  const first = await startLedgerProxy(rpcUrl)
  return {
    chainId,
    urls: [first.url, rpcUrl],
    wsUrls,
    rpc,
    version: async () => String(await rpc('web3_clientVersion')),
    gasPrice: GAS_PRICE,
    confirmations: String(CONFIRMATIONS),
    advance: (numBlocks) => waitForBlocks(rpc, numBlocks),
    async stopFirst() {
      first.intercept = () => 'cut'
    },
    async startFirst() {
      first.intercept = undefined
    },
    cutOffLast: { reason: 'It is one node.' },
    async skipTime(seconds) {
      await rpc('evm_increaseTime', seconds)
    },
    ...habits,
    async stop() {
      await first.close()
      await node.stop()
    },
  }
}
