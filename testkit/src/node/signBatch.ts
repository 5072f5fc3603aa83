// What a client does with a batch: its user signs it as EIP-712 typed data, and with enough signatures sends it to the ledger.
import { dappControllerAbi } from '@connex/contracts'
import { HexData } from '@connex/protocol'
import type { WorkflowBatch } from '@connex/protocol'
import { encodeFunctionData, parseSignature } from 'viem'
import type { Hex } from 'viem'
import type { TestLedger } from './startTestLedger.ts'
import type { TestUser } from './newUser.ts'

const types = {
  Call: [
    { name: 'target', type: 'address' },
    { name: 'data', type: 'bytes' },
  ],
  Batch: [
    { name: 'calls', type: 'Call[]' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const callsOf = ({ calls }: WorkflowBatch) =>
  calls.map(({ target, data }) => ({ target: target as Hex, data: data as Hex }))

export async function signBatch(
  { account }: TestUser,
  batch: WorkflowBatch,
  chainId = 31337,
): Promise<HexData> {
  const { controllerAddr, tenantNonce, deadline } = batch
  const signature = await account.signTypedData({
    domain: { name: 'ConneX', version: '1', chainId, verifyingContract: controllerAddr as Hex },
    types,
    primaryType: 'Batch',
    message: { calls: callsOf(batch), nonce: BigInt(tenantNonce), deadline: BigInt(deadline) },
  })
  return HexData.parse(signature)
}

/** A raw transaction of one of the users with the others' signatures, in the order given. */
export async function sendableBatch(
  { ledger, chainId }: Pick<TestLedger, 'ledger' | 'chainId'>,
  { account }: TestUser,
  batch: WorkflowBatch,
  signatures: readonly HexData[],
): Promise<HexData> {
  const signed = signatures.map((text) => {
    const { r, s, v } = parseSignature(text as Hex)
    return { v: Number(v), r, s }
  })
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce: await ledger.client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    gas: 16_000_000n,
    gasPrice: ledger.gasPrice,
    to: batch.controllerAddr as Hex,
    data: encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [callsOf(batch), signed, BigInt(batch.deadline)],
    }),
  })
  return HexData.parse(raw)
}
