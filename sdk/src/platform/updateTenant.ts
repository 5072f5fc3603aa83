import { tenantAbi } from '@connex/contracts'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { asciiWord } from '../ledger/asciiWord.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { currentMe } from './whoami.ts'

export type TenantChange = {
  /** Its server's address, or its legal entity identifier. The name is the operator's to change. */
  key: 'api' | 'lei'
  value: string
}

/**
 * Changes what the ledger says of the own tenant.
 *
 * @example
 * await updateTenant(client, { key: 'api', value: 'https://connex.alpenbank.example' })
 */
export async function updateTenant(
  client: Client,
  { key, value }: TenantChange,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [dappAddr, { tenant }] = await Promise.all([dappOf(client, 'platform'), currentMe(client)])
  const target = { dappAddr, to: tenant.address }
  return execute(client, tenantAbi, target, 'setString', [asciiWord(key), value], {
    ...options,
    publishBy: (rawTransaction) =>
      call(client, 'updateTenant', { body: { rawTransaction }, signal: options.signal }),
  })
}
