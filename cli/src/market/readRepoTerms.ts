import { RepoTerms } from '@connex/protocol'
import { CliError } from '../CliError.ts'

type Given = {
  readonly purchaseDate: string
  readonly repurchaseDate: string | undefined
  readonly purchasePrice: string
  readonly rate: string
  readonly dayCount: 'ACT/360' | 'ACT/365'
}

/** The terms of a repo as the parties keep them. */
export function readRepoTerms(given: Given): RepoTerms {
  const { purchaseDate, repurchaseDate, purchasePrice, rate, dayCount } = given
  if (repurchaseDate !== undefined && repurchaseDate < purchaseDate) throw CliError.of('repurchaseTooEarly')
  const closing = repurchaseDate === undefined ? {} : { repurchaseDate }
  const read = RepoTerms.safeParse({ purchaseDate, purchasePrice, rate, dayCount, ...closing })
  if (!read.success) throw CliError.of('rateWrong', rate)
  return read.data
}
