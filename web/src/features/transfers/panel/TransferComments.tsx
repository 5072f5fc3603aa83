import type { DeliveryComment, DeliveryId, Transfer } from '@connex/protocol'
import { everyPage, listDeliveryComments, listInternalComments, writeDeliveryComment } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { causeOf } from '../../../lib/errorText.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import styles from './TransferComments.module.css'

const KINDS = ['private', 'internal'] as const

/** What was written to a transfer, to all parties or among one's own; and a place to write. */
export function TransferComments({ transfer }: { transfer: Transfer }) {
  const nameOf = useTenantNames()
  const { comments, failure, write } = useTransferComments(transfer.deliveryId)
  const [kind, setKind] = useState<CommentKind>('private')
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)

  const send = () => {
    setIsTried(true)
    const told = text.trim()
    if (told === '' || write.isPending) return
    write.mutate(
      { kind, text: told },
      {
        onSuccess: () => {
          setText('')
          setIsTried(false)
        },
      },
    )
  }
  return (
    <>
      {failure !== null && (
        <Alert tone="danger" title={t('Comments.failure')}>
          {causeOf(failure)}
        </Alert>
      )}
      {comments?.length === 0 && <p className={styles.muted}>{t('Comments.none')}</p>}
      <ul className={styles.list} aria-label={t('Comments.title')}>
        {comments?.map(({ fingerprint, kind: readers, text: told, authorTenantAddr, createdAt }) => (
          <li key={fingerprint} className={styles.comment}>
            <span className={styles.head}>
              <strong>{nameOf(authorTenantAddr)}</strong>
              <StatusChip tone={readers === 'internal' ? 'plain' : 'custodian'}>
                {t(`Comments.${readers}`)}
              </StatusChip>
              <time className={styles.muted}>{formatDateTime(createdAt)}</time>
            </span>
            {told === null ? (
              <span className={styles.muted}>{t('Comments.mismatch')}</span>
            ) : (
              <WrittenText text={told} />
            )}
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
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
          value={text}
          maxLength={4000}
          error={isTried && text.trim() === '' ? t('Form.required') : undefined}
          disabled={write.isPending}
          onChange={setText}
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
    </>
  )
}

/** private: all parties of the delivery read it. internal: one's own tenant alone. */
export type CommentKind = 'private' | 'internal'

export type ShownComment = Pick<
  DeliveryComment,
  'fingerprint' | 'text' | 'authorTenantAddr' | 'createdAt'
> & {
  kind: CommentKind
}

/** A transfer's comments of both kinds, the oldest first, and writing one. */
export function useTransferComments(deliveryId: DeliveryId) {
  const { client } = useViewer()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['transfers', 'comments', deliveryId],
    queryFn: async ({ signal }) => {
      const deliveryIds = [deliveryId]
      const [shared, own] = await Promise.all([
        everyPage((page) => listDeliveryComments(client, { ...page, deliveryIds }, { signal })),
        everyPage((page) => listInternalComments(client, { ...page, deliveryIds }, { signal })),
      ])
      return [...shared.map(as('private')), ...own.map(as('internal'))].sort(
        (one, other) => one.createdAt - other.createdAt,
      )
    },
  })
  const write = useMutation({
    mutationFn: ({ kind, text }: { kind: CommentKind; text: string }) =>
      writeDeliveryComment(client, { deliveryId, text, isInternal: kind === 'internal' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['transfers', 'comments', deliveryId] }),
  })
  return { comments: query.data, failure: query.error, write }
}

const as =
  (kind: CommentKind) =>
  ({ fingerprint, text, authorTenantAddr, createdAt }: DeliveryComment): ShownComment => ({
    fingerprint,
    text,
    authorTenantAddr,
    createdAt,
    kind,
  })
