import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { readableText } from '@connex/protocol'
import { CliError } from '../CliError.ts'

/** Where a program reads and writes. */
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
 * Results go to the output, everything else to the error stream: a program reads the one, a person both. What a person reads
 * may hold words of others: nothing in them moves the cursor or turns the direction of reading.
 */
export type Terminal = {
  /** Results as JSON, and no word more; nothing is asked. */
  readonly isJson: boolean
  /** Whether somebody is there who can answer. */
  readonly canAsk: boolean
  readonly print: (text: string) => void
  readonly printJson: (answer: unknown) => void
  /** One line for people; a program is spared it. */
  readonly note: (line: string) => void
  /** One line for whoever reads the error stream, program or not. */
  readonly warn: (line: string) => void
  /** A line that says how far long work is, on a terminal only; it leaves nothing behind. */
  readonly status: Status
  /** What is said next stands in a line of its own, below the '^C' that a terminal shows. */
  readonly breakLine: () => void
  /** A question to be answered with yes or no. */
  readonly confirm: (question: string, signal: AbortSignal) => Promise<boolean>
  /** A text that is not shown while it is typed. */
  readonly askSecret: (prompt: string, signal: AbortSignal) => Promise<string>
}

export function createTerminal({ input, output, error }: Streams, isJson: boolean): Terminal {
  const status = createStatus(error)
  const say = (line: string): void => {
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
      if (!isJson) say(line)
    },
    warn: say,
    status,
    breakLine: () => void (error.isTTY && input.isTTY && !input.isRaw && error.write('\n')),
    confirm: (question, signal) => confirm({ input, error }, readableText(question), signal),
    askSecret: (prompt, signal) => askSecret({ input, error }, prompt, signal),
  }
}

const eraseLine = '\r\u001b[K'

/** One line on a terminal that is written over again and again; nothing at all elsewhere. */
export function createStatus(stream: NodeJS.WriteStream): Status {
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

/** Asks for a password: nothing of what is typed is shown, its length neither. */
async function askSecret(
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

/** Quantities are bigint inside and decimal text in JSON, where a number would lose digits. */
const toJson = (answer: unknown): string =>
  JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
