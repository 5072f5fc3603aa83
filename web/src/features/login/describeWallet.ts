import { readWalletFile, type WalletFile } from '@connex/sdk'
import { t } from '../../messages/t.ts'
import { shorten } from '../../lib/shorten.ts'
import { loginFailure, type LoginFailure } from './loginFailure.ts'

/** A file that someone has chosen: what it is, or why it is of no use. */
export type ChosenFile = { file: File } & (
  { facts: string; warning: string | undefined } | { failure: LoginFailure }
)

/** More than any wallet file has: what is larger is not even read. */
const LARGEST = 64 * 1024
const MIB = 1024 * 1024

/** Reads what the file says of itself. Nothing is derived, and its size is looked at before its content. */
export async function describeWallet(file: File): Promise<ChosenFile> {
  try {
    const content =
      file.size > LARGEST ? new Uint8Array(LARGEST + 1) : new Uint8Array(await file.arrayBuffer())
    const wallet = readWalletFile(content)
    return { file, facts: factsOf(wallet), warning: warningOf(wallet) }
  } catch (error) {
    return { file, failure: loginFailure(error) }
  }
}

function factsOf(wallet: WalletFile): string {
  const form = wallet.kind === 'v3' ? t('Login.version', { version: wallet.version }) : t('Login.presale')
  const address = wallet.address === undefined ? t('Login.no_address') : shorten(wallet.address)
  return [form, wallet.kdf.name, address].join(' · ')
}

function warningOf({ cost, warnings }: WalletFile): string | undefined {
  if (warnings.some(({ code }) => code === 'largeMemory'))
    return t('Login.costly', { megabytes: Math.round(cost.memoryBytes / MIB) })
  return warnings[0]?.message
}
