import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from '../CliError.ts'
import type { Streams } from './Streams.ts'

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
