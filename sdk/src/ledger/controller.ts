// The tenant's controllers, through which it acts on the ledger.
import { dappControllerAbi } from '@connex/contracts'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { Address, DappType, Me } from '@connex/protocol'
import { encodeFunctionData } from 'viem/utils'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { currentMe, whoami } from '../session/session.ts'
import { hex } from './scalars.ts'
import type { BatchTerms, LedgerCall, LedgerSignature, Transaction } from './transaction.ts'

/** The dApp of a type that the tenant has a controller for, such as the delivery manager. */
export async function dappOf(client: Client, type: Exclude<DappType, 'registry'>): Promise<Address> {
  const { tenant } = await currentMe(client)
  const controller = tenant.dappControllers.find((one) => one.type === type)
  if (controller === undefined) throw new ClientError('noController', type)
  return controller.dappAddress
}

/** Later than any date. Short, because the ledger charges for each byte that is not zero. */
const NO_DEADLINE = 2n ** 40n - 1n

/**
 * The transaction by which the tenant's controller of the calls' dApp makes them, all or none.
 *
 * @example
 * await simulate(client, await delegate(client, [contractCall(abi, dappAddr, name, args)]))
 */
export async function delegate(
  client: Client,
  calls: readonly LedgerCall[],
  options: CallControl & { deadline?: bigint | undefined } = {},
): Promise<Transaction> {
  requireClient(client)
  const [first] = calls
  if (first === undefined || calls.some((one) => one.dappAddr !== first.dappAddr))
    throw new TypeError('a batch needs at least one call, all to one dApp')
  const data = batchData(
    calls.map(({ to, data }) => ({ target: hex(to), data })),
    [],
    // Without co-signers no nonce is used up.
    { nonce: 0n, deadline: options.deadline ?? NO_DEADLINE, sender: hex(ZERO_ADDRESS) },
  )
  return { to: await controllerOf(client, first.dappAddr, options), data }
}

/** A controller's input: the calls, the co-signatures in ascending order of their signers, and what they agreed to. */
export const batchData = (
  calls: readonly { target: `0x${string}`; data: `0x${string}` }[],
  signatures: readonly LedgerSignature[],
  terms: BatchTerms,
): `0x${string}` =>
  encodeFunctionData({
    abi: dappControllerAbi,
    functionName: 'delegateBatchWithMultisig',
    args: [calls, signatures, terms],
  })

/** An unknown controller may have been created since the last whoami. */
export async function controllerOf(
  client: Client,
  dappAddr: Address,
  { signal }: CallControl,
): Promise<Address> {
  const known = find(await currentMe(client), dappAddr)
  const found = known ?? find(await whoami(client, { signal }), dappAddr)
  if (found === undefined) throw new ClientError('noController', dappAddr)
  return found
}

/** The dApp that one of the tenant's controllers is for. */
export async function dappOfController(
  client: Client,
  controllerAddr: Address,
): Promise<Address | undefined> {
  const { tenant } = await currentMe(client)
  return tenant.dappControllers.find(({ address }) => address === controllerAddr)?.dappAddress
}

const find = (me: Me, dappAddr: Address): Address | undefined =>
  me.tenant.dappControllers.find((controller) => controller.dappAddress === dappAddr)?.address

/** A signature of 65 bytes as the ledger takes it. */
export const splitSignature = (signature: string): LedgerSignature => ({
  r: `0x${signature.slice(2, 66)}`,
  s: `0x${signature.slice(66, 130)}`,
  v: Number.parseInt(signature.slice(130, 132), 16),
})
