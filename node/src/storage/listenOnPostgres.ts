import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 500

/**
 * Listens on a connection of its own and opens a new one when it breaks. After a break `onMessage` is called with an
 * empty payload, because something may have been missed.
 */
export async function listenOnPostgres(
  config: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(config)
    fresh.on('notification', (message) => onMessage(message.payload ?? ''))
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await fresh.end().catch(() => undefined)
      throw error
    }
    fresh.once('end', () => void reconnect())
    return fresh
  }

  async function reconnect(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RETRY_MS)
      const fresh = await connect().catch(() => undefined)
      if (fresh === undefined) continue
      client = fresh
      if (stopping.signal.aborted) await fresh.end()
      else onMessage('')
      return
    }
  }

  return async () => {
    stopping.abort()
    await client.end()
  }
}
