// What a co-signer signs: EIP-712 over the controller on its chain, the calls, the nonce, the deadline and the sender
// (contracts/src/access/Eip712.sol).
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ZERO_ADDRESS } from '../scalars.ts'

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const bytesOf = (hex: string): Uint8Array => hexToBytes(hex.slice(2))
const word = (value: bigint | number): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'))
const addressWord = (address: string): Uint8Array => hexToBytes(address.slice(2).padStart(64, '0'))

const CALL = 'Call(address target,bytes data)'
const CALL_TYPE = hashText(CALL)
const BATCH_TYPE = hashText(`Batch(Call[] calls,uint256 nonce,uint256 deadline,address sender)${CALL}`)
const DOMAIN_TYPE = hashText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)
const NAME = hashText('ConneX')
const VERSION = hashText('1')

/** What is signed, as a workflow holds it, in lower-case hex. */
export type SignedBatch = {
  readonly controllerAddr: string
  readonly calls: readonly { readonly target: string; readonly data: string }[]
  readonly nonce: string
  readonly deadline: number
  /** Null for any entitled user. */
  readonly sender: string | null
}

/** The 32 bytes under a co-signer's signature. `batchDigest(31337, { controllerAddr, nonce, deadline, sender, calls })` */
export const batchDigest = (chainId: number, batch: SignedBatch): Uint8Array =>
  keccak_256(batchPreimage(chainId, batch))

/** What `batchDigest` is the hash of, for a key that hashes itself: 0x1901, the domain and the message, 66 bytes. */
export function batchPreimage(chainId: number, batch: SignedBatch): Uint8Array {
  const { controllerAddr, nonce, deadline, sender, calls } = batch
  const domain = keccak_256(
    concatBytes(DOMAIN_TYPE, NAME, VERSION, word(chainId), addressWord(controllerAddr)),
  )
  const hashes = calls.map(({ target, data }) =>
    keccak_256(concatBytes(CALL_TYPE, addressWord(target), keccak_256(bytesOf(data)))),
  )
  const message = keccak_256(
    concatBytes(
      BATCH_TYPE,
      keccak_256(concatBytes(...hashes)),
      bytesOf(nonce),
      word(deadline),
      addressWord(sender ?? ZERO_ADDRESS),
    ),
  )
  return concatBytes(Uint8Array.of(0x19, 0x01), domain, message)
}
