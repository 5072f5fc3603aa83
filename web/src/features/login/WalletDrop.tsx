import { useId } from 'react'
import { t } from '../../messages/t.ts'
import { FileDrop } from '../../ui/file/FileDrop.tsx'
import type { ChosenFile } from './describeWallet.ts'
import styles from './WalletDrop.module.css'

type Props = {
  chosen: ChosenFile | undefined
  isBusy: boolean
  error: string | undefined
  onFile: (file: File) => void
}

/** Where the wallet file goes, and what it is as soon as it is there. */
export function WalletDrop({ chosen, isBusy, error, onFile }: Props) {
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
        onFile={onFile}
      >
        <strong>{chosen === undefined ? t('Login.drop') : chosen.file.name}</strong>
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
