import { rmSync, writeFileSync } from 'node:fs'
import { isRunning, parseStamp, type ProcessStamp, stampOf } from './ProcessStamp.ts'
import { readJson } from './readJson.ts'

export type ProcessRegister = {
  readonly note: (pid: number) => void
  /** Kills what still runs, each with all that it started. */
  readonly killAll: () => void
  readonly clear: () => void
}

/** Keeps on disk which processes were started, so that the next start finds those that a kill left behind. */
export function createProcessRegister(file: string): ProcessRegister {
  let stamps: ProcessStamp[] = []
  return {
    note(pid) {
      const stamp = stampOf(pid)
      if (stamp) stamps = [...stamps.filter(isRunning), stamp]
      try {
        writeFileSync(file, JSON.stringify(stamps))
      } catch {
        // On a full disk the sandbox runs on; only a leftover of a later kill would have to notice that by itself.
      }
    },
    killAll: () => stamps.forEach(killIfRunning),
    clear: () => rmSync(file, { force: true }),
  }
}

const usualPatienceMs = 5000

/**
 * Ends what an earlier run has left. They have noticed that their parent is gone and are stopping: they are
 * given the time for it.
 */
export async function endLeftovers(file: string, patienceMs = usualPatienceMs): Promise<void> {
  const noted = readJson(file)
  const stamps = (Array.isArray(noted) ? noted : []).flatMap((value) => parseStamp(value) ?? [])
  const deadline = performance.now() + patienceMs
  while (stamps.some(isRunning) && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  stamps.forEach(killIfRunning)
  rmSync(file, { force: true })
}

function killIfRunning(stamp: ProcessStamp): void {
  if (!isRunning(stamp)) return
  try {
    process.kill(process.platform === 'win32' ? stamp.pid : -stamp.pid, 'SIGKILL')
  } catch {
    // Gone in between.
  }
}
