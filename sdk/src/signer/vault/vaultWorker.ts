// The script of the service worker in whose memory the key lies; see serveVault.ts. Its own response needs no source at
// all in its policy: it fetches nothing, and runs nothing but itself.
import { serveVault, type VaultScope } from './serveVault.ts'

type Activation = {
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listen: () => void): void
}

const scope = globalThis as unknown as VaultScope & Activation

// A new version takes over at once, and the old one's key is gone with it.
scope.addEventListener('install', () => void scope.skipWaiting())
serveVault(scope)
