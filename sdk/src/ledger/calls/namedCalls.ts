// What a transaction calls, by the names of the contracts' functions: for sentences about what signing it does.
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  instrumentManagerAbi,
  platformManagerAbi,
  privilegeManagerAbi,
  tenantAbi,
  upgradableAbi,
} from '@connex/contracts'
import { Address } from '@connex/protocol'
import { decodeFunctionData, toFunctionSelector } from 'viem/utils'
import type { Abi, AbiFunction } from 'viem'
import { hex } from '../scalars.ts'
import type { Transaction } from '../transaction.ts'

/** One call. */
export type NamedCall = {
  to: Address
  selector: string
  functionName: string
  /** By the names of the contract's parameters and of the fields of their structs; whole numbers as bigint. */
  args: Readonly<Record<string, unknown>>
}

const ABIS: readonly Abi[] = [
  platformManagerAbi,
  privilegeManagerAbi,
  tenantAbi,
  dappControllerAbi,
  instrumentManagerAbi,
  accountRegistryManagerAbi,
  entryRegistryManagerAbi,
  chainRegistryManagerAbi,
  deliveryManagerAbi,
  upgradableAbi,
]

const functions = new Map<string, AbiFunction>(
  ABIS.flatMap((abi) =>
    abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item] as const] : [])),
  ),
)

/** `functionNameOf('0x…')` → 'grantRevokeMultiple' */
export const functionNameOf = (selector: string): string | undefined => functions.get(selector)?.name

/**
 * The calls in a transaction, read from its bytes: those that the tenant makes through a controller, or that of the wallet itself.
 * Throws where no contract of the platform has such a function. Pure.
 *
 * @example
 * const [{ functionName, args }] = namedCalls({ to: controllerAddr, data })
 */
export function namedCalls({ to, data }: Pick<Transaction, 'to' | 'data'>): NamedCall[] {
  const outer = namedCall(to, data)
  if (outer.functionName !== 'delegateBatchWithMultisig') return [outer]
  const { calls } = outer.args as { calls: readonly { target: `0x${string}`; data: `0x${string}` }[] }
  return calls.map((one) => namedCall(Address.parse(one.target), one.data))
}

/** One call, read from its bytes; undefined where no contract of the platform has such a function. Pure. */
export function findNamedCall(to: Address, data: string): NamedCall | undefined {
  try {
    return namedCall(to, hex(data))
  } catch {
    return undefined
  }
}

function namedCall(to: Address, data: `0x${string}`): NamedCall {
  const selector = data.slice(0, 10)
  const item = functions.get(selector)
  if (item === undefined) throw new TypeError(`${selector} is not a function of the platform`)
  const { args = [] } = decodeFunctionData({ abi: [item] as Abi, data })
  const named = item.inputs.map(({ name = '' }, index) => [name, args[index]] as const)
  return { to, selector, functionName: item.name, args: Object.fromEntries(named) }
}
