/**
 * What can stop the command line, each as one clear sentence for the person in front of it. No stack is shown;
 * command/exitCodes.ts says what the program ends with.
 */
const sentences = {
  usage: (detail: string) => detail,
  interrupted: () => 'Stopped.',
  stoppedSigned: (txHash: string) =>
    `Stopped. The transaction ${txHash} is signed already and goes its way: do not repeat the command; connex resume tells what became of it.`,
  stoppedInBlock: (txHash: string, block: string) =>
    `Stopped. The transaction ${txHash} is done, in block ${block}; only your server has not read it yet.`,
  declined: () => 'Nothing was done.',
  agreementMissing: () => 'Nobody can be asked whether to sign: say --yes, or --dry-run to try it only.',
  passwordMissing: (variable: string) =>
    `A password is needed and nobody can be asked: use --password-file, or set ${variable}.`,
  passwordsDiffer: () => 'The two passwords are not the same: try again.',
  passwordFileOpen: (file: string) =>
    `${file} can be read by other users of this machine, so its password is not used: chmod 600 ${file}`,
  passwordNotText: (file: string) => `What is in ${file} is no text in UTF-8.`,
  notInvestor: () =>
    "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.",
  restricted: () =>
    'Restricted Access: your user lacks the privilege to handle positions. Your administrator can grant it.',
  unknownName: (what: string, text: string, help: string) => `There is no ${what} '${text}'. ${help}`,
  ambiguous: (text: string, keys: string) => `'${text}' may be several: name one of ${keys}.`,
  fourEyes: (count: string, names: string) =>
    `Your tenant asks for ${count} signatures for this (${names}). It must be disabled before you can go on: ask your tenant's administrator.`,
  instrumentUnknown: (custodian: string, text: string, help: string) =>
    `${custodian} keeps no register of an instrument '${text}'.${help}`,
  accountUnknown: (account: string, custodian: string, own: string) =>
    `Your tenant has no account ${account} with ${custodian}. It has: ${own}.`,
  accountToName: (option: string, own: string) =>
    `Say which account with ${option}. Your tenant has: ${own}.`,
  quantityWrong: (text: string, expected: string) => `The quantity ${expected}, not '${text}'.`,
  quantityTooLarge: (most: string) => `Maximum quantity is ${most}`,
  tooMuchGas: (asked: string) =>
    `One ledger transaction takes at most 16,000,000 gas, and this would need ${asked}: split it.`,
  otherKind: (command: string) => `What this register keeps is held over custody chains: use ${command}.`,
  repurchaseTooEarly: () => 'The repurchase date must not be before the purchase date.',
  rateWrong: (rate: string) => `The rate is a decimal number such as 2.14, not '${rate}'.`,
  importUnreadable: (file: string, detail: string) => `${file} is no table of transfers: ${detail}.`,
  importInvalid: (file: string, count: string) =>
    `${file} was not imported: ${count} things have to be put right first. Nothing was signed.`,
  wordsNotShown: () =>
    'The recovery words are shown on a terminal only, and there is none: leave --words or --json out.',
  fileUnreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  fileExists: (file: string) => `${file} is there already and is not overwritten: choose another name.`,
  fileUnwritable: (file: string, code: string) => `${file} cannot be written (${code}).`,
  walletMissing: () =>
    'No wallet file was named: use --wallet, set CONNEX_WALLET, or log in with connex login.',
  walletBusy: () =>
    'Another command is signing with this wallet and does not end: wait for it, then try again.',
  signedDamaged: (file: string) =>
    `${file}, which keeps what was signed, is damaged: look at it, then move it away.`,
  userNotActive: (status: string) => `Account not active. Account status: ${status}`,
  userLocked: (until: string) => `Account remains locked until ${until}`,
  otherTenant: (tenant: string, asked: string) => `The wallet acts for ${tenant}, not for ${asked}.`,
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

/** One of several things that are wrong with a file. */
export type Fault = { readonly row: number; readonly column: string; readonly message: string }

export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode
  /** What exactly is wrong, where it is more than one thing. */
  readonly faults: readonly Fault[] | undefined

  constructor(code: CliErrorCode, message: string, faults?: readonly Fault[]) {
    super(message)
    this.code = code
    this.faults = faults
  }

  /** `CliError.listing('importInvalid', faults, 'transfers.csv', '2')` */
  static listing<Code extends CliErrorCode>(
    code: Code,
    faults: readonly Fault[],
    ...details: Parameters<Sentences[Code]>
  ): CliError {
    return new CliError(code, CliError.of(code, ...details).message, faults)
  }

  /** `CliError.of('portInUse', '8545')` */
  static of<Code extends CliErrorCode>(code: Code, ...details: Parameters<Sentences[Code]>): CliError {
    const sentence: (...details: string[]) => string = sentences[code]
    return new CliError(code, sentence(...details))
  }
}
