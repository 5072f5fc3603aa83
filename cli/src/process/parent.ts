import { CliError } from '../CliError.ts'
import type { CliErrorCode } from '../CliError.ts'

/** A message of a process to its parent, over its channel. */
export type ChildMessage =
  | { readonly ready: true }
  | { readonly progress: string }
  | { readonly failed: { readonly code: CliErrorCode; readonly sentence: string } }

export function sendToParent(message: ChildMessage): void {
  // Without a parent this process stops anyway.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** The message of a process that cannot continue. */
export function failureMessage(error: unknown): ChildMessage {
  const { code, message } =
    error instanceof CliError ? error : new CliError('processFailed', (error as Error).message)
  return { failed: { code, sentence: message } }
}

/**
 * Calls back when the npm that started this process is gone: a killed npm leaves its scripts running. Other launchers,
 * such as a shell after `command &`, may end without consequence.
 */
export function watchLauncher(onGone: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const launcher = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}
