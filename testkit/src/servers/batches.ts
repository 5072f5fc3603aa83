// What a client does with a batch: its user signs it as EIP-712 typed data, and with enough signatures sends it to the ledger.
import { dappControllerAbi, platformManagerAbi } from '@connex/contracts'
import { controllerFor, workflowConfig } from '@connex/contracts/deploy'
import { Address, HexData, ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { TenantStrings, WorkflowBatch } from '@connex/protocol'
import { encodeFunctionData, parseSignature } from 'viem'
import type { Hex } from 'viem'
import type { TestUser } from './users.ts'
import type { TestLedger } from '../ledger/testLedger.ts'

const types = {
  Call: [
    { name: 'target', type: 'address' },
    { name: 'data', type: 'bytes' },
  ],
  Batch: [
    { name: 'calls', type: 'Call[]' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'sender', type: 'address' },
  ],
} as const

const termsOf = ({ nonce, deadline, sender }: WorkflowBatch) => ({
  nonce: BigInt(nonce),
  deadline: BigInt(deadline),
  sender: (sender ?? ZERO_ADDRESS) as Hex,
})
const callsOf = ({ calls }: WorkflowBatch) =>
  calls.map(({ target, data }) => ({ target: target as Hex, data: data as Hex }))

export async function signBatch(
  { account }: TestUser,
  batch: WorkflowBatch,
  chainId = 31337,
): Promise<HexData> {
  const signature = await account.signTypedData({
    domain: { name: 'ConneX', version: '1', chainId, verifyingContract: batch.controllerAddr as Hex },
    types,
    primaryType: 'Batch',
    message: { calls: callsOf(batch), ...termsOf(batch) },
  })
  return HexData.parse(signature)
}

/** A raw transaction of one of the users with the others' signatures, in the order given. */
export async function sendableBatch(
  { ledger, chainId }: Pick<TestLedger, 'ledger' | 'chainId'>,
  { account }: TestUser,
  batch: WorkflowBatch,
  signatures: readonly HexData[],
  { nonce }: { nonce?: number } = {},
): Promise<HexData> {
  const signed = signatures.map((text) => {
    const { r, s, v } = parseSignature(text as Hex)
    return { v: Number(v), r, s }
  })
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce:
      nonce ?? (await ledger.client.getTransactionCount({ address: account.address, blockTag: 'pending' })),
    gas: 16_000_000n,
    gasPrice: ledger.gasPrice,
    to: batch.controllerAddr as Hex,
    data: encodeFunctionData({
      abi: dappControllerAbi,
      functionName: 'delegateBatchWithMultisig',
      args: [callsOf(batch), signed, termsOf(batch)],
    }),
  })
  return HexData.parse(raw)
}

// The operator's transaction that brings an invited tenant to the ledger.

export type Onboarding = { tenant: TenantStrings; admin: Address; registrationReference: Hex }

type OneCall = { target: Hex; data: Hex }

/** A user's transaction through one of its tenant's controllers. */
export const signOneCall = (
  ledger: TestLedger,
  user: TestUser,
  controller: Hex,
  { target, data }: OneCall,
): Promise<HexData> =>
  sendableBatch(
    ledger,
    user,
    {
      controllerAddr: Address.parse(controller),
      calls: [{ target: Address.parse(target), data: HexData.parse(data) }],
      nonce: ZERO_BYTES32,
      deadline: 4_000_000_000,
      sender: null,
    },
    [],
  )

export function signOnboarding(
  ledger: TestLedger,
  operatorUser: TestUser,
  { tenant, admin, registrationReference }: Onboarding,
): Promise<HexData> {
  const { contracts, operator } = ledger.deployment
  const target = contracts.PlatformManager
  const { name, api: apiUrl, lei } = tenant
  const confirmer = operatorUser.account.address
  const args = [
    { name, apiUrl, lei, registrationReference, confirmer },
    admin as Hex,
    [{ dapp: target, config: workflowConfig('platform') }],
  ] as const
  const data = encodeFunctionData({ abi: platformManagerAbi, functionName: 'onboard', args })
  return signOneCall(ledger, operatorUser, controllerFor(operator.controllers, target), { target, data })
}
