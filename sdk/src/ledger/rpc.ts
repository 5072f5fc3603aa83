import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/** One read-only ledger method, through the own server: the provider behind every look at contract state. */
export async function rpc(
  client: Client,
  method: string,
  params: unknown[],
  control: CallControl = {},
): Promise<unknown> {
  return (await call(client, 'rpc', { ...control, body: { method, params } })).result
}
