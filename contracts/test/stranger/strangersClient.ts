import { Contract, Interface, MaxUint256, Signature, ZeroAddress } from 'ethers'
import type { Provider, Wallet } from 'ethers'
import { dappControllerAbi, errorsAbi } from '../../generated/index.ts'

export type StrangersCall = { target: string; data: string }
export type Cosignature = { v: number; r: string; s: string }

/** A batch as EIP-712 has it; a stranger learns the domain from the controller itself (ERC-5267). */
const BATCH_TYPES = {
  Batch: [
    { name: 'calls', type: 'Call[]' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'sender', type: 'address' },
  ],
  Call: [
    { name: 'target', type: 'address' },
    { name: 'data', type: 'bytes' },
  ],
}

/** A batch that any entitled user may send at any time. */
const termsOf = (nonce: bigint) => ({ nonce, deadline: MaxUint256, sender: ZeroAddress })

// With the errors of every contract, since a controller passes on those of the dApp.
const controllerInterface = new Interface([
  ...dappControllerAbi.filter(({ type }) => type !== 'error'),
  ...errorsAbi,
])

const batchFunction = (controller: string, user: Wallet) =>
  new Contract(controller, controllerInterface, user).getFunction('delegateBatchWithMultisig')

/** Of a call through a controller. */
const LEGACY = { type: 0, gasLimit: 16_000_000n, gasPrice: 1n }

/** Sends a batch of calls through a tenant's controller, and waits until it is mined. */
export async function delegateAsStranger(
  user: Wallet,
  controller: string,
  calls: readonly StrangersCall[],
  cosignatures: readonly Cosignature[] = [],
  nonce = 0n,
): Promise<void> {
  const sent = await batchFunction(controller, user).send(calls, cosignatures, termsOf(nonce), LEGACY)
  await sent.wait()
}

/** Makes sure that no batch with this nonce is ever executed. */
export async function cancelAsStranger(
  user: Wallet,
  controller: string,
  nonce: bigint,
  selector: string,
): Promise<void> {
  const cancel = new Contract(controller, controllerInterface, user).getFunction('cancelNonce')
  const sent = await cancel.send(nonce, selector, LEGACY)
  await sent.wait()
}

/** Why the ledger refuses a batch, by the name of the typed error; undefined where it does not. */
export async function refusalToStranger(
  user: Wallet,
  controller: string,
  calls: readonly StrangersCall[],
  cosignatures: readonly Cosignature[] = [],
  nonce = 0n,
): Promise<string | undefined> {
  try {
    await batchFunction(controller, user).staticCall(calls, cosignatures, termsOf(nonce))
    return undefined
  } catch (error) {
    return (error as { revert?: { name: string } }).revert?.name ?? String(error)
  }
}

/** A co-signer's part: the typed data of the batch, signed with a nonce of the user's choice. */
export async function cosign(
  cosigner: Wallet,
  controller: string,
  calls: readonly StrangersCall[],
  nonce: bigint,
): Promise<Cosignature> {
  const { provider } = cosigner
  if (provider === null) throw new Error('a co-signer needs a provider')
  const domain = await domainOf(controller, provider)
  const text = await cosigner.signTypedData(domain, BATCH_TYPES, { calls, ...termsOf(nonce) })
  const { v, r, s } = Signature.from(text)
  return { v, r, s }
}

async function domainOf(controller: string, provider: Provider) {
  const read = new Contract(controller, controllerInterface, provider).getFunction('eip712Domain')
  const [, name, version, chainId, verifyingContract] = (await read.staticCall()) as [
    string,
    string,
    string,
    bigint,
    string,
  ]
  return { name, version, chainId, verifyingContract }
}
