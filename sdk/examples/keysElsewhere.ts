// Keys that no program holds: a KMS or an HSM that signs digests, and a Web3Signer.
import {
  createClient,
  createDigestSigner,
  createRemoteSigner,
  discoverVersion,
  openSession,
} from '@connex/sdk'
import type { Client, Signer } from '@connex/sdk'
import type { Address } from '@connex/sdk/protocol'

/** As AWS KMS signs: `(input) => kms.send(new SignCommand(input))`, with a key of the type ECC_SECG_P256K1. */
type SignWithKms = (input: {
  KeyId: string
  Message: Uint8Array
  MessageType: 'DIGEST'
  SigningAlgorithm: 'ECDSA_SHA_256'
}) => Promise<{ Signature?: Uint8Array }>

export function kmsSigner(sign: SignWithKms, KeyId: string, address: Address): Signer {
  return createDigestSigner({
    address,
    chainId: 31337,
    // The digest is signed as it is, whatever the algorithm's name says of its hash. The answer is DER.
    async signDigest(Message) {
      const input = { KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' } as const
      const { Signature } = await sign(input)
      if (Signature === undefined) throw new Error('KMS returned no signature')
      return Signature
    },
  })
}

/** The token is read for each request, because it expires. */
export const web3Signer = (url: string, address: Address, readToken: () => string): Promise<Signer> =>
  createRemoteSigner({
    url,
    address,
    chainId: 31337,
    headers: () => ({ authorization: `Bearer ${readToken()}` }),
  })

export async function keysElsewhere(baseUrl: string, signer: Signer): Promise<Client> {
  const client = createClient({ baseUrl, signer, chainId: 31337 })
  await discoverVersion(client)
  const { user } = await openSession(client)
  console.info(user.userAddr === signer.address)
  return client
}
