// Mnemonics (BIP-39): made, turned into accounts (BIP-32), and stored in wallet files.
import type { Address } from '@connex/protocol'
import { equalBytes } from '@noble/ciphers/utils.js'
import { HDKey } from '@scure/bip32'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import {
  entropyToMnemonic,
  generateMnemonic,
  mnemonicToEntropy,
  mnemonicToSeed as stretch,
  validateMnemonic,
} from '@scure/bip39'
import { WalletError } from './WalletError.ts'
import type { CreateWalletOptions } from './createWalletFile.ts'
import { createWalletFile } from './createWalletFile.ts'
import { ACCOUNT_PATH, parseDerivationPath } from './derivationPath.ts'
import type { OpenedSource, UnlockOptions, WalletSource } from './openWallet.ts'
import { openWallet } from './openWallet.ts'
import { addressOfPrivateKey } from './privateKey.ts'

/**
 * Random English words for a new wallet: 12, or 24.
 *
 * @example
 * const account = deriveAccount(await mnemonicToSeed(createMnemonic(24)))
 */
export const createMnemonic = (wordCount: 12 | 24 = 12): string =>
  generateMnemonic(wordlist, wordCount === 12 ? 128 : 256)

/**
 * The 64-byte seed of twelve to twenty-four English words (BIP-39). Wrong words or a wrong check sum are refused.
 *
 * @example
 * const { privateKey } = deriveAccount(await mnemonicToSeed('test test … junk'))
 */
export async function mnemonicToSeed(mnemonic: string, passphrase = ''): Promise<Uint8Array> {
  const normalized = normalizeMnemonic(mnemonic)
  if (!validateMnemonic(normalized, wordlist)) {
    throw new WalletError(
      'invalidMnemonic',
      'A word is not in the list, or the words do not belong together.',
    )
  }
  return await stretch(normalized, passphrase)
}

/** Words as the list has them, whatever case and spaces they were typed with. */
const normalizeMnemonic = (mnemonic: string): string =>
  mnemonic.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

type DerivedAccount = {
  readonly address: Address
  readonly privateKey: Uint8Array
  readonly path: string
}

/**
 * The account that a seed of 16 to 64 bytes has at a path (BIP-32), by default the first: m/44'/60'/0'/0/0.
 *
 * @example
 * deriveAccount(await mnemonicToSeed(mnemonic), accountPath(3)).address
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

type CreateMnemonicWalletOptions = Omit<CreateWalletOptions, 'mnemonic'> & { readonly path?: string }

/**
 * A wallet file for the account of a mnemonic that also stores the words, encrypted, as ethers writes and reads them.
 *
 * @example
 * const { address, file } = await createMnemonicWalletFile(createMnemonic(), password)
 */
export async function createMnemonicWalletFile(
  mnemonic: string,
  password: string,
  { path = ACCOUNT_PATH, ...options }: CreateMnemonicWalletOptions = {},
): Promise<{ address: Address; file: string }> {
  const seed = await mnemonicToSeed(mnemonic)
  const { address, privateKey } = deriveAccount(seed, path)
  const entropy = mnemonicToEntropy(normalizeMnemonic(mnemonic), wordlist)
  try {
    const stored = { entropy, path, locale: 'en' }
    return { address, file: await createWalletFile(privateKey, password, { ...options, mnemonic: stored }) }
  } finally {
    for (const secret of [seed, privateKey, entropy]) secret.fill(0)
  }
}

type StoredMnemonic = { readonly mnemonic: string; readonly path: string }

/**
 * The words that a wallet file stores beside its key, and the key's derivation path.
 *
 * @example
 * const { mnemonic, path } = await unlockMnemonic(file, password)
 */
export async function unlockMnemonic(
  source: WalletSource,
  password: string,
  options: UnlockOptions = {},
): Promise<StoredMnemonic> {
  const opened = await openWallet(source, password, options)
  try {
    return await mnemonicOf(opened)
  } finally {
    opened.privateKey.fill(0)
    opened.entropy?.fill(0)
  }
}

async function mnemonicOf({ wallet, privateKey, entropy }: OpenedSource): Promise<StoredMnemonic> {
  if (wallet.mnemonic === undefined || entropy === undefined) throw new WalletError('noMnemonic')
  const { path, locale } = wallet.mnemonic
  if (locale !== 'en')
    throw new WalletError('noMnemonic', `The words are in the language '${locale}', not English.`)
  const mnemonic = entropyToMnemonic(entropy, wordlist)
  const account = deriveAccount(await stretch(mnemonic), path)
  const isItsOwn = equalBytes(account.privateKey, privateKey)
  account.privateKey.fill(0)
  if (!isItsOwn)
    throw new WalletError('invalidMnemonic', 'The key of these words is not the key of the file.')
  return { mnemonic, path }
}
