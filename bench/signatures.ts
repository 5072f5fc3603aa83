import { bodyHash, canonicalRequestText, freshNonce } from '@connex/protocol'
import { createLocalSigner } from '@connex/sdk'
import { messageDigest, readSignature } from '../node/src/api/auth/signedHeaders.ts'
import { recoverAddress } from '../node/src/ledger/rawTransaction.ts'
import { atLeast, perCpuSecond } from './measure.ts'
import type { Gate } from './measure.ts'

/** Requests that one core can sign, as a client does, and verify, as a server does, in a second. */
export async function signatures(): Promise<{ signed: number; verified: Gate }> {
  const signer = createLocalSigner(`0x${'5'.repeat(64)}`, { chainId: 31337 })
  const fields = {
    version: 6 as const,
    chainId: 31337,
    serverId: 'http://127.0.0.1:4000',
    method: 'GET',
    target: '/api/v6/registry/positions?page=0&items-per-page=100',
    timestamp: Date.now(),
    nonce: freshNonce(),
    bodySha256: await bodyHash(new Uint8Array()),
    contentType: undefined,
  }
  const text = await signer.signRequest(fields)

  const verify = (): void => {
    const signature = readSignature(text)
    const digest = messageDigest(canonicalRequestText(fields))
    const address = signature && recoverAddress(digest, signature.rs, signature.recovery)
    if (address !== signer.address) throw new Error('The signature does not hold.')
  }
  return {
    signed: await perCpuSecond(200, () => signer.signRequest(fields)),
    verified: atLeast(2500, await perCpuSecond(2000, verify)),
  }
}
