import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readJson } from './files.ts'

export type ProcessList = {
  readonly note: (pid: number) => void
  /** Kills all that still run, with their process groups. */
  readonly killAll: () => void
  readonly clear: () => void
}

/** A list of started processes on disk, so that the next start finds those that a kill left behind. */
export function createProcessList(file: string): ProcessList {
  let stamps: ProcessStamp[] = []
  return {
    note(pid) {
      const stamp = stampOf(pid)
      if (stamp) stamps = [...stamps.filter(isRunning), stamp]
      try {
        writeFileSync(file, JSON.stringify(stamps))
      } catch {
        // On a full disk the sandbox continues; only the next start would not find leftovers.
      }
    },
    killAll: () => stamps.forEach(killIfRunning),
    clear: () => rmSync(file, { force: true }),
  }
}

const defaultPatienceMs = 5000

/** Ends the processes that an earlier run left behind. They stop without their parent, so wait before killing them. */
export async function endLeftovers(file: string, patienceMs = defaultPatienceMs): Promise<void> {
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
    // It has ended meanwhile.
  }
}

/** One particular process, for lock files: its id, and what distinguishes it from later processes with the same id. */
export type ProcessStamp = { readonly pid: number; readonly mark: string }

export function stampOf(pid: number): ProcessStamp | undefined {
  const mark = processIdentity(pid)
  return mark === undefined ? undefined : { pid, mark }
}

/** Whether that very process still runs. */
export function isRunning(stamp: ProcessStamp): boolean {
  return processIdentity(stamp.pid) === stamp.mark
}

/** Undefined for a malformed stamp, such as of a torn file. */
export function parseStamp(value: unknown): ProcessStamp | undefined {
  const { pid, mark } = (value ?? {}) as Partial<ProcessStamp>
  return typeof pid === 'number' && typeof mark === 'string' ? { pid, mark } : undefined
}

/**
 * Distinguishes a process from later ones with the same id, such as after a reboot: its start time, with the boot id where
 * the time counts from the boot. Undefined if no such process runs.
 */
function processIdentity(pid: number): string | undefined {
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
    // The second field, the program's name, may contain spaces and brackets: start after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTime] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${startTime}`
  } catch {
    return undefined
  }
}
