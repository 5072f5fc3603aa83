// Files of a desk as text, and what is wrong with their rows.
import { textFile } from '../../messages/en/forms/textFile.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(textFile)

const MOST_BYTES = 2 ** 20

/** Undefined for a file that is larger than 1 MB or in another encoding than UTF-8. */
export async function readTextFile(file: File): Promise<string | undefined> {
  if (file.size > MOST_BYTES) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

/** So many faults are shown; the rest are counted. */
const SHOWN_FAULTS = 4

/** `faultsText([{ row: 2, message: 'The date must be …' }])` → 'Row 2: The date must be …' */
export function faultsText(faults: readonly { row: number; message: string }[]): string {
  const shown = faults.slice(0, SHOWN_FAULTS).map(({ row, message }) => t('TextFile.fault', { row, message }))
  const count = faults.length - shown.length
  return [...shown, ...(count > 0 ? [t('TextFile.more_faults', { count })] : [])].join(' ')
}
