import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseSignedTransaction, type Journal } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import { lockDirectory } from '../process/lockDirectory.ts'
import { makeDirectory, writeFileAtomic } from '../process/files.ts'

/** Long enough for a refund and a lost connection in another command's turn. */
const patienceMs = 180_000

/** The lock is between processes; within this one, turns queue here by folder. */
const turns = new Map<string, Promise<unknown>>()

/**
 * The journal of signed transactions that all commands of a user share, a folder for each wallet. Turns use a lock that
 * survives a killed process; a signed transaction is on disk before it is published.
 *
 * @example
 * const client = createClient({ baseUrl, journal: createFileJournal(join(stateDirectory(context), 'signed')) })
 */
export function createFileJournal(directory: string): Journal {
  const folderOf = (wallet: string): string => join(directory, wallet.replace(':', '-'))
  const fileOf = (wallet: string): string => join(folderOf(wallet), 'signed.json')
  return {
    inTurn(wallet, work) {
      const folder = folderOf(wallet)
      const result = (turns.get(folder) ?? Promise.resolve()).then(() => withLock(folder, work))
      turns.set(
        folder,
        result.catch(() => undefined),
      )
      return result
    },
    async read(wallet) {
      const text = readIfExists(fileOf(wallet))
      if (text === undefined) return []
      try {
        const stored: unknown = JSON.parse(text)
        if (Array.isArray(stored)) return stored.map(parseTransaction)
      } catch {
        // Reported below: signed transactions must not be ignored.
      }
      throw CliError.of('signedDamaged', fileOf(wallet))
    },
    async write(wallet, transactions) {
      makeDirectory(folderOf(wallet))
      if (transactions.length === 0) rmSync(fileOf(wallet), { force: true })
      else await writeFileAtomic(fileOf(wallet), JSON.stringify(transactions, undefined, 2), 0o600)
    },
  }
}

function parseTransaction(value: unknown) {
  const signed = parseSignedTransaction(value)
  if (signed === undefined) throw new TypeError('not a signed transaction')
  return signed
}

async function withLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockDirectory(folder, { patienceMs }).catch((error: unknown) => {
    throw error instanceof CliError && error.code === 'directoryLocked' ? CliError.of('walletBusy') : error
  })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
