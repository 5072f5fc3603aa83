// The vault of this browser: one for all tabs, in the memory of a service worker. The key never reaches this page.
import { openVault, type VaultConnection } from '@connex/sdk'
import { withTimeout } from '../lib/importWithRetry.ts'
import { findVaultWorker, registerVaultWorker } from './trustedScripts.ts'

/** A browser that takes longer is treated as one without a vault. */
const READY_MS = 5_000

let registration: ServiceWorkerRegistration | undefined

const vault = openVault(() => registration?.active ?? undefined)

/** Whether a session can survive a reload in this browser. Private windows and http addresses may not allow it. */
export const canKeepSession = (): boolean => window.isSecureContext && 'serviceWorker' in navigator

/** The vault, if this browser has started it before; it may be empty. */
export async function findVault(): Promise<VaultConnection | undefined> {
  if (!canKeepSession()) return undefined
  registration = await withTimeout(READY_MS, findVaultWorker()).catch(() => undefined)
  return registration?.active == null ? undefined : vault
}

/** The vault, started and up to date; undefined if the browser refuses one. */
export async function startVault(): Promise<VaultConnection | undefined> {
  if (!canKeepSession()) return undefined
  try {
    registration = await withTimeout(READY_MS, registerVaultWorker())
    await untilActive(registration)
    return registration.active === null ? undefined : vault
  } catch {
    return undefined
  }
}

/** A version that is being installed replaces the active one at once, and the key in it would be lost. */
async function untilActive({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const next = installing ?? waiting
  if (next === null) return
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (next.state === 'activated' || next.state === 'redundant') resolve()
    }
    next.addEventListener('statechange', check)
    setTimeout(resolve, READY_MS)
    check()
  })
}
