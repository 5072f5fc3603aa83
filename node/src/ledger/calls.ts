// Decodes the calls of a transaction to a dApp controller, and encodes the one that the server itself makes.
import {
  accountRegistryManagerAbi,
  chainRegistryManagerAbi,
  dappControllerAbi,
  deliveryManagerAbi,
  entryRegistryManagerAbi,
  instrumentManagerAbi,
  platformManagerAbi,
  tenantAbi,
} from '@connex/contracts'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { WorkflowAction, WorkflowBatch } from '@connex/protocol'
import {
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  numberToHex,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import type { Abi, DecodeFunctionDataReturnType } from 'viem'

export type DecodedBatch = {
  calls: { target: string; data: string }[]
  terms: { nonce: bigint; deadline: bigint; sender: string }
  /** 65 bytes each, in the transaction's order. */
  signatures: string[]
}

/** Undefined if it is something else. */
export function decodeBatch(data: string): DecodedBatch | undefined {
  try {
    const decoded = decodeFunctionData({ abi: dappControllerAbi, data: data as `0x${string}` })
    if (decoded.functionName !== 'delegateBatchWithMultisig') return undefined
    const [calls, signatures, { nonce, deadline, sender }] = decoded.args
    return {
      calls: calls.map((call) => ({ target: call.target.toLowerCase(), data: call.data.toLowerCase() })),
      terms: { nonce, deadline, sender: sender.toLowerCase() },
      signatures: signatures.map(({ v, r, s }) =>
        concatHex([r, s, numberToHex(v, { size: 1 })]).toLowerCase(),
      ),
    }
  } catch {
    return undefined
  }
}

/** Whether it is the same batch, whoever has signed it. */
export const isSameBatch = (
  { calls, terms }: Pick<DecodedBatch, 'calls' | 'terms'>,
  batch: WorkflowBatch,
): boolean =>
  terms.nonce === BigInt(batch.nonce) &&
  terms.deadline === BigInt(batch.deadline) &&
  terms.sender === (batch.sender ?? ZERO_ADDRESS) &&
  calls.length === batch.calls.length &&
  calls.every(({ target, data }, index) => {
    const expected = batch.calls[index]
    return target === expected?.target && data === expected.data
  })

type Decoded<abi extends Abi> = DecodeFunctionDataReturnType<abi>

/** A call to the platform manager or to the tenant; both undefined for any other. */
export type TenantCall = {
  onPlatform: Decoded<typeof platformManagerAbi> | undefined
  onTenant: Decoded<typeof tenantAbi> | undefined
}

type Known = { platformManager: string; tenant: string }

export const decodeTenantCall = (
  { target, data }: { target: string; data: string },
  { platformManager, tenant }: Known,
): TenantCall => ({
  onPlatform: target === platformManager ? decode(platformManagerAbi, data) : undefined,
  onTenant: target === tenant ? decode(tenantAbi, data) : undefined,
})

const API_KEY = stringToHex('api', { size: 32 })

/** The new address of the tenant's server; undefined if the call does not change it. */
export const newApiAddress = ({ onTenant }: TenantCall): string | undefined =>
  onTenant?.functionName === 'setString' && onTenant.args[0] === API_KEY ? onTenant.args[1] : undefined

/** The call by which a platform manager names its operator's tenant. */
export const ASK_OPERATOR_TENANT = encodeFunctionData({
  abi: platformManagerAbi,
  functionName: 'operatorTenant',
})

function decode<const abi extends Abi>(abi: abi, data: string): Decoded<abi> | undefined {
  try {
    return decodeFunctionData<abi>({ abi, data: data as `0x${string}` })
  } catch {
    return undefined
  }
}

/** The functions of actions that have several, or one with another name. */
const FUNCTIONS: { readonly [Action in WorkflowAction]?: readonly string[] } = {
  confirmDelivery: ['confirmDelivery', 'confirmAsSender', 'confirmAsReceiver', 'confirmAsCoordinator'],
  deregister: ['unregisterAsIssuer', 'unregisterAsRegistrar'],
  forcedTransfer: ['forcedTransfer', 'forcedReorg'],
}

const functions = [
  ...deliveryManagerAbi,
  ...instrumentManagerAbi,
  ...accountRegistryManagerAbi,
  ...chainRegistryManagerAbi,
  ...entryRegistryManagerAbi,
].filter((item) => item.type === 'function')

const namesBySelector = new Map(functions.map((item) => [toFunctionSelector(item), item.name]))

/** Whether a call fits the action; any call fits a `batchTransaction`. `fitsAction('confirmDelivery', data)` */
export function fitsAction(action: WorkflowAction, data: string): boolean {
  if (action === 'batchTransaction') return true
  const name = namesBySelector.get(data.slice(0, 10) as `0x${string}`)
  return name !== undefined && (FUNCTIONS[action] ?? [action]).includes(name)
}
