import { type CliErrorCode, CliError } from '../CliError.ts'

/** What a process of ours tells the one that started it. A process that says nothing is asked by its URL. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly sentence: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly code: CliErrorCode; readonly sentence: string }

export function tellParent(message: ChildMessage): void {
  // A parent that is gone needs no telling; its death stops this process anyway.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** The last words of a process that cannot go on. */
export function failed(error: unknown): ChildMessage {
  if (error instanceof CliError) return { kind: 'failed', code: error.code, sentence: error.message }
  const detail = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', code: 'processFailed', sentence: detail }
}
