// What the wallet's transactions pay for gas: what the server was configured with, or what the caller wants.
import { DEFAULT_FEES, feeCap } from '@connex/protocol'
import type { Fees } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import type { FeesToSign } from '../signer/Signer.ts'
import type { SendOptions } from './transaction.ts'

/** A transaction's fields. `feesToSign({ type: 'legacy', gasPrice: '1' })` → { gasPrice: 1n } */
export function feesToSign(fees: Fees, gasPrice?: bigint): FeesToSign {
  if (gasPrice !== undefined) return { gasPrice }
  return fees.type === 'legacy'
    ? { gasPrice: BigInt(fees.gasPrice) }
    : {
        maxFeePerGas: BigInt(fees.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
      }
}

/** The most that a unit of gas costs this client, in wei. */
export const gasPriceOf = ({ connection }: Client, { gasPrice }: Pick<SendOptions, 'gasPrice'>): bigint =>
  gasPrice ?? feeCap(connection.fees ?? DEFAULT_FEES)
