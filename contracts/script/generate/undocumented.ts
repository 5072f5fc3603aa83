import { toFunctionSignature } from 'viem'
import type { Artifact } from './readArtifacts.ts'

/** Every function of which the contracts say neither what it does nor what it answers, and who has it. */
export function undocumented(artifacts: readonly Artifact[]): string[] {
  const silent = artifacts.flatMap(({ name, abi, documentation: { notices, returns } }) =>
    abi
      .filter((item) => item.type === 'function')
      .map(toFunctionSignature)
      .filter(
        (signature) => notices[signature]?.notice === undefined && returns[signature]?.returns === undefined,
      )
      .map((signature) => ({ name, signature })),
  )
  return [...Map.groupBy(silent, ({ signature }) => signature)].map(
    ([signature, holders]) => `${signature} of ${holders.map(({ name }) => name).join(', ')}`,
  )
}
