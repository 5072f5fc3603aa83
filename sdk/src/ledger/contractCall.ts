// Calls of a contract by name, typed by its ABI.
import type { Address } from '@connex/protocol'
import { encodeFunctionData, toFunctionSelector } from 'viem/utils'
import type { Abi, ContractFunctionArgs, ContractFunctionName } from 'viem'
import type { LedgerCall } from './transaction.ts'

export type CalledNames<Contract extends Abi> = ContractFunctionName<Contract, 'nonpayable' | 'payable'>

/** The dApp, or a dApp and what belongs to it, such as its privilege manager. */
export type Callee = Address | { dappAddr: Address; to: Address }

/**
 * One call of a contract by name, its arguments typed by the ABI, to be made by the tenant.
 *
 * @example
 * const call = contractCall(deliveryManagerAbi, deliveryManager, 'cancelDelivery', [deliveryId, legs, reasonFp])
 * await send(client, [call])
 */
export function contractCall<const Contract extends Abi, const Name extends CalledNames<Contract>>(
  abi: Contract,
  target: Callee,
  functionName: Name,
  args: ContractFunctionArgs<Contract, 'nonpayable' | 'payable', Name>,
): LedgerCall {
  const { dappAddr, to } = typeof target === 'string' ? { dappAddr: target, to: target } : target
  // Checked above by name; inside, any ABI will do.
  const plain: { abi: Abi; functionName: string; args: readonly unknown[] } = {
    abi,
    functionName,
    args: args as readonly unknown[],
  }
  return { dappAddr, to, data: encodeFunctionData(plain) }
}

/**
 * The four bytes by which a function is called, one for each form that it has. Pure.
 *
 * @example
 * selectorsOf(deliveryManagerAbi, 'createDelivery')
 */
export const selectorsOf = <const Contract extends Abi>(
  abi: Contract,
  name: ContractFunctionName<Contract>,
): `0x${string}`[] =>
  abi.flatMap((item) => (item.type === 'function' && item.name === name ? [toFunctionSelector(item)] : []))
