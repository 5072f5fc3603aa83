// Runs a function of the SDK as far as its transaction: nothing is stored or sent.
import { BlockNumber, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import { delegate } from '@connex/sdk/preparing'
import type { Client, DataToStore, LedgerCall, SendOptions, Transaction } from '@connex/sdk/preparing'
import { ApiError } from '../../common/errors.ts'

export type PlannedAct = {
  transaction: Transaction
  /** The tenant's; none of a transaction of the wallet itself. */
  calls: readonly LedgerCall[]
  /** What goes to the tenant's own server first. */
  data: readonly DataToStore[]
  /** Of the SDK's function. */
  result: object
}

const NOT_SENT = { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(0) }

/** `planAct(client, deadline, (options) => suspendRegistry(client, parameters, options))` */
export async function planAct(
  client: Client,
  deadline: number | undefined,
  act: (options: SendOptions) => Promise<object>,
): Promise<PlannedAct> {
  const data: DataToStore[] = []
  const until = deadline === undefined ? {} : { deadline: BigInt(deadline) }
  let transaction: Transaction | undefined
  let calls: readonly LedgerCall[] = []
  const result = await act({
    dryRun: 'only',
    storeDataBy: (one) => {
      data.push(one)
      return Promise.resolve()
    },
    sendBy: async (given) => {
      calls = given
      transaction = await delegate(client, calls, until)
      return NOT_SENT
    },
    // The wallet's own transactions are not the tenant's calls.
    onProgress: (progress) => {
      if (progress.step === 'simulated') ({ transaction } = progress)
    },
  })
  if (transaction === undefined) throw new ApiError('unforeseen')
  return { transaction, calls, data, result }
}
