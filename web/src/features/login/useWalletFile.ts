import { readWalletFile, type WalletFile } from '@connex/sdk'
import { useRef, useState } from 'react'
import { shorten } from '../../lib/strings.ts'
import { t } from '../../messages/t.ts'
import { loginFailure, type LoginFailure } from '../../session/loginFailure.ts'

/** How many files were dropped at once, where that was more than one. */
type Several = { count: number }

/**
 * The wallet file of the form. `read()` waits for the file that was chosen last, so that a form sent while it is still
 * being read is not lost.
 *
 * @example
 * const wallet = useWalletFile()
 * const described = await wallet.take([file])
 */
export function useWalletFile() {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [several, setSeveral] = useState<Several>()
  const reading = useRef<Promise<ChosenFile | undefined>>(nothing())

  /** Reads the one file of a choice; nothing where there is none, or more than one, or a later choice came first. */
  const take = async (files: readonly File[]): Promise<ChosenFile | undefined> => {
    const [file] = files
    if (file === undefined) return undefined
    if (files.length > 1) {
      setSeveral({ count: files.length })
      return undefined
    }
    const described = describeWallet(file)
    reading.current = described
    const found = await described
    if (reading.current !== described) return undefined
    setSeveral(undefined)
    setChosen(found)
    return found
  }
  const drop = () => {
    reading.current = nothing()
    setSeveral(undefined)
    setChosen(undefined)
  }
  return { chosen, several, take, drop, read: () => reading.current }
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined)

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
