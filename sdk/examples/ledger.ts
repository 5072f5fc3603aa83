// Any function of any contract, by name and with typed arguments: simulate, send, read, decode a refusal.
import {
  contractCall,
  decodeRevert,
  delegate,
  execute,
  LedgerError,
  readContract,
  selectorsOf,
  send,
  sendTransaction,
  simulate,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { accountRegistryManagerAbi, platformManagerAbi } from '@connex/sdk/contracts'
import type { Address, RegistryId } from '@connex/sdk/protocol'

export async function ledger(
  client: Client,
  given: {
    registryManagerAddr: Address
    registryId: RegistryId
    spenderAddr: Address
    platformAddr: Address
  },
): Promise<void> {
  const { registryManagerAddr, platformAddr } = given
  const id = given.registryId as `0x${string}`
  const spender = given.spenderAddr as `0x${string}`
  const supply = await readContract(client, accountRegistryManagerAbi, registryManagerAddr, 'totalSupplyOf', [
    id,
  ])
  console.info(supply) // a bigint

  // One call by name; or several, all or none.
  const approve = (quantity: bigint) =>
    contractCall(accountRegistryManagerAbi, registryManagerAddr, 'approve', [id, spender, quantity])
  await execute(client, accountRegistryManagerAbi, registryManagerAddr, 'approve', [id, spender, 5n])
  await send(client, [approve(0n), approve(7n)], { onProgress: ({ step }) => console.info(step) })

  // Simulate first: a refusal is an error with a code and a sentence.
  const forbidden = contractCall(platformManagerAbi, platformAddr, 'setTenantName', [spender, 'Mine'])
  const transaction = await delegate(client, [forbidden])
  const refusal = await simulate(client, transaction).catch((error: unknown) => error)
  if (refusal instanceof LedgerError) {
    console.info(refusal.code, refusal.message)
    console.info(decodeRevert(refusal.revertData ?? '0x').code === refusal.code)
  }
  console.info(selectorsOf(accountRegistryManagerAbi, 'transfer').length) // 2: it has two forms

  // Sent by the wallet itself, not its tenant: ether for the platform's refunds.
  const fund = contractCall(platformManagerAbi, platformAddr, 'fund', [])
  await sendTransaction(client, { ...fund, value: 1n })
}
