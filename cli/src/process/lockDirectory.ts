import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../CliError.ts'
import { makeDirectory } from './files.ts'
import { isRunning, parseStamp, stampOf } from './processStamps.ts'

export type DirectoryLock = {
  /** Whether the last holder was killed, so that its processes may still run. */
  readonly isInherited: boolean
  /** Lets waiting processes wait longer: the lock will be released soon. */
  announceRelease(): void
  release(): void
}

/** Long enough for a stopping holder to announce its release. */
const defaultPatienceMs = 2000
const longPatienceMs = 30_000
const leaving = ' leaving'

/**
 * Locks a directory for this process. The lock is a file with the holder's pid and start time; the lock of a process that
 * no longer runs is taken over.
 *
 * @throws CliError `directoryLocked`, naming the holder
 */
export async function lockDirectory(
  directory: string,
  { patienceMs = defaultPatienceMs }: { patienceMs?: number } = {},
): Promise<DirectoryLock> {
  const lock = join(directory, 'lock')
  const mine = `${lock}.${process.pid}`
  const text = JSON.stringify(stampOf(process.pid))
  const since = performance.now()
  let isInherited = false
  prepare(directory, mine, text)
  try {
    // A link appears atomically with its content, and fails if the name exists.
    while (!tryLink(mine, lock)) {
      const held = read(lock)
      const holder = parseHolder(held)
      if (!holder) isInherited = removeStale(lock, held) || isInherited
      else {
        const patience = held.endsWith(leaving) ? Math.max(longPatienceMs, patienceMs) : patienceMs
        if (performance.now() - since > patience)
          throw CliError.of('directoryLocked', directory, String(holder.pid))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  } finally {
    rmSync(mine, { force: true })
  }
  const isMine = () => read(lock).startsWith(text)
  return {
    isInherited,
    announceRelease: () => isMine() && writeFileSync(lock, text + leaving),
    release: () => isMine() && rmSync(lock, { force: true }),
  }
}

function prepare(directory: string, file: string, text: string): void {
  try {
    makeDirectory(directory)
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

/** The process that holds the lock; undefined if it has ended or the file is malformed. */
function parseHolder(text: string): { pid: number } | undefined {
  try {
    const stamp = parseStamp(JSON.parse(text.replace(leaving, '')))
    return stamp && isRunning(stamp) ? stamp : undefined
  } catch {
    return undefined
  }
}

function removeStale(lock: string, text: string): boolean {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return false
  }
  // Another process may have replaced the stale lock meanwhile: put its lock back.
  if (read(aside) !== text) tryLink(aside, lock)
  rmSync(aside, { force: true })
  return true
}

function read(lock: string): string {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return ''
  }
}
