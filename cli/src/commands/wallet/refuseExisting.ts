import { lstatSync } from 'node:fs'
import { CliError } from '../../CliError.ts'

/** Said before a password is asked for; the writing itself refuses once more. */
export function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw CliError.of('fileExists', file)
}
