import { useRef, useState } from 'react'
import { describeWallet, type ChosenFile } from './describeWallet.ts'

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
