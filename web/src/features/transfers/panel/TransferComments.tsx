import type { DeliveryComment, DeliveryCommentType, DeliveryId, Transfer } from '@connex/protocol'
import { writeDeliveryComment } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { WrittenEntry, WrittenList } from '../../../ui/panel/WrittenList.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { StatusChip, type Tone } from '../../../ui/status/StatusChip.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { commentsQuery } from '../shared/transferQueries.ts'
import { useAuthors } from '../shared/persons.ts'
import styles from './TransferComments.module.css'

/** PRIVATE: all parties of the delivery read it. INTERNAL: only the user's own tenant. */
const TONES: Record<DeliveryCommentType, Tone> = { PRIVATE: 'custodian', INTERNAL: 'plain' }
const TYPES = Object.keys(TONES) as DeliveryCommentType[]

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

/** All types together, the oldest first. */
function CommentList({ comments }: { comments: readonly DeliveryComment[] }) {
  const authorOf = useAuthors()
  const all = [...comments].sort((one, other) => one.createdAt - other.createdAt)
  return (
    <WrittenList label={t('Comments.title')} empty={t('Comments.none')} entries={all}>
      {(comment) => (
        <WrittenEntry
          key={comment.fingerprint}
          author={authorOf(comment)}
          chip={<StatusChip tone={TONES[comment.type]}>{t(`Comments.${comment.type}`)}</StatusChip>}
          createdAt={comment.createdAt}
        >
          {comment.text === null ? (
            <span className={styles.muted}>{t('Comments.mismatch')}</span>
          ) : (
            <WrittenText text={comment.text} />
          )}
        </WrittenEntry>
      )}
    </WrittenList>
  )
}

function CommentForm({ deliveryId }: { deliveryId: DeliveryId }) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const [type, setType] = useState<DeliveryCommentType>('PRIVATE')
  const [draft, setDraft] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const write = useMutation({
    mutationFn: (text: string) => writeDeliveryComment(client, { deliveryId, text, type }),
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
        value={type}
        disabled={write.isPending}
        options={TYPES.map((value) => ({ value, label: t(`Comments.${value}`) }))}
        onChange={(value) => setType(value as DeliveryCommentType)}
      />
      <TextAreaField
        label={t('Comments.write')}
        hint={t(`Comments.${type}_hint`)}
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
