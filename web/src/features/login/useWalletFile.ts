import { readWalletFile, walletLimits, type WalletFile } from '@connex/sdk'
import { useRef, useState } from 'react'
import { shorten } from '../../lib/identifiers.ts'
import type { MessageKey } from '../../messages/Messages.ts'
import { t } from '../../messages/t.ts'
import { loginFailure, type LoginFailure } from '../../session/loginFailure.ts'

/**
 * The wallet file of the form. `read()` waits for the last chosen file, so that a form submitted while the file is being read
 * is not lost.
 *
 * @example
 * const wallet = useWalletFile()
 * const described = await wallet.take([file])
 */
export function useWalletFile() {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [several, setSeveral] = useState<{ count: number }>()
  const reading = useRef<Promise<ChosenFile | undefined>>(noFile())

  /** Reads the chosen file; undefined if there is none, more than one, or a later choice. */
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
    reading.current = noFile()
    setSeveral(undefined)
    setChosen(undefined)
  }
  return { chosen, several, take, drop, read: () => reading.current }
}

const noFile = (): Promise<undefined> => Promise.resolve(undefined)

/** A chosen file: what it is, or why it cannot be used. */
export type ChosenFile = { file: File } & (
  { facts: string; warning: string | undefined } | { failure: LoginFailure }
)

const MIB = 1024 * 1024

/** Reads the file's metadata, without deriving a key. A file that is too large is not read. */
async function describeWallet(file: File): Promise<ChosenFile> {
  try {
    const { fileBytes } = walletLimits
    const content =
      file.size > fileBytes ? new Uint8Array(fileBytes + 1) : new Uint8Array(await file.arrayBuffer())
    const wallet = readWalletFile(content)
    return { file, facts: factsOf(wallet), warning: warningOf(wallet) }
  } catch (error) {
    return { file, failure: loginFailure(error) }
  }
}

/** The usual format needs no name. */
const FORMATS = { v3: undefined, presale: 'Login.presale' } as const satisfies Record<
  WalletFile['kind'],
  MessageKey | undefined
>

function factsOf({ kind, kdf, address }: WalletFile): string {
  const format = FORMATS[kind]
  return [
    ...(format === undefined ? [] : [t(format)]),
    kdf.name,
    address === undefined ? t('Login.no_address') : shorten(address),
  ].join(' · ')
}

function warningOf({ cost, warnings }: WalletFile): string | undefined {
  if (warnings.some(({ code }) => code === 'largeMemory'))
    return t('Login.costly', { megabytes: Math.round(cost.memoryBytes / MIB) })
  return warnings[0]?.message
}
