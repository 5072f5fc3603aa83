import { setTimeout as pause } from 'node:timers/promises'
import { call, createClient, discoverVersion } from '@connex/sdk'
import type { Where } from './openDesks.ts'

const LONGEST_MS = 60_000
const EVERY_MS = 50

/** Until every server has read the ledger up to a block: before that it knows neither tenants nor users. */
export async function waitForServers({ serverUrls, chainId }: Where, block: number): Promise<void> {
  const deadline = Date.now() + LONGEST_MS
  await Promise.all(
    Object.values(serverUrls).map(async (baseUrl) => {
      while ((await indexedBlock(baseUrl, chainId)) < block) {
        if (Date.now() > deadline) throw new Error(`${baseUrl} does not read the ledger; its log says why`)
        await pause(EVERY_MS)
      }
    }),
  )
}

/** A server that does not answer may be starting again: it is asked once more. */
async function indexedBlock(baseUrl: string, chainId: number): Promise<number> {
  try {
    const client = createClient({ baseUrl, chainId })
    await discoverVersion(client)
    return (await call(client, 'health')).indexedBlock ?? -1
  } catch {
    return -1
  }
}
