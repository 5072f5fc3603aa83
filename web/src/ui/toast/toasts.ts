// Short messages. A small store outside React, so that work which continues after a dialog has closed, such as a signed
// transaction on its way into a block, can still report its end.

import type { ReactNode } from 'react'

export type Toast = {
  id: string
  tone: 'progress' | 'success' | 'danger'
  title: string
  text?: string | undefined
  /** Under the text, with words of its own for a picture. */
  figure?: ReactNode
  /** The code to report. */
  code?: string | undefined
  link?: { label: string; href: string } | undefined
  /** An action, which also dismisses the toast. */
  action?: { label: string; run: () => void } | undefined
  /** The progress of longer work: signed → published → in block n → indexed. */
  steps?: readonly { label: string; isDone: boolean }[] | undefined
}

/** Of the list of toasts. */
export const TOASTS_ID = 'toasts'

const PREFIX = 'toast-'

let toasts: readonly Toast[] = []
let count = 0
/** Toasts up to this one belong to sessions that have ended. */
let cleared = 0
const listeners = new Set<() => void>()

const change = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

export const readToasts = (): readonly Toast[] => toasts

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast, and returns its id for `updateToast`. */
export function showToast(toast: Omit<Toast, 'id'>): string {
  count += 1
  const id = PREFIX + count
  change([...toasts.slice(-3), { ...toast, id }])
  return id
}

export function updateToast(id: string, toast: Omit<Toast, 'id'>): void {
  if (Number(id.slice(PREFIX.length)) <= cleared) return
  const isShown = toasts.some((one) => one.id === id)
  change(
    isShown ? toasts.map((one) => (one.id === id ? { ...toast, id } : one)) : [...toasts, { ...toast, id }],
  )
}

export const dismissToast = (id: string): void => change(toasts.filter((one) => one.id !== id))

/** At the end of a session: no toast of it comes back. */
export function clearToasts(): void {
  cleared = count
  change([])
}
