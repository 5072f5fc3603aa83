import { processMark } from './processMark.ts'

/** One particular process, as it is written into lock files: its id and the mark of this life of the id. */
export type ProcessStamp = { readonly pid: number; readonly mark: string }

export function stampOf(pid: number): ProcessStamp | undefined {
  const mark = processMark(pid)
  return mark === undefined ? undefined : { pid, mark }
}

/** Whether exactly that process still runs. */
export function isRunning(stamp: ProcessStamp): boolean {
  return processMark(stamp.pid) === stamp.mark
}

/** Undefined for what is no stamp, such as a file that was torn. */
export function parseStamp(value: unknown): ProcessStamp | undefined {
  const { pid, mark } = (value ?? {}) as Partial<ProcessStamp>
  return typeof pid === 'number' && typeof mark === 'string' ? { pid, mark } : undefined
}
