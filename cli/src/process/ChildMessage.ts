import { type CliErrorCode, CliError } from '../CliError.ts'

/** What a process tells the one that started it, over its channel. */
export type ChildMessage =
  | { readonly ready: true }
  | { readonly progress: string }
  | { readonly failed: { readonly code: CliErrorCode; readonly sentence: string } }

export function tellParent(message: ChildMessage): void {
  // A parent that is gone needs no telling; its death stops this process anyway.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** The last words of a process that cannot go on. */
export function failureMessage(error: unknown): ChildMessage {
  const { code, message } =
    error instanceof CliError ? error : new CliError('processFailed', (error as Error).message)
  return { failed: { code, sentence: message } }
}
