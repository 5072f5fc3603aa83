import { createInterface } from 'node:readline'
import type { Streams } from './Streams.ts'

/** Yes or no, and no without an answer: only a typed yes agrees. */
export async function confirm(
  { input, error }: Pick<Streams, 'input' | 'error'>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = createInterface({ input, output: error })
  let isAnswered = false
  try {
    const answer = await new Promise<string | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      // A terminal in raw mode gives Ctrl-C to whoever reads it.
      asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      asking.once('close', () => resolve(undefined))
      asking.question(`${question} [y/N] `, resolve)
    })
    isAnswered = answer !== undefined
    return /^\s*y(es)?\s*$/i.test(answer ?? '')
  } finally {
    asking.close()
    // Whatever is said next does not stand behind the question.
    if (!isAnswered) error.write('\n')
  }
}
