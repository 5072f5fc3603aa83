import { forbids, doubtText } from '@connex/sdk'
import { useViewer } from '../../lib/Viewer.ts'
import { useNow } from '../../lib/useNow.ts'
import { formatIsoDay, isoDayOf } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import { proposerText } from '../../shared/desk/proposals.ts'
import type { SignedNames } from '../../shared/ledger/signedText.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/field/Checkbox.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { ListName } from './approvalLists.ts'
import {
  clockOf,
  counterpartyOf,
  descriptionOf,
  endText,
  flowsOf,
  titleOf,
  totalTexts,
} from './approvalText.ts'
import { isRead, type Entry } from './useProposals.ts'
import styles from './ApprovalsScreen.module.css'

type Props = {
  list: ListName
  entries: readonly Entry[]
  names: SignedNames
  selected: ReadonlySet<string>
  onToggle: (workflowIds: readonly string[], isOn: boolean) => void
  onOpen: (workflowId: string) => void
}

/** Proposals by counterparty and day, the newest first. */
export function ApprovalGroups(props: Props) {
  const { list, entries, names, selected, onToggle } = props
  const groups = Map.groupBy(entries, (entry) => groupOf(entry, names))
  // Before all have been read, 'all' would be those that happen to be.
  const areAllRead = entries.every(isRead)
  return [...groups].map(([title, members]) => {
    const approvable = members
      .filter(({ proposal }) => proposal?.isApprovable === true)
      .map(({ workflow }) => workflow.workflowId)
    const count = approvable.filter((id) => selected.has(id)).length
    return (
      <section key={title} className={styles.group} aria-label={title}>
        <header className={styles.head}>
          {list === 'waiting' && areAllRead && approvable.length > 1 && (
            <Checkbox
              label={t('Approvals.select_all')}
              isChecked={count === approvable.length}
              isMixed={count > 0 && count < approvable.length}
              isTabStop
              onChange={() => onToggle(approvable, count < approvable.length)}
            />
          )}
          <h2>{title}</h2>
        </header>
        <ul>
          {members.map((entry) => (
            <Row key={entry.workflow.workflowId} entry={entry} {...props} />
          ))}
        </ul>
      </section>
    )
  })
}

/** 'Baltic Trust Bank · 25 Nov 2026' */
function groupOf({ workflow, proposal }: Entry, names: SignedNames): string {
  const party = proposal && counterpartyOf(proposal, names.own)
  const who = party === undefined ? t('Approvals.nobody') : names.nameOf(party)
  return `${who} · ${formatIsoDay(isoDayOf(workflow.createdAt))}`
}

function Row({ entry, list, names, selected, onToggle, onOpen }: Props & { entry: Entry }) {
  const { user } = useViewer()
  const now = useNow()
  const { workflow, proposal, failure } = entry
  const { workflowId, confirmations, signaturesRequired } = workflow
  const what = proposal === undefined ? t('Approvals.computing') : titleOf(proposal, names)
  const doubts =
    list === 'waiting' && proposal !== undefined
      ? proposal.doubts.filter(({ code }) => code !== 'ownConfirmation')
      : []
  const isForbidden = doubts.some(forbids)
  const clock = clockOf(workflow, now)
  const description = proposal === undefined ? '' : descriptionOf(proposal)
  return (
    <li className={styles.row} data-forbidden={isForbidden || undefined}>
      {list === 'waiting' && proposal?.isApprovable === true ? (
        <Checkbox
          label={t('Approvals.select', { what })}
          isChecked={selected.has(workflowId)}
          isTabStop
          onChange={() => onToggle([workflowId], !selected.has(workflowId))}
        />
      ) : (
        <span className={list === 'waiting' ? styles.space : styles.noBox} />
      )}
      <span className={styles.what}>
        <strong>{what}</strong>
        {description !== '' && <bdi className={styles.description}>{description}</bdi>}
        <span className={styles.muted}>
          {list === 'done' ? endText(workflow, user.userAddr) : proposerText(workflow, user.userAddr)}
        </span>
        {failure !== undefined && (
          <span className={styles.doubt}>{t('Approvals.unreadable', { cause: failure })}</span>
        )}
        {doubts.map((doubt) => (
          <span key={doubt.code} className={styles.doubt} data-mild={!forbids(doubt) || undefined}>
            {doubtText(doubt)}
          </span>
        ))}
      </span>
      <span className={styles.flows}>
        {proposal === undefined
          ? failure === undefined && <Skeleton width="long" />
          : totalTexts(flowsOf(proposal, names)).map((text) => <span key={text}>{text}</span>)}
      </span>
      <span className={styles.state}>
        {list !== 'done' && (
          <>
            <span className={clock.isUrgent ? styles.urgent : undefined}>{clock.text}</span>
            <span className={styles.muted}>
              {t('Approvals.signed', { count: confirmations.length, all: signaturesRequired })}
            </span>
          </>
        )}
      </span>
      <span className={styles.button}>
        <Button size="small" onClick={() => onOpen(workflowId)}>
          {t(list === 'waiting' ? 'Approvals.review' : 'Approvals.open')}
        </Button>
      </span>
    </li>
  )
}
