// In a browser, a worker keeps the key in memory; it is never stored. A vault in a service worker keeps it over a
// reload; where there are no service workers, the session ends with its page.
import {
  browserClock,
  createBrowserJournal,
  createClient,
  createWatch,
  createWorkerSigner,
  IDLE_MS,
  openVault,
} from '@connex/sdk'
import type { Client, VaultConnection } from '@connex/sdk'

export async function unlockInPage(baseUrl: string, file: File, password: string): Promise<Client> {
  const signer = createWorkerSigner(new Worker('/workers/signerWorker.js', { type: 'module' }))
  await signer.unlock(file, password, { chainId: 31337, onProgress: (done) => console.info(done) })
  // Locks after fifteen minutes of inactivity.
  const watch = createWatch(browserClock)
  watch.start(IDLE_MS.usual)
  document.addEventListener('pointerdown', () => watch.beat(true))
  setInterval(() => {
    if (watch.overdue() !== undefined) signer.lock()
  }, 10_000)
  return createClient({
    baseUrl,
    signer,
    journal: createBrowserJournal({ storage: localStorage, locks: navigator.locks }),
  })
}

export async function vaultOf(registration: ServiceWorkerRegistration): Promise<VaultConnection> {
  const vault = openVault(() => registration.active ?? undefined)
  vault.follow((news) => console.info(news))
  return vault
}
