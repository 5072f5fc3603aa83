import { CliError } from '../CliError.ts'
import type { CliErrorCode } from '../CliError.ts'

/** What a process tells the one that started it, over its channel. */
export type ChildMessage =
  | { readonly ready: true }
  | { readonly progress: string }
  | { readonly failed: { readonly code: CliErrorCode; readonly sentence: string } }

export function sendToParent(message: ChildMessage): void {
  // A parent that is gone needs no telling; its death stops this process anyway.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** The last words of a process that cannot go on. */
export function failureMessage(error: unknown): ChildMessage {
  const { code, message } =
    error instanceof CliError ? error : new CliError('processFailed', (error as Error).message)
  return { failed: { code, sentence: message } }
}

/**
 * Calls back when npm, which started this process, is gone. A killed npm leaves its scripts running; a shell
 * that ends after `command &` means no such thing, so that only npm is watched.
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
