// A form that was opened from elsewhere: its screen shows it as soon as the screen is there.
import { useSyncExternalStore } from 'react'
import type { TransferKind } from '@connex/protocol'

export type PendingForm =
  { form: 'transfer'; transferKind: TransferKind } | { form: 'MINT' | 'BURN'; custodianKey: string }

let pending: PendingForm | undefined
const listeners = new Set<() => void>()

const readPending = () => pending

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens a form, or with undefined closes it. `openForm({ form: 'transfer', transferKind: 'REPO' })` */
export function openForm(next: PendingForm | undefined): void {
  if (next === pending) return
  pending = next
  for (const listener of listeners) listener()
}

export const usePendingForm = (): PendingForm | undefined => useSyncExternalStore(subscribe, readPending)
