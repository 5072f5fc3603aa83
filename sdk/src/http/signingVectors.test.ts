import { readFileSync } from 'node:fs'
import type { SignedFields } from '@connex/protocol'
import { expect, test } from 'vitest'
import { createLocalSigner } from '../signer/createLocalSigner.ts'

type Vector = { name: string; fields: SignedFields; signature: string }
type Vectors = { privateKey: `0x${string}`; address: string; vectors: Vector[] }

const file = new URL('../../../protocol/test/signingVectors.json', import.meta.url)
const { privateKey, address, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Vectors

test.each(vectors)('$name has the signature that was written down', async ({ fields, signature }) => {
  const signer = createLocalSigner(privateKey, { chainId: fields.chainId })
  expect(signer.address).toBe(address)
  expect(await signer.signRequest(fields)).toBe(signature)
})
