import { expect, test } from './sandbox.ts'

export type Row = (ids: string, does: () => Promise<unknown>) => Promise<void>

/** Walks rows of the checklist to the last, and reports at the end all that do not hold. */
export async function runChecklistRows(walk: (row: Row) => Promise<void>): Promise<void> {
  const broken: string[] = []
  await walk((ids, does) =>
    test.step(ids, async () => {
      try {
        await does()
      } catch (error) {
        broken.push(`${ids}: ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`)
      }
    }),
  )
  expect(broken).toEqual([])
}

/** The status and the sentence with which a call is refused. */
export async function refusal(
  answer: Promise<unknown>,
): Promise<{ status: number | undefined; message: string }> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('it was not refused')
  const { status } = error as Error & { status?: number }
  return { status, message: error.message }
}
