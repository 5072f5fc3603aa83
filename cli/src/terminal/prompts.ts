import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from '../CliError.ts'
import type { Streams } from './Terminal.ts'

/** Asks for a password: nothing of what is typed is shown, its length neither. */
export async function askSecret(
  { input, error }: Pick<Streams, 'input' | 'error'>,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The terminal stops showing what is typed before anybody is asked to type.
  const asking = createInterface({ input, output: nowhere, terminal: true })
  error.write(prompt)
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      asking.once('close', () => reject(CliError.of('interrupted')))
      asking.once('line', resolve)
    })
  } finally {
    asking.close()
    error.write('\n')
  }
}

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
