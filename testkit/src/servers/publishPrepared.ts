// A prepared transaction as a program without the SDK ends it: its hash signed by a bare key, and published.
import type { CallBody, PreparedTransaction } from '@connex/protocol'
import { call, waitForIndex } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { until } from '../machine.ts'

type Prepared = Pick<PreparedTransaction, 'unsignedTransaction' | 'signingHash'>

/** Waits for its block, and for the server to index it. `await publishPrepared(client, key, prepared)` */
export async function publishPrepared(
  client: Client,
  key: `0x${string}`,
  { unsignedTransaction, signingHash }: Prepared,
  also: { invitationId?: string } = {},
): Promise<void> {
  const signature = await privateKeyToAccount(key).sign({ hash: signingHash as `0x${string}` })
  const body = { unsignedTransaction, signature, ...also } as CallBody<'publishSignature'>
  const { transactionHash } = await call(client, 'publishSignature', { body })
  const receipt = await until('the receipt', async () => {
    const request = { method: 'eth_getTransactionReceipt', params: [transactionHash] }
    const { result } = await call(client, 'rpc', { body: request })
    return (result ?? undefined) as { blockNumber: string; status: string } | undefined
  })
  if (receipt.status !== '0x1') throw new Error(`${transactionHash} was reverted`)
  await waitForIndex(client, Number(receipt.blockNumber))
}
