// A form that was asked for elsewhere: its screen opens it as soon as it is there.
import { useSyncExternalStore } from 'react'
import type { TransferKind } from '../../features/transfers/shared/transferSummary.ts'

export type PendingForm =
  { form: 'transfer'; transferKind: TransferKind } | { form: 'MINT' | 'BURN'; custodianKey: string }

let pending: PendingForm | undefined
const listeners = new Set<() => void>()

const readPending = () => pending

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `askForm({ form: 'transfer', transferKind: 'REPO' })`, once its screen is shown; nothing when it is closed. */
export function openForm(next: PendingForm | undefined): void {
  if (next === pending) return
  pending = next
  for (const listener of listeners) listener()
}

export const usePendingForm = (): PendingForm | undefined => useSyncExternalStore(subscribe, readPending)
