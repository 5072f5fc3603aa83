import type { Abi, ContractFunctionName } from 'viem'
import { toFunctionSelector } from 'viem/utils'

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
