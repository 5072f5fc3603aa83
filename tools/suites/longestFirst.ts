import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Files of half a minute and more, or their folders. Without an earlier run, Vitest would begin with those of the most bytes. */
const LONGEST = [
  'cli/src/ledger/startLedger.test.ts',
  'cli/src/sandbox/runSandbox.test.ts',
  'ledgers/suite/',
  'node/src/api/http/fuzz.test.ts',
  'node/src/api/preparing/prepareAct.test.ts',
  'node/src/indexer/',
  'node/src/main.test.ts',
  'node/src/setup.test.ts',
  'protocol/src/deals/dealSimulation.',
  'sdk/src/deals/substitutions.test.ts',
  'sdk/src/ledger/',
  'sdk/src/workflows/approvals.test.ts',
]

/** Lets a project's longest files begin, so that at its end no process is left alone with one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.includes(`/${path}`))
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (one, other) => rank(sorted, one) - rank(sorted, other) || Number(isLong(other)) - Number(isLong(one)),
    )
  }
}

/** Where its project begins in the list. */
const rank = (files: readonly TestSpecification[], { project }: TestSpecification): number =>
  files.findIndex((file) => file.project === project)
