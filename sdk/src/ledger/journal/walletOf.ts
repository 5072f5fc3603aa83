import type { Client } from '../../createClient.ts'
import { ClientError } from '../../errors.ts'

/** The name under which a journal keeps a client's wallet: the same address on another ledger is another wallet. */
export function walletOf({ signer, connection }: Client): string {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  return `${connection.chainId}:${signer.address}`
}
