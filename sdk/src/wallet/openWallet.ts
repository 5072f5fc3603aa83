import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOfPrivateKey } from './addressOfPrivateKey.ts'
import { invalid } from './fields.ts'
import { openPresale } from './openPresale.ts'
import { openVersion3, type OpenedWallet } from './openVersion3.ts'
import { passwordForms } from './passwordForms.ts'
import { readWalletFile } from './readWalletFile.ts'
import { requireChecksum } from './requireChecksum.ts'
import type { DerivationHooks, UnlockProgress } from './UnlockProgress.ts'
import { WalletError } from './WalletError.ts'
import type { WalletFile } from './WalletFile.ts'

/** A file that was read, or what it holds. */
export type WalletSource = WalletFile | Uint8Array | string

export type OpenedSource = OpenedWallet & { wallet: WalletFile }

/** Everything that a password opens. Rejects with 'Error unlocking wallet' and its cause, or the signal's reason. */
export async function openWallet(
  source: WalletSource,
  password: string,
  hooks: DerivationHooks,
): Promise<OpenedSource> {
  hooks.signal?.throwIfAborted()
  try {
    const wallet =
      typeof source === 'string' || source instanceof Uint8Array ? readWalletFile(source) : source
    requireChecksum(wallet)
    return { wallet, ...checked(wallet, await tryForms(wallet, passwordForms(password), hooks)) }
  } catch (cause) {
    hooks.signal?.throwIfAborted()
    throw new WalletError('unlockFailed', cause instanceof Error ? cause.message : undefined, cause)
  }
}

async function tryForms(
  wallet: WalletFile,
  forms: Uint8Array[],
  hooks: DerivationHooks,
): Promise<OpenedWallet> {
  for (const [index, form] of forms.entries()) {
    const share = { ...hooks, onProgress: hooks.onProgress && within(index, forms.length, hooks.onProgress) }
    const opened = await (wallet.kind === 'v3'
      ? openVersion3(wallet, form, share)
      : openPresale(wallet, form, share))
    form.fill(0)
    if (opened !== undefined) return opened
  }
  throw new WalletError('incorrectPassword')
}

/** One attempt's progress as a share of all attempts. */
function within(index: number, attempts: number, report: (progress: UnlockProgress) => void) {
  const overall = (fraction: number) => (index + fraction) / attempts
  return ({ fraction, next }: UnlockProgress) =>
    report({
      fraction: overall(fraction),
      ...(next && { next: { ...next, fraction: overall(next.fraction) } }),
    })
}

/** The MAC covers neither the iv nor the address: a changed one opens another key, which only the address betrays. */
function checked(wallet: WalletFile, opened: OpenedWallet): OpenedWallet {
  try {
    if (!secp256k1.utils.isValidSecretKey(opened.privateKey))
      throw invalid('The private key is out of range.')
    if (wallet.address !== undefined && addressOfPrivateKey(opened.privateKey) !== wallet.address) {
      throw new WalletError('addressMismatch')
    }
    return opened
  } catch (error) {
    opened.privateKey.fill(0)
    opened.entropy?.fill(0)
    throw error
  }
}
