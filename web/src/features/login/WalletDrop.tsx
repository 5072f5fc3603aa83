import { useId } from 'react'
import { t } from '../../messages/t.ts'
import { FileDrop } from '../../ui/file/FileDrop.tsx'
import type { ChosenFile } from './useWalletFile.ts'
import styles from './WalletDrop.module.css'

type Props = {
  chosen: ChosenFile | undefined
  isBusy: boolean
  error: string | undefined
  onFiles: (files: readonly File[]) => void
}

/** The field for the wallet file, with its metadata once chosen. */
export function WalletDrop({ chosen, isBusy, error, onFiles }: Props) {
  const noteId = useId()
  const isRefused = error !== undefined || (chosen !== undefined && 'failure' in chosen)
  const warning = chosen !== undefined && 'warning' in chosen ? chosen.warning : undefined
  return (
    <div>
      <FileDrop
        label={t('Login.wallet_file')}
        accept=".json,application/json"
        state={isRefused ? 'refused' : chosen === undefined ? 'empty' : 'chosen'}
        disabled={isBusy}
        describedBy={noteId}
        onFiles={onFiles}
      >
        <strong>{chosen === undefined ? t('Login.drop') : <FileName name={chosen.file.name} />}</strong>
        <span id={noteId} role="status">
          {chosen === undefined
            ? t('Login.choose')
            : 'failure' in chosen
              ? t('Login.drop_other')
              : chosen.facts}
        </span>
      </FileDrop>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
    </div>
  )
}

/** Characters at the end of a name that always stay visible. */
const END_LENGTH = 12

/** One line: a long name is cut in the middle, with the whole in a tooltip. */
function FileName({ name }: { name: string }) {
  const characters = Array.from(name)
  return (
    <span className={styles.name} title={name}>
      <span>{characters.slice(0, -END_LENGTH).join('')}</span>
      <span>{characters.slice(-END_LENGTH).join('')}</span>
    </span>
  )
}
