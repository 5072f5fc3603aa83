import type { Tally } from './Suite.ts'

/** More than this is no accident of a busy machine. */
const MOST = 5

/**
 * Gives a few failed tests one run of their own. What passes there is counted as passed, and told as unsteady: a fault of
 * the test or of the product that somebody has to look for, and no reason to stop everybody else's work.
 * `lookAgain(tally, ['a refused push waits'], run)`: `run` runs the files of these tests and nothing else.
 */
export async function lookAgain(
  tally: Tally,
  failed: readonly string[],
  run: () => Promise<Tally>,
): Promise<Tally> {
  // A failure that is not one of the tests named would be forgotten.
  if (failed.length === 0 || failed.length > MOST || tally.failed !== failed.length) return tally
  const again = await run()
  const output = `${tally.output.trim()}\n\nOnce more, alone:\n${again.output}`
  if (again.failed > 0) return { ...tally, output }
  return { ...tally, passed: tally.passed + tally.failed, failed: 0, output, unsteady: [...failed] }
}
