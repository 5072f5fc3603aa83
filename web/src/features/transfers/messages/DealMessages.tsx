import type { DeliveryId } from '@connex/protocol'
import { answeredRequest, messageSentence, MESSAGE_STATE_TEXTS } from '@connex/protocol/deals'
import type { Deal, DealMessageState, DealStyle } from '@connex/protocol/deals'
import type { DealAnswer, ReadDealMessage } from '@connex/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { formatIsoDay } from '../../../lib/format.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { dealMessages } from '../../../messages/en/panels/dealMessages.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PanelPart } from '../../../ui/panel/PanelPart.tsx'
import { WrittenEntry, WrittenList } from '../../../ui/panel/WrittenList.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { StatusChip, type Tone } from '../../../ui/status/StatusChip.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import { messagesQuery, sendAnswer } from '../shared/dealQueries.ts'
import { useAuthors } from '../shared/persons.ts'
import { MessageForm } from './MessageForm.tsx'
import type { RequestDraft, RequestKind } from './messageForm.ts'
import styles from './DealMessages.module.css'

addMessages(dealMessages)

const TONES: Record<DealMessageState, Tone> = {
  OPEN: 'counterparty',
  AGREED: 'done',
  DECLINED: 'canceled',
  WITHDRAWN: 'canceled',
  DONE: 'done',
}

/** In which states a request still takes an answer. */
const TAKES_ANSWER: Record<DealMessageState, boolean> = {
  OPEN: true,
  AGREED: true,
  DECLINED: true,
  WITHDRAWN: false,
  DONE: false,
}

type Props = {
  deal: Deal
  counterparty: string
  mayWrite: boolean
  asset: DealStyle['asset']
  /** Of a new request; by default the user chooses. */
  kind?: RequestKind
  /** With it, the form is open from the start. */
  prefill?: Partial<RequestDraft> | undefined
}

/** The requests of a deal's parties to each other with their answers, and a form for another one. */
export function DealMessages({ deal, counterparty, mayWrite, asset, kind, prefill }: Props) {
  const { client } = useViewer()
  const query = useQuery(messagesQuery(client, deal.openingDeliveryId))
  return (
    <PanelPart title={t('DealMessages.title')} query={query}>
      {({ messages }) => (
        <>
          <WrittenList label={t('DealMessages.title')} empty={t('DealMessages.none')} entries={messages}>
            {(message) => (
              <Message key={message.messageId} {...{ message, messages, deal, asset }}>
                {mayWrite && <Answer message={message} deliveryId={deal.openingDeliveryId} />}
              </Message>
            )}
          </WrittenList>
          {mayWrite && <MessageForm {...{ deal, counterparty, asset, kind, prefill }} />}
        </>
      )}
    </PanelPart>
  )
}

type MessageProps = {
  message: ReadDealMessage
  messages: readonly ReadDealMessage[]
  deal: Deal
  asset: DealStyle['asset']
  children: ReactNode
}

function Message({ message, messages, deal, asset, children }: MessageProps) {
  const authorOf = useAuthors()
  const { tenantAddr } = useViewer()
  const { message: terms, text, state, authorTenantAddr, createdAt } = message
  const request = answeredRequest(message, messages)
  const context = { deal, request, style: { asset, day: formatIsoDay } }
  const isYours = state === 'OPEN' && authorTenantAddr !== tenantAddr
  return (
    <WrittenEntry
      author={authorOf(message)}
      chip={
        state !== null && (
          <StatusChip tone={isYours ? 'yours' : TONES[state]}>{MESSAGE_STATE_TEXTS[state]}</StatusChip>
        )
      }
      createdAt={createdAt}
    >
      <p>{terms === null ? t('DealMessages.mismatch') : messageSentence(terms, context)}</p>
      {text !== null && <WrittenText text={text} />}
      {children}
    </WrittenEntry>
  )
}

const DeclineForm = lazy(() => importWithRetry(() => import('./DeclineForm.tsx')))

type Given = Pick<DealAnswer, 'isAgreed' | 'reason' | 'text'>

/** Buttons to agree to the other side's request or to decline it, or to withdraw one's own. A substitution is declined with a reason. */
function Answer({ message, deliveryId }: { message: ReadDealMessage; deliveryId: DeliveryId }) {
  const { client, tenantAddr } = useViewer()
  const queries = useQueryClient()
  const { messageId, state, authorTenantAddr, kind } = message
  const [isDeclining, setIsDeclining] = useState(false)
  const answer = useMutation({
    mutationFn: (given: Given) => sendAnswer(client, { deliveryId, messageId, ...given }),
    onSuccess: async () => {
      setIsDeclining(false)
      await queries.invalidateQueries({ queryKey: messagesQuery(client, deliveryId).queryKey })
    },
  })
  if (state === null || !TAKES_ANSWER[state]) return null
  const choices =
    authorTenantAddr === tenantAddr
      ? ([['withdraw', false]] as const)
      : ([
          ['agree', true],
          ['decline', false],
        ] as const)
  return (
    <>
      {answer.isError && (
        <Alert tone="danger" title={t('DealMessages.send_failure')} isLive>
          {causeOf(answer.error)}
        </Alert>
      )}
      {isDeclining ? (
        <Suspense fallback={null}>
          <DeclineForm
            isBusy={answer.isPending}
            onClose={() => setIsDeclining(false)}
            onDecline={(why) => answer.mutate({ isAgreed: false, ...why })}
          />
        </Suspense>
      ) : (
        <span className={styles.buttons}>
          {choices
            .filter(([, isAgreed]) => state !== (isAgreed ? 'AGREED' : 'DECLINED'))
            .map(([label, isAgreed]) => (
              <Button
                key={label}
                size="small"
                isBusy={answer.isPending && answer.variables.isAgreed === isAgreed}
                disabledReason={answer.isPending ? t('DealMessages.sending') : undefined}
                onClick={() => {
                  if (label === 'decline' && kind === 'SUBSTITUTION') setIsDeclining(true)
                  else answer.mutate({ isAgreed })
                }}
              >
                {t(`DealMessages.${label}`)}
              </Button>
            ))}
        </span>
      )}
    </>
  )
}
