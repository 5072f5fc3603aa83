/**
 * What can stop the command line, each as one clear sentence for the person in front of it. `main.ts` prints
 * the sentence and exits 1; no stack is shown.
 */
const sentences = {
  usage: (detail: string) => detail,
  wrongNode: (version: string) =>
    `Node ${version} is too old: use Node 24 or later (npm start brings its own Node 26).`,
  portInUse: (port: string) =>
    `Port ${port} on 127.0.0.1 is already in use: stop the program that holds it, or choose another port (see --help).`,
  portForbidden: (port: string) => `This user may not listen on port ${port}: choose a port above 1023.`,
  directoryLocked: (directory: string, pid: string) =>
    `${directory} is already in use by process ${pid}: stop that one first, or choose another directory with --data.`,
  directoryUnusable: (directory: string, detail: string) =>
    `${directory} cannot be written to (${detail}): choose another directory with --data.`,
  diskFull: (directory: string) => `There is no space left on the disk that holds ${directory}.`,
  anvilMissing: (platform: string) =>
    `The ledger's engine (anvil) is not installed for ${platform}: run npm install, optional dependencies included.`,
  anvilFailed: (detail: string) => `The ledger's engine (anvil) does not start: ${detail}`,
  journalDamaged: (file: string, detail: string) =>
    `The ledger's journal ${file} is damaged (${detail}): restore it from a copy, or begin anew with --reset.`,
  journalForeign: (file: string, kept: string, asked: string) =>
    `The ledger in ${file} has chain id ${kept}, not ${asked}: start it with that chain id, or begin anew with --reset.`,
  processFailed: (name: string, detail: string) => `The ${name} stopped before it was ready: ${detail}`,
} as const

type Sentences = typeof sentences
export type CliErrorCode = keyof Sentences

export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** `CliError.of('portInUse', '8545')` */
  static of<Code extends CliErrorCode>(code: Code, ...details: Parameters<Sentences[Code]>): CliError {
    const sentence: (...details: string[]) => string = sentences[code]
    return new CliError(code, sentence(...details))
  }
}
