// What another server offers, by its own word: found out before anything is sent that an older one would refuse.
import { offeredFeatures, offeredVersions } from '@connex/protocol'
import type { Feature } from '@connex/protocol'
import { createPeerFetch } from './peerFetch.ts'

export type PeerOffer = { versions: number[]; features: Feature[] }

/** Whoever waits for it has 30 seconds for everything. */
const TIMEOUT_MS = 5_000

/** Undefined where it does not answer soon. A server of version 5 answers 404. `await findPeerOffer(config, 'https://…')` */
export async function findPeerOffer(
  config: Parameters<typeof createPeerFetch>[0],
  url: string,
): Promise<PeerOffer | undefined> {
  const fetch = createPeerFetch(config)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${url.replace(/\/$/, '')}/api/introspection`, { signal })
    if (response.status === 404) return { versions: [5], features: [] }
    if (!response.ok) return undefined
    const body: unknown = await response.json()
    return { versions: offeredVersions(body), features: offeredFeatures(body) }
  } catch {
    return undefined
  }
}
