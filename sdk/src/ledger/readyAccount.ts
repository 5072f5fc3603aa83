import { platformManagerAbi } from '@connex/contracts'
import { GAS_LIMIT, GAS_PRICE } from '@connex/protocol'
import type { CallAnswer } from '@connex/protocol'
import { encodeFunctionData } from 'viem/utils'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { currentMe } from '../platform/whoami.ts'
import { hex } from './hex.ts'
import { drop } from './journal/drop.ts'
import type { SendOptions } from './progress.ts'
import { readAccount } from './readAccount.ts'
import type { LedgerAccount } from './readAccount.ts'
import { signAndPublish } from './signAndPublish.ts'
import { waitForBlock } from './waitForBlock.ts'

/**
 * The wallet's account, with enough on it for a transaction: below the platform's threshold the platform manager
 * refunds it first, and the account is read again. The one call that a user makes directly, not through the tenant.
 */
export async function readyAccount(client: Client, options: SendOptions): Promise<LedgerAccount> {
  const [account, platform] = await Promise.all([
    readAccount(client, { signal: options.signal }),
    readPlatform(client, options.signal),
  ])
  if (account.balance >= BigInt(platform.refundThreshold)) return account
  // The refund is itself a transaction that has to be paid.
  if (account.balance < GAS_LIMIT * GAS_PRICE) throw new ClientError('notFunded')
  const { user, tenant } = await currentMe(client)
  const data = encodeFunctionData({
    abi: platformManagerAbi,
    functionName: 'refund',
    args: [hex(tenant.address), hex(user.userAddr)],
  })
  const transaction = { to: platform.address, data }
  const txHash = await signAndPublish(client, transaction, account.nonce, { signal: options.signal })
  await waitForBlock(client, transaction, txHash, options)
  await drop(client, txHash)
  options.onProgress?.({ step: 'refunded', txHash })
  return readAccount(client, { signal: options.signal })
}

const readPlatform = (client: Client, signal: AbortSignal | undefined): Promise<CallAnswer<'platform'>> =>
  call(client, 'platform', { signal }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new ClientError('refundThreshold', undefined, error)
  })
