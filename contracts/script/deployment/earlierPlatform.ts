// A platform that the same account deployed before: whoever has lost its record must not pay for a second one unawares.
import { BaseError, getContractAddress, zeroAddress } from 'viem'
import type { Address } from 'viem'
import { platformManagerAbi } from '../../generated/index.ts'
import type { Ledger } from './ledger.ts'
import { unansweredIn } from './ledger.ts'

/** An account that deploys a platform has sent little before it. */
const TRANSACTIONS = 1000
/** Of an account's transactions, as many are looked at side by side. */
const SIDE_BY_SIDE = 10

/**
 * The first platform manager among the contracts that the account has created.
 *
 * @example
 * const platform = await findEarlierPlatform(ledger, deployer) // { address: '0x…', name: 'ConneX Platform' }
 */
export async function findEarlierPlatform(
  ledger: Ledger,
  deployer: Address,
): Promise<{ address: Address; name: string } | undefined> {
  const sent = await ledger.client.getTransactionCount({ address: deployer, blockTag: 'latest' })
  const end = Math.min(sent, TRANSACTIONS)
  for (let first = 0; first < end; first += SIDE_BY_SIDE) {
    const length = Math.min(SIDE_BY_SIDE, end - first)
    const created = Array.from({ length }, (_, index) =>
      getContractAddress({ from: deployer, nonce: BigInt(first + index) }),
    )
    const found = await Promise.all(created.map((address) => platformAt(ledger, address)))
    const platform = found.find((one) => one !== undefined)
    if (platform !== undefined) return platform
  }
  return undefined
}

/** Only a platform manager has an operator's tenant; the code behind one has none. */
async function platformAt({ client }: Ledger, address: Address) {
  const contract = { address, abi: platformManagerAbi }
  try {
    const operator = await client.readContract({ ...contract, functionName: 'operatorTenant' })
    if (operator === zeroAddress) return undefined
    return { address, name: await client.readContract({ ...contract, functionName: 'name' }) }
  } catch (error) {
    if (error instanceof BaseError && unansweredIn(error) === undefined) return undefined
    throw error
  }
}
