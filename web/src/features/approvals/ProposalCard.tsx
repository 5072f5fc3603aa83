import { doubtText, forbids } from '@connex/sdk'
import { formatDateTime } from '../../lib/format.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { userText } from '../../shared/desk/proposals.ts'
import { signedText, type SignedNames } from '../../shared/ledger/signedText.ts'
import { ProposedExchange } from '../../shared/substitution/ProposedExchange.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { endText, isOpen, termsOf, unknownText } from './approvalText.ts'
import styles from './ReviewDialog.module.css'
import type { Outcome } from './useApproval.ts'
import type { Changes, Entry } from './useProposals.ts'

type Props = {
  entry: Entry
  names: SignedNames
  /** Of an open proposal. */
  changes: Changes | undefined
  outcome: Outcome | undefined
}

/** One proposal: what it signs, its private terms, any objection to it, and what has become of it. */
export function ProposalCard({ entry: { workflow, proposal, failure }, names, changes, outcome }: Props) {
  const { user } = useViewer()
  const { confirmations, signaturesRequired, batch, createdAt, initiatorAddr } = workflow
  const isWaiting = isOpen(workflow)
  const shown = (proposal?.doubts ?? []).filter(({ code }) => isWaiting || code !== 'workflowEnded')
  return (
    <section className={styles.item} data-failed={outcome?.state === 'failed' || undefined}>
      {failure !== undefined && <Alert tone="danger">{t('Approvals.unreadable', { cause: failure })}</Alert>}
      {shown.map((doubt) => (
        <Alert key={JSON.stringify(doubt)} tone={forbids(doubt) ? 'danger' : 'attention'}>
          {doubtText(doubt)}
        </Alert>
      ))}
      {proposal?.calls.map((one) => {
        if (one.functionName === undefined) {
          const [act = unknownText(one), ...more] = one.sentences
          return <Signed key={[one.selector, ...one.sentences].join(' ')} act={act} more={more} />
        }
        const { act, legs } = signedText(one, names)
        return (
          <div key={`${one.functionName} ${one.deliveryId} ${one.legIdx}`}>
            <Signed act={act} more={legs} />
            <DefinitionList items={termsOf(one)} />
          </div>
        )
      })}
      {changes?.tests?.map(({ deliveryId, test, doubts }) => (
        <ProposedExchange key={deliveryId} test={test} doubts={doubts} />
      ))}
      <span className={styles.outcome}>
        {isWaiting
          ? [
              t('Due.proposed_by', {
                who: userText(workflow, initiatorAddr, user.userAddr),
                when: formatDateTime(createdAt),
              }),
              t('Approvals.signed', { count: confirmations.length, all: signaturesRequired }),
              `${t('Approvals.deadline')} ${formatDateTime(batch.deadline)}`,
            ].join(' · ')
          : endText(workflow, user.userAddr)}
      </span>
      {changes !== undefined && <ChangesNote {...changes} />}
      {isWaiting && proposal?.isApprovable === true && (
        <span className={styles.outcome}>{t('Approvals.checked')}</span>
      )}
      {outcome !== undefined && (
        <span className={styles.outcome} data-state={outcome.state} role="status">
          {outcomeText(outcome)}
        </span>
      )}
    </section>
  )
}

/** One call: what it does, and its legs or its private data. */
const Signed = ({ act, more }: { act: string; more: readonly string[] }) => (
  <div>
    <strong>{act}</strong>
    {more.length > 0 && (
      <ul className={styles.legs}>
        {more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
  </div>
)

/** What has changed since it was proposed, before and now. */
function ChangesNote({ texts, failure }: Changes) {
  if (failure !== undefined)
    return <Alert tone="attention">{t('Approvals.changes_failure', { cause: failure })}</Alert>
  if (texts === undefined) return <span className={styles.outcome}>{t('Approvals.comparing')}</span>
  if (texts.length === 0) return null
  return (
    <Alert tone="attention" title={t('Approvals.changes')}>
      <ul className={styles.legs}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

function outcomeText(outcome: Outcome): string {
  if (outcome.state === 'failed') return outcome.cause
  if (outcome.state === 'running') return t('Approvals.row_running')
  return t(outcome.isPublished ? 'Approvals.row_published' : 'Approvals.row_signed')
}
