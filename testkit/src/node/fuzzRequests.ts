import { createRandom } from './seeded.ts'
import type { FuzzFixture } from './startFuzzWorld.ts'

/** Sends so many requests, made by the seed. What was wrong with the answers, and how many were answered with 200. */
export async function fuzzRequests(
  { fuzzer, restoreUsers: readmit }: FuzzFixture,
  count: number,
  seed: number,
) {
  const random = createRandom(seed)
  const wrong: string[] = []
  for (let index = 0; index < count; index++) {
    if (index % 50 === 0) await readmit()
    const sentence = await fuzzer.sendRandom(random)
    if (sentence !== undefined) wrong.push(sentence)
  }
  return { wrong, served: fuzzer.statuses.get(200) ?? 0 }
}
