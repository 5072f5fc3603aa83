import type { Abi, AbiFunction, AbiParameter } from 'viem'
import type { LedgerCall, LedgerShape } from './ledgerNames.ts'

/** What an ABI calls by this name: several where it is overloaded. */
export const functionsNamed = (abi: Abi, name: string, takes?: string): AbiFunction[] =>
  abi
    .filter((item): item is AbiFunction => item.type === 'function' && item.name === name)
    .filter(({ inputs }) => takes === undefined || inputs.some((input) => input.name === takes))

/** A sentence for each name that the contracts do not have: none where all is there. */
export const missingCalls = (
  abis: ReadonlyMap<string, Abi>,
  { row, contracts, functions, takes }: LedgerCall,
): string[] =>
  contracts.flatMap((contract) =>
    functions
      .filter((name) => functionsNamed(abis.get(contract) ?? [], name, takes).length === 0)
      .map((name) => `${row} ${contract}.${name}${takes === undefined ? '' : ` with ${takes}`}`),
  )

export function missingFields(
  abis: ReadonlyMap<string, Abi>,
  { row, name, contract, functions, fields }: LedgerShape,
): string[] {
  const structs = functions
    .flatMap((one) => functionsNamed(abis.get(contract) ?? [], one))
    .flatMap(({ inputs, outputs }) => [...inputs, ...outputs].flatMap(structsIn))
  if (structs.some((struct) => fields.every((field) => struct.includes(field)))) return []
  const known = structs.flat()
  const lost = fields.filter((field) => !known.includes(field))
  return [
    `${row} ${contract}.${functions.join('/')}: ${name} with ${(lost.length > 0 ? lost : fields).join(', ')}`,
  ]
}

/** The field names of a parameter's struct, and of every struct within. */
function structsIn(parameter: AbiParameter): string[][] {
  if (!('components' in parameter)) return []
  return [parameter.components.map(({ name = '' }) => name), ...parameter.components.flatMap(structsIn)]
}
