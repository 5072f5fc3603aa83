import type { Workflow } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { cx } from '../../lib/dom.ts'
import { t } from '../../messages/t.ts'
import { workflowsQuery } from '../../shared/desk/workflows.ts'
import { failureOf } from '../../shared/tableQuery.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SegmentedField } from '../../ui/field/SegmentedField.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ApprovalGroups } from './ApprovalGroups.tsx'
import type { OnAgain } from './ReviewDialog.tsx'
import { listed, listNamed, LISTS, type ListName } from './approvalLists.ts'
import { isRead, useNames, useProposals, type Entry } from './useProposals.ts'
import styles from './ApprovalsScreen.module.css'

const ReviewDialog = lazy(() => importWithRetry(() => import('./ReviewDialog.tsx')))

type ScreenProps = Pick<Props, 'openId' | 'onOpen' | 'onAgain'> & {
  /** As the address has it: by default what waits for the user. */
  listName: string | undefined
  onList: (list: ListName | undefined) => void
}

type Props = {
  list: ListName
  onList: (list: ListName) => void
  /** The proposal that is open. */
  openId: string | undefined
  onOpen: (workflowId: string | undefined) => void
  onAgain: OnAgain
}

/** What colleagues have sent for approval, what the user has, and how it ended. */
export default function ApprovalsScreen({ listName, onList, openId, onOpen, onAgain }: ScreenProps) {
  const { client, user } = useViewer()
  const query = useQuery(workflowsQuery(client, listName !== 'done'))
  const list = listNamed({ listName, openId }, query.data?.items ?? [], user.userAddr)
  const workflows = query.data === undefined ? [] : listed(list, query.data.items, user.userAddr)
  const problem = query.data === undefined ? failureOf(query, t('Approvals.failure')) : undefined
  return (
    <Page title={t('Approvals.title')}>
      <div className={styles.body}>
        {problem !== undefined ? (
          <div className={styles.group}>
            <ErrorState {...problem} onRetry={() => void query.refetch()} />
          </div>
        ) : (
          <Proposals
            key={list}
            list={list}
            onList={(next) => onList(next === 'waiting' ? undefined : next)}
            isLoading={query.data === undefined}
            workflows={workflows}
            openId={openId}
            onOpen={onOpen}
            onAgain={onAgain}
          />
        )}
      </div>
    </Page>
  )
}

type ProposalsProps = Props & { isLoading: boolean; workflows: readonly Workflow[] }

function Proposals({ list, onList, isLoading, workflows, openId, onOpen, onAgain }: ProposalsProps) {
  const [reviewed, setReviewed] = useState<readonly Entry[]>()
  const { entries, refetch } = useProposals(workflows, reviewed !== undefined)
  const names = useNames(entries)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [closedId, setClosedId] = useState<string>()
  const unread = entries.filter((entry) => !isRead(entry)).length
  const marked = entries.filter(({ workflow }) => selected.has(workflow.workflowId))
  const linked = entries.find(({ workflow }) => workflow.workflowId === openId)
  // As it was opened: what is approved or rejected leaves the list, and not the dialog.
  if (reviewed === undefined && linked?.proposal !== undefined && openId !== closedId) setReviewed([linked])
  const close = () => {
    setReviewed(undefined)
    // The address follows a moment later.
    setClosedId(openId)
    setSelected(new Set())
    onOpen(undefined)
  }
  const toggle = (ids: readonly string[], isOn: boolean) =>
    setSelected((before) => {
      const rest = [...before].filter((id) => !ids.includes(id))
      return new Set(isOn ? [...rest, ...ids] : rest)
    })
  return (
    <>
      <div className={styles.bar}>
        <SegmentedField
          label={t('Approvals.lists')}
          value={list}
          options={LISTS.map((value) => ({ value, label: t(`Approvals.${value}`) }))}
          onChange={(value) => onList(LISTS.find((one) => one === value) ?? 'waiting')}
        />
        <span className={styles.muted} role="status">
          {unread > 0 && t('Approvals.reading', { count: unread, all: entries.length })}
        </span>
        {marked.length > 0 && (
          <Button variant="primary" onClick={() => setReviewed(marked)}>
            {t('Approvals.review_selected', { count: marked.length })}
          </Button>
        )}
      </div>
      {isLoading && (
        <div className={cx(styles.group, styles.loading)} aria-busy>
          <Skeleton width="short" />
          <Skeleton width="full" />
          <Skeleton width="full" />
        </div>
      )}
      {!isLoading && entries.length === 0 && (
        <div className={styles.group}>
          <EmptyState icon="check" title={t(`Approvals.none_${list}`)}>
            {t(`Approvals.none_${list}_text`)}
          </EmptyState>
        </div>
      )}
      <ApprovalGroups
        list={list}
        entries={entries}
        names={names}
        selected={selected}
        onToggle={toggle}
        onOpen={(workflowId) => {
          setClosedId(undefined)
          onOpen(workflowId)
        }}
      />
      {reviewed !== undefined && (
        <Suspense fallback={null}>
          <ReviewDialog entries={reviewed} onChanged={refetch} onAgain={onAgain} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
