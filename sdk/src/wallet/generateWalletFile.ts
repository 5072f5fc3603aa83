import type { Address } from '@connex/protocol'
import { addressOfPrivateKey } from './addressOfPrivateKey.ts'
import { createWalletFile, type CreateWalletOptions } from './createWalletFile.ts'
import { generatePrivateKey } from './generatePrivateKey.ts'

/**
 * A wallet file with a new random key, which nobody else has seen.
 *
 * @example
 * const { address, file } = await generateWalletFile(password)
 */
export async function generateWalletFile(
  password: string,
  options: Omit<CreateWalletOptions, 'mnemonic'> = {},
): Promise<{ address: Address; file: string }> {
  const privateKey = generatePrivateKey()
  try {
    return {
      address: addressOfPrivateKey(privateKey),
      file: await createWalletFile(privateKey, password, options),
    }
  } finally {
    privateKey.fill(0)
  }
}
