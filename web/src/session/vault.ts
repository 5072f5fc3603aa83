// The vault of this browser: one for all tabs, in a service worker's memory. The key never comes near this page.
import { openVault, type VaultDoor } from '@connex/sdk'
import { withTimeout } from '../lib/importWithRetry.ts'
import { findVaultWorker, registerVaultWorker } from './trustedScripts.ts'

/** A browser that answers later is taken for one that has no vault. */
const READY_MS = 5_000

let registration: ServiceWorkerRegistration | undefined

const vault = openVault(() => registration?.active ?? undefined)

/** Whether this browser can keep a session across a reload. Private windows and http addresses may not. */
export const canKeepSession = (): boolean => window.isSecureContext && 'serviceWorker' in navigator

/** The vault, if one was started before; it may be empty. */
export async function findVault(): Promise<VaultDoor | undefined> {
  if (!canKeepSession()) return undefined
  registration = await withTimeout(READY_MS, findVaultWorker()).catch(() => undefined)
  return registration?.active == null ? undefined : vault
}

/** The vault, started and up to date; undefined where the browser refuses one. */
export async function startVault(): Promise<VaultDoor | undefined> {
  if (!canKeepSession()) return undefined
  try {
    registration = await withTimeout(READY_MS, registerVaultWorker())
    await becomesActive(registration)
    return registration.active === null ? undefined : vault
  } catch {
    return undefined
  }
}

/** A version that is being installed takes over at once, and would take the key of the one before with it. */
async function becomesActive({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const next = installing ?? waiting
  if (next === null) return
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (next.state === 'activated' || next.state === 'redundant') resolve()
    }
    next.addEventListener('statechange', look)
    setTimeout(resolve, READY_MS)
    look()
  })
}
