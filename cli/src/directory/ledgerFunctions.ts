// The contracts' functions by their names and selectors.
import * as contracts from '@connex/contracts'
import { selectorsOf } from '@connex/sdk'

type Abi = Parameters<typeof selectorsOf>[0]

const abis = Object.entries(contracts).flatMap(([name, abi]) => (name.endsWith('Abi') ? [abi as Abi] : []))
const names = new Set(
  abis.flatMap((abi) => abi.flatMap((item) => (item.type === 'function' ? [item.name] : []))),
)

const functionNames = new Map<string, string>(
  [...names].flatMap((name) => selectorsNamed(name).map((selector) => [selector, name] as const)),
)

/** `functionNameOf('0x…')` → 'createDelivery' */
export const functionNameOf = (selector: string): string | undefined => functionNames.get(selector)

/** The selectors of a function's overloads in all contracts. */
export function selectorsNamed(name: string): string[] {
  return [...new Set(abis.flatMap((abi) => selectorsOf(abi, name)))]
}
