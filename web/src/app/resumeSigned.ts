import type { Client } from '@connex/sdk'
import { fetchPart } from '../lib/fetchPart.ts'

/** Most sessions begin with nothing signed: what speaks to the ledger is then not fetched. */
export async function resumeSigned(client: Client, wallet: string, signal: AbortSignal): Promise<void> {
  const signed = await client.journal.read(wallet)
  if (signed.length === 0 || signal.aborted) return
  const { resume } = await fetchPart(() => import('./resume.ts'))
  await resume(client, signal)
}
