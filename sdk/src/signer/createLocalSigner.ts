import { batchDigest, canonicalRequestText, type Address } from '@connex/protocol'
import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfPrivateKey } from '../wallet/privateKey.ts'
import { WalletError } from '../wallet/WalletError.ts'
import { parseBatchToSign, parseRequestToSign, parseAddress, parseTransactionToSign } from './parseToSign.ts'
import type { Hex, Signer } from './Signer.ts'
import { SignerError } from './Signer.ts'
import { flatSignature, signRequestText, signTransaction } from './signatures.ts'

/**
 * A signer that holds its key in this process: for programs under Node, and inside the browser's worker. The key is
 * copied; wipe your own.
 *
 * @example
 * const signer = createLocalSigner(await unlockWallet(file, password), { chainId: 31337 })
 * await signer.signTransaction({ chainId: 31337, nonce: 0, gas: 16_000_000n, gasPrice: 1n, to, value: 0n, data })
 */
export function createLocalSigner(privateKey: Uint8Array | Hex, { chainId }: { chainId: number }): Signer {
  const key = typeof privateKey === 'string' ? keyBytes(privateKey) : privateKey.slice()
  const address = addressOfPrivateKey(key)
  let isLocked = false
  let contracts: ReadonlySet<Address> | undefined

  const unlocked = (): Uint8Array => {
    if (isLocked) throw new SignerError('walletNotInitialized')
    return key
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
      unlocked()
      return address
    },
    async signRequest(fields) {
      const request = parseRequestToSign(fields)
      checkChain(request.chainId)
      return signRequestText(canonicalRequestText(request), unlocked())
    },
    async signTransaction(fields) {
      const transaction = parseTransactionToSign(fields)
      checkChain(transaction.chainId)
      checkContract(transaction.to)
      return signTransaction(transaction, unlocked())
    },
    async signBatch(fields) {
      const { chainId: requested, ...batch } = parseBatchToSign(fields)
      checkChain(requested)
      checkContract(batch.controllerAddr)
      return flatSignature(batchDigest(requested, batch), unlocked())
    },
    async allowContracts(list) {
      unlocked()
      const requested = new Set(list.map((contract) => parseAddress(contract, 'contracts')))
      const isSame = contracts === undefined || sameSet(contracts, requested)
      if (!isSame) throw new SignerError('contractsAlreadySet')
      contracts = requested
    },
    lock() {
      isLocked = true
      key.fill(0)
    },
  }
}

function keyBytes(privateKey: Hex): Uint8Array {
  if (!/^0x[0-9a-f]{64}$/i.test(privateKey)) throw new WalletError('invalidPrivateKey')
  return hexToBytes(privateKey.slice(2))
}

const sameSet = (left: ReadonlySet<Address>, right: ReadonlySet<Address>): boolean =>
  left.size === right.size && [...left].every((contract) => right.has(contract))
