// The package's entry point.
export { CliError } from './CliError.ts'
export type { CliErrorCode } from './CliError.ts'
export { startLedger } from './ledger/startLedger.ts'
export type { RunningLedger, StartLedgerOptions } from './ledger/startLedger.ts'
export type { SandboxDescription } from './sandbox/SandboxDescription.ts'
