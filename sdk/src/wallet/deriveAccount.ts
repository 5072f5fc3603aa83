import type { Address } from '@connex/protocol'
import { HDKey } from '@scure/bip32'
import { addressOfPrivateKey } from './addressOfPrivateKey.ts'
import { ACCOUNT_PATH, parseDerivationPath } from './derivationPath.ts'
import { WalletError } from './WalletError.ts'

export type DerivedAccount = {
  readonly address: Address
  readonly privateKey: Uint8Array
  readonly path: string
}

/**
 * The account that a seed of 16 to 64 bytes has at a path (BIP-32), by default the first: m/44'/60'/0'/0/0.
 *
 * @example
 * deriveAccount(await mnemonicToSeed(words), accountPath(3)).address
 */
export function deriveAccount(seed: Uint8Array, path: string = ACCOUNT_PATH): DerivedAccount {
  if (seed.length < 16 || seed.length > 64)
    throw new WalletError('invalidSeed', `The seed has ${seed.length} bytes.`)
  const chain = [HDKey.fromMasterSeed(seed)]
  for (const index of parseDerivationPath(path)) {
    const parent = chain.at(-1)
    if (parent !== undefined) chain.push(parent.deriveChild(index))
  }
  const privateKey = chain.at(-1)?.privateKey?.slice()
  for (const key of chain) key.wipePrivateData()
  if (privateKey === undefined) throw new WalletError('invalidSeed')
  return { address: addressOfPrivateKey(privateKey), privateKey, path }
}
