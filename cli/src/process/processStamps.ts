import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readJson } from './files.ts'

export type ProcessList = {
  readonly note: (pid: number) => void
  /** Kills what still runs, each with all that it started. */
  readonly killAll: () => void
  readonly clear: () => void
}

/** Keeps on disk which processes were started, so that the next start finds those that a kill left behind. */
export function createProcessList(file: string): ProcessList {
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

/** One particular process, as it is written into lock files: its id and the mark of this life of the id. */
export type ProcessStamp = { readonly pid: number; readonly mark: string }

export function stampOf(pid: number): ProcessStamp | undefined {
  const mark = processIdentity(pid)
  return mark === undefined ? undefined : { pid, mark }
}

/** Whether exactly that process still runs. */
export function isRunning(stamp: ProcessStamp): boolean {
  return processIdentity(stamp.pid) === stamp.mark
}

/** Undefined for what is no stamp, such as a file that was torn. */
export function parseStamp(value: unknown): ProcessStamp | undefined {
  const { pid, mark } = (value ?? {}) as Partial<ProcessStamp>
  return typeof pid === 'number' && typeof mark === 'string' ? { pid, mark } : undefined
}

/**
 * What tells this life of a process id from a later one: its start time (and the boot, where the start time
 * counts from it). Undefined where no such process runs. A pid alone is not enough: after a reboot another
 * program may wear it.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') return linuxIdentity(pid)
  if (process.platform === 'win32') return 'running'
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return started === '' ? undefined : started
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name, may contain spaces and brackets: count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTime}`
  } catch {
    return undefined
  }
}
