import type { Deal, DealStyle } from '@connex/protocol/deals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import { QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { TextField } from '../../../ui/field/TextField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { messagesQuery, sendRecall, sendSubstitutionRequest } from '../shared/dealQueries.ts'
import styles from './DealMessages.module.css'
import { emptyRequest, lotsToAskFor, readRequest } from './messageForm.ts'
import type { ReadRequest, RequestDraft, RequestErrors, RequestKind } from './messageForm.ts'

type Props = {
  deal: Deal
  counterparty: string
  asset: DealStyle['asset']
  /** The only one; by default the user chooses. */
  kind?: RequestKind | undefined
  /** With it, the form is open from the start. */
  prefill?: Partial<RequestDraft> | undefined
}

const KINDS: readonly RequestKind[] = ['RECALL', 'SUBSTITUTION']

/** Asks the other party for securities back, or to exchange them; closed until it is needed. */
export function MessageForm({ deal, counterparty, asset, kind: initial, prefill }: Props) {
  const { client, tenantAddr } = useViewer()
  const queries = useQueryClient()
  const lots = lotsToAskFor(deal, tenantAddr)
  const [first] = lots
  const [draft, setDraft] = useState<RequestDraft | undefined>(
    first && prefill && { ...emptyRequest(first.lot, initial), ...prefill },
  )
  const [isSubmitted, setIsSubmitted] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { openingDeliveryId } = deal
  const send = useMutation({
    mutationFn: async ({ recall, substitution }: ReadRequest) => {
      if (recall !== undefined) await sendRecall(client, recall)
      if (substitution !== undefined) await sendSubstitutionRequest(client, substitution)
    },
    onSuccess: async () => {
      close()
      await queries.invalidateQueries({ queryKey: messagesQuery(client, openingDeliveryId).queryKey })
      // Without the form the panel is shorter: what was sent, above the button, would be out of sight.
      opener.current?.focus({ preventScroll: true })
      opener.current?.scrollIntoView({ block: 'center' })
    },
  })
  function close() {
    setDraft(undefined)
    setIsSubmitted(false)
    send.reset()
  }
  if (first === undefined) return null
  if (draft === undefined)
    return (
      <Button ref={opener} size="small" onClick={() => setDraft(emptyRequest(first.lot, initial))}>
        {t('DealMessages.write', { counterparty })}
      </Button>
    )
  const read = readRequest(openingDeliveryId, draft, lots)
  const submit = () => {
    setIsSubmitted(true)
    if (read.recall !== undefined || read.substitution !== undefined) send.mutate(read)
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
      {initial === undefined && (
        <SegmentedField
          label={t('DealMessages.kind')}
          value={draft.kind}
          disabled={send.isPending}
          options={KINDS.map((value) => ({ value, label: t(`DealMessages.${value}`) }))}
          onChange={(kind) => setDraft({ ...draft, kind: kind as RequestKind })}
        />
      )}
      <RequestFields
        draft={draft}
        change={(changed) => setDraft({ ...draft, ...changed })}
        lots={lots.map(({ lot, asset: one, outstanding }) => ({
          lot,
          label: `${lot} · ${asset(one)}`,
          decimals: one.decimals,
          outstanding,
        }))}
        errors={isSubmitted ? read.errors : {}}
        disabled={send.isPending}
        hint={t(`DealMessages.${draft.kind}_hint`, { counterparty })}
      />
      {send.isError && (
        <Alert tone="danger" title={t('DealMessages.send_failure')} isLive>
          {causeOf(send.error)}
        </Alert>
      )}
      <span className={styles.actions}>
        <Button onClick={close} disabledReason={send.isPending ? t('DealMessages.sending') : undefined}>
          {t('DealMessages.close')}
        </Button>
        <Button type="submit" isBusy={send.isPending}>
          {t('DealMessages.send')}
        </Button>
      </span>
    </form>
  )
}

type FieldsProps = {
  draft: RequestDraft
  change: (changed: Partial<RequestDraft>) => void
  lots: readonly { lot: string; label: string; decimals: number; outstanding: bigint }[]
  errors: RequestErrors
  disabled: boolean
  hint: string
}

function RequestFields({ draft, change, lots, errors, disabled, hint }: FieldsProps) {
  const chosen = lots.find(({ lot }) => lot === draft.lot)
  const common = { disabled, isOptional: false }
  return (
    <>
      {lots.length > 1 && (
        <SelectField
          {...common}
          label={t('DealMessages.lot')}
          value={draft.lot}
          options={lots.map(({ lot, label }) => ({ value: lot, label }))}
          onChange={(lot) => change({ lot })}
        />
      )}
      <QuantityField
        {...common}
        label={t('DealMessages.quantity')}
        hint={lots.length > 1 ? undefined : chosen?.label}
        value={draft.quantity}
        decimals={chosen?.decimals ?? 0}
        maximum={chosen?.outstanding}
        error={errors.quantity}
        onChange={(quantity) => change({ quantity })}
      />
      {draft.kind === 'RECALL' ? (
        <DateField
          {...common}
          label={t('DealMessages.date')}
          value={draft.date}
          error={errors.date}
          onChange={(date) => change({ date })}
        />
      ) : (
        <>
          <TextField
            {...common}
            label={t('DealMessages.identifier')}
            hint={t('DealMessages.identifier_hint')}
            value={draft.identifier}
            error={errors.identifier}
            onChange={(identifier) => change({ identifier })}
          />
          <TextField
            {...common}
            label={t('DealMessages.offered')}
            value={draft.offered}
            look="figures"
            inputMode="decimal"
            error={errors.offered}
            onChange={(offered) => change({ offered })}
          />
        </>
      )}
      <TextAreaField
        label={t('DealMessages.text')}
        hint={hint}
        isOptional
        value={draft.text}
        maxLength={2000}
        disabled={disabled}
        onChange={(text) => change({ text })}
      />
    </>
  )
}
