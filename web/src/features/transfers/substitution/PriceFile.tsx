import { pricesAmong, readPriceFile } from '@connex/protocol/substitutions'
import { useRef, useState } from 'react'
import { faultsText, readTextFile } from '../../../ui/file/textFile.ts'
import { t } from '../../../messages/t.ts'
import styles from '../../../shared/substitution/Substitution.module.css'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import type { ChosenPrices } from './priceDrafts.ts'

type Props = {
  file: ChosenPrices | null
  /** Those of the form. */
  instruments: Parameters<typeof pricesAmong>[1]
  onChoose: (file: ChosenPrices) => void
}

/** Takes prices from a file. One with faults is refused whole, and the one before it stays. */
export default function PriceFile({ file, instruments, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const text = await readTextFile(chosen)
    const { prices, faults } = text === undefined ? { prices: [], faults: [] } : readPriceFile(text)
    const isRefused = text === undefined || faults.length > 0
    setFault(isRefused ? `${chosen.name}: ${faultsText(faults) || t('TextFile.unreadable')}` : undefined)
    if (!isRefused) onChoose({ name: chosen.name, prices })
  }
  return (
    <div className={styles.file}>
      <Button size="small" icon="add-file" onClick={() => input.current?.click()}>
        {t('Substitution.price_file')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={t('Substitution.price_file')}
        hidden
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          // Otherwise choosing the same file again, after it was corrected, would not be a change.
          event.currentTarget.value = ''
        }}
      />
      <span role="status" className={styles.note}>
        {file === null ? t('Substitution.price_file_hint') : readText(file, instruments)}
      </span>
      {fault !== undefined && <Alert tone="danger">{fault}</Alert>}
    </div>
  )
}

const readText = (file: ChosenPrices, instruments: Props['instruments']) =>
  t('Substitution.price_file_read', {
    name: file.name,
    total: file.prices.length,
    count: pricesAmong(file.prices, instruments).length,
  })
