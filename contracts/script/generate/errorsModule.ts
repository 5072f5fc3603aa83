import { toFunctionSelector } from 'viem'
import type { Abi } from 'viem'
import { formatAbiItem } from 'viem/utils'
import type { Artifact } from './readArtifacts.ts'
import { constArray, constObject, HEADER } from './typescript.ts'

type AbiError = Extract<Abi[number], { type: 'error' }>

/** Every typed error that can come out of a call, whichever contract raised it. */
export function errorsModule(artifacts: readonly Artifact[]): string {
  const errors = new Map<string, AbiError>()
  for (const item of artifacts.flatMap(({ abi }) => abi))
    if (item.type === 'error') errors.set(formatAbiItem(item), item)
  const sorted = [...errors].sort(([left], [right]) => (left < right ? -1 : 1))
  return (
    HEADER +
    constArray(
      'errorsAbi',
      sorted.map(([, error]) => error),
    ) +
    '\n' +
    constObject(
      'errorSelectors',
      sorted.map(([signature]) => [toFunctionSelector(signature), signature]),
    )
  )
}
