import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readableText } from '@connex/protocol'
import { CliError } from '../CliError.ts'

/** The program's standard streams. */
export type Streams = {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
  readonly error: NodeJS.WriteStream
}

export type Status = {
  readonly show: (text: string) => void
  readonly clear: () => void
}

/**
 * Results go to the output, everything else to the error stream. Text may come from other tenants, so control characters
 * and direction marks in it are made harmless before people see it.
 */
export type Terminal = {
  /** Prints results as JSON and nothing else; no prompts. */
  readonly isJson: boolean
  /** Whether somebody can answer a prompt. */
  readonly canAsk: boolean
  readonly print: (text: string) => void
  readonly printJson: (answer: unknown) => void
  /** One line for people; nothing with --json. */
  readonly note: (line: string) => void
  /** One line on the error stream, with --json too. */
  readonly warn: (line: string) => void
  /** The progress of long work, on a terminal only. */
  readonly status: Status
  /** Starts a new line below the '^C' that a terminal shows. */
  readonly breakLine: () => void
  /** The program's input to its end, such as a file that another program writes; cut after `most` bytes. */
  readonly readInput: (most: number) => Promise<Buffer>
  /** A yes-or-no question. */
  readonly confirm: (question: string, signal: AbortSignal) => Promise<boolean>
  /** A text that is hidden while it is typed. */
  readonly askSecret: (prompt: string, signal: AbortSignal) => Promise<string>
}

export function createTerminal({ input, output, error }: Streams, isJson: boolean): Terminal {
  const status = createStatus(error)
  const printError = (line: string): void => {
    status.clear()
    error.write(`${readableText(line)}\n`)
  }
  const printOut = (text: string): void => {
    status.clear()
    output.write(text)
  }
  return {
    isJson,
    canAsk: input.isTTY && error.isTTY && !isJson,
    print: (text) => printOut(readableText(text.endsWith('\n') ? text : `${text}\n`)),
    printJson: (answer) => printOut(`${toJson(answer)}\n`),
    note: (line) => {
      if (!isJson) printError(line)
    },
    warn: printError,
    status,
    breakLine: () => void (error.isTTY && input.isTTY && !input.isRaw && error.write('\n')),
    readInput: (most) => readInput(input, most),
    confirm: (question, signal) => confirm({ input, error }, readableText(question), signal),
    askSecret: (prompt, signal) => askSecret({ input, error }, prompt, signal),
  }
}

async function readInput(input: Streams['input'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

const eraseLine = '\r\u001b[K'

/** One line on a terminal, overwritten in place; nothing elsewhere. */
function createStatus(stream: NodeJS.WriteStream): Status {
  let isShown = false
  return {
    show(text) {
      if (!stream.isTTY) return
      stream.write(`${eraseLine}${text}`)
      isShown = true
    },
    clear() {
      if (!isShown) return
      stream.write(eraseLine)
      isShown = false
    },
  }
}

/** Asks for a password. Neither the text nor its length is shown. */
async function askSecret(
  { input, error }: Pick<Streams, 'input' | 'error'>,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Turn the echo off before the prompt appears.
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

/** Asks for yes or no. Only a typed yes agrees. */
async function confirm(
  { input, error }: Pick<Streams, 'input' | 'error'>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = createInterface({ input, output: error })
  let isAnswered = false
  try {
    const answer = await new Promise<string | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      // In raw mode Ctrl-C arrives as input, not as a signal.
      asking.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      asking.once('close', () => resolve(undefined))
      asking.question(`${question} [y/N] `, resolve)
    })
    isAnswered = answer !== undefined
    return /^\s*y(es)?\s*$/i.test(answer ?? '')
  } finally {
    asking.close()
    // Without an answer the cursor is still behind the question.
    if (!isAnswered) error.write('\n')
  }
}

/** Quantities are bigint inside and decimal text in JSON, where a number would lose digits. */
const toJson = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
