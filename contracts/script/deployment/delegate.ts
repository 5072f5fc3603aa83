import { encodeFunctionData, maxUint256 } from 'viem'
import type { Address, Hex, LocalAccount, TransactionReceipt } from 'viem'
import { dappControllerAbi } from '../../generated/dappControllerAbi.ts'
import type { Ledger } from './ledger.ts'
import { send } from './send.ts'

export type DelegatedCall = { target: Address; data: Hex }

/** Lets a user's tenant make calls through one of its controllers, all or none; one signature, no deadline. */
export const delegate = (
  ledger: Ledger,
  user: LocalAccount,
  step: string,
  controller: Address,
  calls: readonly DelegatedCall[],
): Promise<TransactionReceipt> =>
  send(ledger, user, step, {
    to: controller,
    data: encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [calls, [], maxUint256],
    }),
  })
