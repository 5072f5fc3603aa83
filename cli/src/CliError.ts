const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space left on the disk',
}

/** The operating system's code in English. `reasonOf('ENOENT', 'file')` → 'no such file' */
const reasonOf = (code: string, missing: 'file' | 'folder'): string =>
  code === 'ENOENT' ? `no such ${missing}` : (REASONS[code] ?? code)

/** The errors of the command line, one sentence each. The exit codes are in command/failure.ts. */
const sentences = {
  usage: (detail: string) => detail,
  interrupted: () => 'Stopped.',
  waitedForOther: (state: string) => `The transfer has ended in another state: ${state}.`,
  waitedTooLong: (state: string) =>
    `The transfer is not in this state yet. Its state: ${state}. Run the command again to keep waiting.`,
  stoppedSigned: (txHash: string) =>
    `Stopped. The transaction ${txHash} is signed and may still be executed: do not repeat the command. connex resume reports the outcome.`,
  stoppedInBlock: (txHash: string, block: string) =>
    `Stopped. The transaction ${txHash} executed in block ${block}; your server has not indexed it yet. Do not repeat the command.`,
  declined: () => 'Nothing was signed.',
  agreementMissing: () => 'No terminal to confirm on: pass --yes to sign, or --dry-run to simulate.',
  answerMissing: () => 'No terminal to confirm on: pass --yes to answer.',
  passwordMissing: (variable: string) =>
    `A password is required and there is no terminal to enter it: pass --password-file, or set ${variable}.`,
  passwordsDiffer: () => 'The two passwords differ. Try again.',
  passwordFileOpen: (file: string) =>
    `${file} is readable by other users of this machine. Restrict it first: chmod 600 ${file}`,
  keyFileRefused: (file: string, reason: string) => `${file} is not usable as a node key: ${reason}.`,
  passwordNotText: (file: string) => `${file} is not valid UTF-8 text.`,
  notInvestor: () =>
    "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator.",
  restricted: () =>
    'Restricted Access: your user lacks the privilege to handle positions. Your administrator can grant it.',
  unknownName: (what: string, text: string, help: string) => `There is no ${what} '${text}'. ${help}`,
  ambiguous: (text: string, keys: string) => `'${text}' is ambiguous: specify one of ${keys}.`,
  roleUnneeded: (role: string, dapp: string) =>
    `A tenant with the role '${role}' needs no privileges on ${dapp}. Without --dapp the privileges are a user's.`,
  privilegeUnneeded: (dapp: string, names: string, required: string) =>
    `${dapp} never requires ${names}: the grant would have no effect. It requires: ${required}.`,
  privilegeOfTenants: (names: string) =>
    `${names}: held by tenants on a dApp, not by users. Specify the tenant, and the dApp with --dapp.`,
  tenantUnchanged: (tenant: string, value: string) =>
    `${tenant} already has ${value}: there is nothing to change.`,
  alreadyBlacklisted: (account: string) => `${account} is on the blacklist already.`,
  notBlacklisted: (account: string) => `${account} is not on the blacklist. connex admin blacklist lists it.`,
  fourEyes: (count: string, names: string, way: string) =>
    `This action requires ${count} signatures (${names}). ${way} --propose to send it for approval, or ask your administrator to disable four-eyes.`,
  signaturesTooFew: (sentence: string) => `${sentence} Use --propose.`,
  instrumentUnknown: (custodian: string, text: string, help: string) =>
    `${custodian} keeps no registry of an instrument '${text}'.${help}`,
  accountUnknown: (account: string, custodian: string, own: string) =>
    `Your tenant has no account ${account} with ${custodian}. It has: ${own}.`,
  accountToName: (option: string, own: string) =>
    `Specify the account with ${option}. Your tenant has: ${own}.`,
  identifierWrong: (sentence: string) =>
    `${sentence}. Correct it, or pass --force to use it as it is: what is on the ledger stays there.`,
  invitationUnknown: () =>
    'No open invitation of this wallet has this token. Use the token at the server that sent it, with the wallet that was invited.',
  invitationUsed: (number: string, tenant: string, address: string) =>
    `Invitation ${number} is used up: ${tenant} is registered, at ${address}.`,
  invitedLeiWrong: (sentence: string, name: string) =>
    `${sentence}. Invite ${name} again, so that it enters the right one, or pass --force to register it with this one: what is on the ledger stays there.`,
  quantityWrong: (text: string, expected: string) => `The quantity ${expected}, not '${text}'.`,
  quantityTooLarge: (most: string) => `Maximum quantity is ${most}`,
  consentMissing: (holder: string, missing: string) =>
    `The terms allow a substitution only once ${holder} agrees, and it has not agreed to exchange ${missing}. Ask it with connex deal ask-substitution, and read its answer with connex deal messages.`,
  dealChanged: (change: string) =>
    `${change} Review it with connex deal show, then pass --accept-changes to confirm.`,
  detailsMissing: (other: string, unknown: string) =>
    `Your server has not received the private details of this transfer yet, so ${unknown}. Try again in a moment. If ${other} has given you the terms by other means, pass --without-details to confirm.`,
  detailsDiffer: (other: string) =>
    `The private details on your server do not match the ledger's fingerprint: do not rely on them. Ask ${other} for the terms by other means, then pass --without-details to confirm.`,
  detailsToPropose: (other: string) =>
    `A colleague approves by the private details, and your server has none that match the ledger. Try again in a moment; if they stay away, ask ${other} to send them again. --without-details does not replace them in a proposal.`,
  tooMuchGas: (needed: string) => `This transaction needs ${needed} gas; the limit is 16,000,000. Split it.`,
  otherKind: (command: string) =>
    `Holdings in this registry are held through custody chains: use ${command}.`,
  repurchaseTooEarly: () => 'The repurchase date must be after the purchase date.',
  rateWrong: (rate: string) => `The rate must be a decimal number such as 2.14, not '${rate}'.`,
  importUnreadable: (file: string, detail: string) => `${file} is not a usable CSV file: ${detail}.`,
  importInvalid: (file: string, count: string) =>
    `${count} ${count === '1' ? 'problem' : 'problems'} found in ${file}; nothing was imported.`,
  wordsNotShown: () =>
    'Recovery words are shown on a terminal only: run the command on one, without --json, or omit --words.',
  ledgerUnsuitable: (obstacles: string) => `Nothing was deployed. ${obstacles}`,
  deployerUnfunded: (obstacle: string) => `Nothing was deployed. ${obstacle}`,
  platformExists: (obstacle: string) =>
    `Nothing was deployed. ${obstacle} To check it, or to continue, pass as --out the file beside its record (.steps); to deploy another platform, pass --another.`,
  deploymentForeign: (reason: string, record: string) =>
    `Nothing was sent. ${reason} Repeat the recorded command to continue (${record}), or choose another --out for a new deployment.`,
  deploymentDamaged: (reason: string) => `Nothing was sent. ${reason}`,
  deploymentDisplaced: (reason: string, record: string) =>
    `This deployment cannot be completed. ${reason} Deploy again with another --out; ${record} has what was sent.`,
  deploymentRefused: (reason: string, record: string) =>
    `The deployment is not complete. ${reason}. Remove the cause and run the same command again: it continues from ${record}.`,
  deploymentWaiting: (reason: string) => `The deployment is not complete. ${reason}`,
  upgradeImpossible: (obstacles: string) => `Nothing was deployed. ${obstacles}`,
  upgradeNothing: () => 'No manager on the ledger is older than these contracts: there is nothing to deploy.',
  upgradeForeign: (reason: string, record: string) =>
    `Nothing was sent. ${reason} Repeat the recorded command to continue, or move ${record} away to deploy the code again.`,
  upgradeDisplaced: (reason: string, record: string) =>
    `The deployment of the code cannot be completed. ${reason} Move ${record} away and run the same command again; it has what was sent.`,
  upgradeNotDeployed: (file: string) => `${file} has no code to announce: run connex upgrade deploy first.`,
  upgradeUnannounced: (managers: string) => `No change is announced for: ${managers}.`,
  rollbackAsUpgrade: (manager: string) =>
    `The change announced for ${manager} is a rollback, which takes no migration: omit --migration.`,
  managersMissing: (managers: string, file: string) =>
    `The platform of your server has no ${managers} at the address in ${file}: it is the file of another deployment.`,
  fileForeign: (file: string, expected: string) => `${file} is not ${expected}.`,
  fileUnreadable: (file: string, code: string) => `${file} cannot be read: ${reasonOf(code, 'file')}.`,
  fileExists: (file: string) => `${file} already exists: choose another name.`,
  fileUnwritable: (file: string, code: string) => `${file} cannot be written: ${reasonOf(code, 'folder')}.`,
  notStored: () => 'Nothing was changed.',
  walletMissing: () =>
    'No wallet: pass --wallet or --signer, set CONNEX_WALLET or CONNEX_SIGNER, or run connex login.',
  deployerMissing: () => "The deployer's key is missing: pass --wallet or --signer.",
  keysExclude: (one: string, other: string) => `Use either ${one} or ${other}, not both.`,
  secretFileRefused: (variable: string, reason: string) => `${variable} is not usable: ${reason}.`,
  signerPassword: () =>
    "The signer's URL must have no user and no password: put them into the file of CONNEX_SIGNER_HEADERS_FILE, as 'Authorization: Basic …'.",
  walletBusy: () => 'Another command is still signing with this wallet: wait until it ends, then try again.',
  signedDamaged: (file: string) =>
    `${file}, the journal of signed transactions, is damaged. Its transactions may still execute: check them on the ledger, then move the file away.`,
  userNotActive: (status: string) => `Account not active. Account status: ${status}`,
  userLocked: (until: string) => `Account remains locked until ${until}`,
  otherTenant: (tenant: string, expected: string) => `The wallet belongs to ${tenant}, not to ${expected}.`,
  wrongNode: (version: string) =>
    `Node ${version} is too old: use Node 24 or later (npm start uses its own Node 26).`,
  portInUse: (port: string) =>
    `Port ${port} on 127.0.0.1 is already in use: stop the program that uses it, or choose another port with --port-north, --port-south or --ledger-port.`,
  portForbidden: (port: string) => `You are not allowed to listen on port ${port}: choose a port above 1023.`,
  directoryLocked: (directory: string, pid: string) =>
    `${directory} is already in use by process ${pid}: stop it first, or choose another directory with --data.`,
  directoryUnusable: (directory: string, detail: string) =>
    `Cannot write to ${directory} (${detail}): choose another directory with --data.`,
  diskFull: (directory: string) => `No space left on the disk of ${directory}.`,
  anvilMissing: (platform: string) =>
    `The ledger's engine (anvil) is not installed for ${platform}: run npm install @foundry-rs/anvil, with --global where connex is global.`,
  anvilFailed: (detail: string) => `The ledger's engine (anvil) does not start: ${detail}`,
  journalDamaged: (file: string, detail: string) =>
    `The ledger's journal ${file} is damaged (${detail}): restore it from a backup, or start from scratch with --reset.`,
  journalForeign: (file: string, actual: string, expected: string) =>
    `The ledger in ${file} has chain id ${actual}, not ${expected}: start it with chain id ${actual}, or start from scratch with --reset.`,
  processFailed: (name: string, detail: string) => `The ${name} stopped before it was ready: ${detail}`,
} as const

type Sentences = typeof sentences
export type CliErrorCode = keyof Sentences

/** One of several problems in a file. */
export type Fault = { readonly row: number; readonly column: string; readonly message: string }

export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode
  /** Each problem, where there are several. */
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
