// Questions to nodes, for whoever drives them.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../testkit/src/ledger/anvil.ts'

type Rpc = (method: string, ...params: unknown[]) => Promise<unknown>

/** Asks the first of two nodes, and the second one while that is down. `const rpc = rpcOf(urls)` */
export const rpcOf =
  ([first = '', second = '']: readonly string[]): Rpc =>
  async (method, ...params) => {
    const isUp = await ask(first, 'eth_chainId').then(
      () => true,
      () => false,
    )
    return ask(isUp ? first : second, method, params)
  }

/** The number of the newest block. */
export const headOf = async (rpc: Rpc): Promise<number> => Number(await rpc('eth_blockNumber'))

/** Waits for so many more blocks. `await waitForBlocks(rpc, 3)` */
export async function waitForBlocks(rpc: Rpc, numBlocks: number): Promise<void> {
  for (const wanted = (await headOf(rpc)) + numBlocks; (await headOf(rpc)) < wanted;) await sleep(50)
}
