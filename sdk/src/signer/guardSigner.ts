import { batchPreimage, canonicalRequestText, type Address } from '@connex/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { parseBatchToSign, parseRequestToSign, parseAddress, parseTransactionToSign } from './parseToSign.ts'
import type { Signer } from './Signer.ts'
import { SignerError } from './Signer.ts'
import { flatSignature, personalMessage, unsignedTransaction } from './signatures.ts'
import type { DigestSignature } from './signatures.ts'

/** A key, wherever it lies: it signs digests that were made here. */
export type SigningKey = {
  readonly address: Address
  /** Signs the digest, which is the keccak-256 of the preimage. */
  readonly sign: (digest: Uint8Array, preimage: Uint8Array) => DigestSignature | Promise<DigestSignature>
  /** Forgets the key. */
  readonly wipe: () => void
}

/**
 * The port around a key, the same for each: it checks what it signs, makes the bytes itself, and signs for one chain, for the
 * contracts allowed, and until it is locked.
 */
export function guardSigner(key: SigningKey, { chainId }: { chainId: number }): Signer {
  let isLocked = false
  let contracts: ReadonlySet<Address> | undefined

  const checkUnlocked = (): void => {
    if (isLocked) throw new SignerError('walletNotInitialized')
  }
  const sign = async (preimage: Uint8Array): Promise<DigestSignature> => {
    checkUnlocked()
    return key.sign(keccak_256(preimage), preimage)
  }
  const checkChain = (requested: number): void => {
    if (requested !== chainId)
      throw new SignerError('foreignChain', `Requested for ${requested}, unlocked for ${chainId}.`)
  }
  const checkContract = (to: Address | null): void => {
    if (contracts === undefined || (to !== null && contracts.has(to))) return
    throw new SignerError('foreignContract', to ?? 'a new contract')
  }

  return {
    get address() {
      checkUnlocked()
      return key.address
    },
    async signRequest(fields) {
      const request = parseRequestToSign(fields)
      checkChain(request.chainId)
      return flatSignature(await sign(personalMessage(canonicalRequestText(request))))
    },
    async signTransaction(fields) {
      const transaction = parseTransactionToSign(fields)
      checkChain(transaction.chainId)
      checkContract(transaction.to)
      const { preimage, withSignature } = unsignedTransaction(transaction)
      return withSignature(await sign(preimage))
    },
    async signBatch(fields) {
      const { chainId: requested, ...batch } = parseBatchToSign(fields)
      checkChain(requested)
      checkContract(batch.controllerAddr)
      return flatSignature(await sign(batchPreimage(requested, batch)))
    },
    async allowContracts(list) {
      checkUnlocked()
      const requested = new Set(list.map((contract) => parseAddress(contract, 'contracts')))
      const isSame = contracts === undefined || sameSet(contracts, requested)
      if (!isSame) throw new SignerError('contractsAlreadySet')
      contracts = requested
    },
    lock() {
      isLocked = true
      key.wipe()
    },
  }
}

const sameSet = (left: ReadonlySet<Address>, right: ReadonlySet<Address>): boolean =>
  left.size === right.size && [...left].every((contract) => right.has(contract))
