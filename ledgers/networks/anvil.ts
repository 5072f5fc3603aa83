// Anvil as strict as a network: blocks every two seconds, of 30,000,000 gas, with a base fee that moves.
import { startAnvil } from '../../testkit/src/ledger/anvil.ts'
import type { Network } from './network.ts'
import { headOf } from './rpc.ts'
import { openSingleNode } from './singleNode.ts'

const BLOCK_S = 2

/**
 * `isQuick`: until the platform is there, each transaction has its own block at once.
 *
 * @example
 * const network = await startStrictAnvil({ isQuick: true })
 */
export async function startStrictAnvil({ isQuick = false } = {}): Promise<Network> {
  const anvil = await startAnvil({ baseFee: 1000n, gasLimit: 30_000_000 })
  const { rpc } = anvil
  const resume = async (): Promise<void> => void (await rpc('evm_setIntervalMining', BLOCK_S))
  const pause = async (): Promise<void> => void (await rpc('evm_setIntervalMining', 0))
  if (!isQuick) await resume()
  return openSingleNode(
    { ...anvil, wsUrls: [anvil.wsUrl] },
    {
      begin: resume,
      pause,
      resume,
      losePool: async () => void (await rpc('anvil_dropAllTransactions')),
      async fork() {
        const number = await headOf(rpc)
        return {
          async takeBack(raws) {
            await pause()
            const depth = (await headOf(rpc)) - number
            await rpc(
              'anvil_reorg',
              depth,
              raws.map((raw) => [raw, 0]),
            )
            await rpc('evm_mine')
          },
        }
      },
    },
  )
}
