import { checksSuite } from './checksSuite.ts'
import { client } from './client.ts'
import { proof } from './proof.ts'
import { deepSolidity, solidity } from './solidity.ts'
import { story } from './story.ts'
import type { Suite } from './Suite.ts'
import { unit } from './unit.ts'

/** What `npm test` runs: stage after stage, the suites of a stage side by side. The story has the machine alone. */
export const suites: readonly (readonly Suite[])[] = [[checksSuite], [solidity, client], [unit()], [story()]]

/** What `npm run test:deep` runs: the same things longer. Add here what is worth hours rather than minutes. */
export const deepSuites: readonly (readonly Suite[])[] = [
  [deepSolidity],
  [proof('long walks', 'contracts/script/longWalks.ts', 10_800)],
  [
    proof('seeded bugs', 'contracts/script/seedBugs.ts', 7200),
    proof('coverage', 'contracts/script/coverage.ts', 1800),
  ],
  [proof('mutants', 'contracts/script/mutate.ts', 7200)],
  [proof('arithmetic', 'contracts/script/smt.ts', 1800)],
  [unit('deep unit', 'deep', 21_600), client],
  [story('deep story', ['deep.spec'], 3600, 'deep')],
  [story('story ten times', ['--repeat-each=10'], 3600)],
]
