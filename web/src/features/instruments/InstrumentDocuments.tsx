import { readableName, type DocumentReference } from '@connex/protocol'
import { downloadDocument } from '@connex/sdk'
import { useMutation } from '@tanstack/react-query'
import { causeOf } from '../../lib/errorText.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { CopyHash } from '../../ui/panel/CopyHash.tsx'
import styles from './InstrumentDocuments.module.css'

/** The documents of an instrument. A file is saved only if its bytes match the fingerprint that the issuer gives. */
export function InstrumentDocuments({ documents }: { documents: readonly DocumentReference[] }) {
  if (documents.length === 0) return <p className={styles.note}>{t('InstrumentPanel.no_documents')}</p>
  return (
    <ul className={styles.list} aria-label={t('InstrumentPanel.documents')}>
      {documents.map((document) => (
        <Document key={document.fingerprint} document={document} />
      ))}
    </ul>
  )
}

function Document({ document }: { document: DocumentReference }) {
  const { client } = useViewer()
  const name = readableName(document.name)
  const download = useMutation({
    mutationFn: async () => saveFile(new Blob([await downloadDocument(client, document)]), name),
  })
  return (
    <li className={styles.document}>
      <Button
        size="small"
        icon="export"
        isBusy={download.isPending}
        aria-label={t('InstrumentPanel.download', { name })}
        onClick={() => download.mutate()}
      >
        {name}
      </Button>
      <CopyHash value={document.contentFp} />
      <span className={styles.note} role="status" data-failed={download.isError || undefined}>
        {download.isSuccess && t('InstrumentPanel.downloaded')}
        {download.isError && t('InstrumentPanel.download_failure', { cause: causeOf(download.error) })}
      </span>
    </li>
  )
}
