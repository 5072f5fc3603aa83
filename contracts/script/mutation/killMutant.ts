import { mutate } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import type { Verdict } from './mutationRecord.ts'
import type { ScratchTree } from './scratchTree.ts'

/** The tests beside the mutant's area first, the random walks last: most mutants die early. */
const stagesFor = (file: string): string[][] => {
  const area = `test/${file.split('/')[1] ?? ''}/*`
  return [
    ['--match-path', area],
    ['--no-match-path', `{${area},test/invariants/*}`],
    ['--match-path', 'test/invariants/*'],
  ]
}

export const killMutant = (
  tree: ScratchTree,
  mutant: Mutant,
): Promise<Pick<Verdict, 'verdict' | 'killedBy'>> =>
  tree.spoiled(
    mutant.file,
    (text) => mutate(mutant, text),
    async () => {
      for (const stage of stagesFor(mutant.file)) {
        const run = await tree.test([...stage, '--fail-fast'])
        if (!run.compiled) return { verdict: 'stillborn' }
        const [killedBy] = run.failed
        if (killedBy !== undefined) return { verdict: 'killed', killedBy }
      }
      return { verdict: 'survived' }
    },
  )
