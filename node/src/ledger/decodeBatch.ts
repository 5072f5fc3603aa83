// What a transaction to a dApp controller lets its tenant do.
import { dappControllerAbi } from '@connex/contracts'
import type { WorkflowBatch } from '@connex/protocol'
import { concatHex, decodeFunctionData, numberToHex } from 'viem'

export type DecodedBatch = {
  calls: { target: string; data: string }[]
  deadline: bigint
  /** 65 bytes each, in the order given. */
  signatures: string[]
}

/** Undefined where it is something else. */
export function decodeBatch(data: string): DecodedBatch | undefined {
  try {
    const decoded = decodeFunctionData({ abi: dappControllerAbi, data: data as `0x${string}` })
    if (decoded.functionName !== 'delegateBatchWithMultisig') return undefined
    const [calls, signatures, deadline] = decoded.args
    return {
      calls: calls.map((call) => ({ target: call.target.toLowerCase(), data: call.data.toLowerCase() })),
      deadline,
      signatures: signatures.map(({ v, r, s }) =>
        concatHex([r, s, numberToHex(v, { size: 1 })]).toLowerCase(),
      ),
    }
  } catch {
    return undefined
  }
}

/** Whether it is the very batch, whoever signed it. */
export const isSameBatch = (
  { calls, deadline }: Pick<DecodedBatch, 'calls' | 'deadline'>,
  batch: WorkflowBatch,
): boolean =>
  deadline === BigInt(batch.deadline) &&
  calls.length === batch.calls.length &&
  calls.every(({ target, data }, index) => {
    const wanted = batch.calls[index]
    return target === wanted?.target && data === wanted.data
  })
