// A form that was asked for elsewhere: its screen opens it as soon as it is there.
import { useSyncExternalStore } from 'react'
import type { TransferKind } from '../../features/transfers/shared/transferSummary.ts'

export type AskedForm =
  { form: 'transfer'; transferKind: TransferKind } | { form: 'MINT' | 'BURN'; custodianKey: string }

let asked: AskedForm | undefined
const listeners = new Set<() => void>()

const readAsked = () => asked

function subscribeAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `askForm({ form: 'transfer', transferKind: 'REPO' })`, once its screen is shown; nothing when it is closed. */
export function askForm(next: AskedForm | undefined): void {
  if (next === asked) return
  asked = next
  for (const listener of listeners) listener()
}

export const useAskedForm = (): AskedForm | undefined => useSyncExternalStore(subscribeAsked, readAsked)
