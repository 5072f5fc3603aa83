import { toFunctionSignature } from 'viem'
import type { Artifact } from './readArtifacts.ts'

/** Every function of which the contracts say neither what it does nor what it answers, and who has it. */
export function undocumented(artifacts: readonly Artifact[]): string[] {
  // A public variable takes no @return from its interface, but there it stands.
  const isInterface = (name: string): boolean => /^I[A-Z]/.test(name)
  const documents = (holder: string, signature: string): boolean =>
    artifacts.some(
      ({ name, documentation: { notices, returns } }) =>
        (name === holder || (isInterface(name) && !isInterface(holder))) &&
        (notices[signature]?.notice ?? returns[signature]?.returns) !== undefined,
    )
  const silent = artifacts.flatMap(({ name, abi }) =>
    abi
      .filter((item) => item.type === 'function')
      .map(toFunctionSignature)
      .filter((signature) => !documents(name, signature))
      .map((signature) => ({ name, signature })),
  )
  return [...Map.groupBy(silent, ({ signature }) => signature)].map(
    ([signature, holders]) => `${signature} of ${holders.map(({ name }) => name).join(', ')}`,
  )
}
