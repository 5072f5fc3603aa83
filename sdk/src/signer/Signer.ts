import type { Address, SignedFields } from '@connex/protocol'
import { CLIENT_ERRORS, ConnexError } from '../errors.ts'

export type Hex = `0x${string}`

/** What a request's signature covers. The signer builds the text itself: it never signs a digest that it is handed. */
export type RequestToSign = SignedFields

/** What a unit of gas costs, in wei: a price, or at most `maxFeePerGas` with the tip in it (EIP-1559). */
export type FeesToSign =
  { readonly gasPrice: bigint } | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/**
 * A ledger transaction with its chain id inside the signature: a legacy one (EIP-155) where it has a gas price, otherwise
 * one of EIP-1559. `to` is null to create a contract.
 */
export type TransactionToSign = FeesToSign & {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
}

/** What a co-signer signs (EIP-712): a batch of one of the tenant's controllers. */
export type BatchToSign = {
  readonly chainId: number
  readonly controllerAddr: Address
  readonly calls: readonly { readonly target: Address; readonly data: Hex }[]
  /** 32 random bytes. */
  readonly nonce: Hex
  /** Unix seconds. */
  readonly deadline: number
  /** The user who is to send it; null for any entitled one. */
  readonly sender: Address | null
}

/**
 * The port behind which a key lies: in the process (createLocalSigner) or in a worker (createWorkerSigner). Nothing
 * comes out but signatures of well-formed requests and transactions, for one chain.
 */
export interface Signer {
  /** Throws 'The ConneX Wallet has to be initialized' before the wallet is unlocked, and after it is locked. */
  readonly address: Address
  /** The EIP-191 signature of the request's canonical text: 65 bytes, low s, v 27 or 28. */
  signRequest(fields: RequestToSign): Promise<Hex>
  /** The raw transaction, ready to be published. */
  signTransaction(transaction: TransactionToSign): Promise<Hex>
  /** The EIP-712 signature of the batch: 65 bytes, low s, v 27 or 28. Where contracts are listed, theirs alone. */
  signBatch(batch: BatchToSign): Promise<Hex>
  /** From now on transactions go to these contracts alone. Once set, the list can be set again to the same only. */
  allowContracts(contracts: readonly Address[]): Promise<void>
  /** Wipes the key. */
  lock(): void
}

/** Why a signer refuses, with the sentence that a user may read (spec §8). */
export const SIGNER_ERRORS = {
  walletNotInitialized: CLIENT_ERRORS.walletNotInitialized,
  busy: 'The wallet is already being unlocked.',
  malformed: 'The wallet does not sign this.',
  foreignChain: 'This is for another chain than the wallet was unlocked for.',
  foreignContract: 'This is for a contract that the wallet does not know.',
  contractsAlreadySet: 'The list of contracts is already set.',
  workerFailed: 'The wallet stopped working. Unlock it again.',
  unlockTimeout: 'Unlocking took too long.',
} as const

export type SignerErrorCode = keyof typeof SIGNER_ERRORS

/**
 * What a signer throws.
 *
 * @example
 * if (error instanceof SignerError && error.code === 'walletNotInitialized') goToLogin()
 */
export class SignerError extends ConnexError {
  override readonly name = 'SignerError'
  declare readonly code: SignerErrorCode

  constructor(code: SignerErrorCode, detail?: string, cause?: unknown) {
    super(code, SIGNER_ERRORS[code], detail, cause)
  }
}
