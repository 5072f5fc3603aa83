import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ChainSize } from './schedule.ts'

export type ChainAnswers = { numCalls: Record<string, number>; numLogs: number }

export type ChainProcess = {
  url: string
  /** What it has answered so far. */
  answers: () => Promise<ChainAnswers>
  /** The newest block from now on. */
  reach: (head: number) => Promise<void>
  stop: () => void
}

/** The generated chain in a process of its own. `file`: the recordings. */
export async function startChain(file: string, size: ChainSize): Promise<ChainProcess> {
  const child = fork(join(import.meta.dirname, 'chainServer.ts'), [file, JSON.stringify(size)])
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const send = async (message: { head?: number }): Promise<ChainAnswers> => {
    const answered = once(child, 'message')
    child.send(message)
    return ((await answered) as [ChainAnswers])[0]
  }
  return {
    url,
    answers: () => send({}),
    async reach(head) {
      await send({ head })
    },
    stop: () => child.disconnect(),
  }
}
