import type { DeliveryComment, DeliveryId, Transfer } from '@connex/protocol'
import { writeDeliveryComment } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { StatusChip, type Tone } from '../../../ui/status/StatusChip.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { commentsQuery } from '../shared/transferQueries.ts'
import styles from './TransferComments.module.css'

/** private: all parties of the delivery read it. internal: only the own tenant. */
const TONES = { private: 'custodian', internal: 'plain' } as const satisfies Record<string, Tone>
type CommentKind = keyof typeof TONES
const KINDS = Object.keys(TONES) as CommentKind[]

/** The comments on a transfer, shared with the parties or internal, and a form to write one. */
export function TransferComments({ transfer: { deliveryId } }: { transfer: Transfer }) {
  const { client } = useViewer()
  const { data, error } = useQuery(commentsQuery(client, deliveryId))
  return (
    <>
      {error !== null && (
        <Alert tone="danger" title={t('Comments.failure')}>
          {causeOf(error)}
        </Alert>
      )}
      {data && <CommentList comments={data} />}
      <CommentForm deliveryId={deliveryId} />
    </>
  )
}

/** Both kinds together, the oldest first. */
function CommentList({ comments }: { comments: Record<CommentKind, readonly DeliveryComment[]> }) {
  const nameOf = useTenantNames()
  const all = KINDS.flatMap((kind) => comments[kind].map((comment) => ({ ...comment, kind })))
  all.sort((one, other) => one.createdAt - other.createdAt)
  return (
    <>
      {all.length === 0 && <p className={styles.muted}>{t('Comments.none')}</p>}
      <ul className={styles.list} aria-label={t('Comments.title')}>
        {all.map(({ fingerprint, kind, text, authorTenantAddr, createdAt }) => (
          <li key={fingerprint} className={styles.comment}>
            <span className={styles.head}>
              <strong>{nameOf(authorTenantAddr)}</strong>
              <StatusChip tone={TONES[kind]}>{t(`Comments.${kind}`)}</StatusChip>
              <time className={styles.muted}>{formatDateTime(createdAt)}</time>
            </span>
            {text === null ? (
              <span className={styles.muted}>{t('Comments.mismatch')}</span>
            ) : (
              <WrittenText text={text} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function CommentForm({ deliveryId }: { deliveryId: DeliveryId }) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const [kind, setKind] = useState<CommentKind>('private')
  const [draft, setDraft] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const write = useMutation({
    mutationFn: (text: string) =>
      writeDeliveryComment(client, { deliveryId, text, isInternal: kind === 'internal' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: commentsQuery(client, deliveryId).queryKey }),
  })
  const text = draft.trim()
  const submit = () => {
    setIsSubmitted(true)
    if (text === '' || write.isPending) return
    const clear = () => {
      setDraft('')
      setIsSubmitted(false)
    }
    write.mutate(text, { onSuccess: clear })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SegmentedField
        label={t('Comments.who')}
        value={kind}
        disabled={write.isPending}
        options={KINDS.map((value) => ({ value, label: t(`Comments.${value}`) }))}
        onChange={(value) => setKind(value as CommentKind)}
      />
      <TextAreaField
        label={t('Comments.write')}
        hint={t(`Comments.${kind}_hint`)}
        value={draft}
        maxLength={4000}
        error={isSubmitted && text === '' ? t('Form.required') : undefined}
        disabled={write.isPending}
        onChange={setDraft}
      />
      {write.isError && (
        <Alert tone="danger" title={t('Comments.write_failure')} isLive>
          {causeOf(write.error)}
        </Alert>
      )}
      <Button type="submit" isBusy={write.isPending}>
        {t('Comments.send')}
      </Button>
    </form>
  )
}
