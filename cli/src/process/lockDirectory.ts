import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../CliError.ts'
import { isRunning, parseStamp, stampOf } from './ProcessStamp.ts'

/**
 * Takes a directory for this process alone and returns what gives it back. The lock is a file with the
 * holder's pid and start time; one whose holder no longer runs is stale and is taken over.
 *
 * @throws CliError `directoryLocked`, naming the holder
 */
export function lockDirectory(directory: string): () => void {
  const lock = join(directory, 'lock')
  const mine = `${lock}.${process.pid}`
  const text = JSON.stringify(stampOf(process.pid))
  prepare(directory, mine, text)
  try {
    // A link appears at once and with its content, and fails where the name exists.
    while (!tryLink(mine, lock)) removeStale(directory, lock)
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (readLock(lock) === text) rmSync(lock, { force: true })
  }
}

function prepare(directory: string, file: string, text: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    writeFileSync(file, text)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw CliError.of('diskFull', directory)
    throw CliError.of('directoryUnusable', directory, code)
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeStale(directory: string, lock: string): void {
  const text = readLock(lock)
  if (text === undefined) return
  const holder = parseStamp(text)
  if (holder && isRunning(holder)) throw CliError.of('directoryLocked', directory, String(holder.pid))
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  // Somebody else may have replaced the stale lock in between: then it is theirs, and goes back.
  if (readLock(aside) !== text) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}
