import { readableText, TARGET, type Currency, type DeliveryDetails, type Transfer } from '@connex/protocol'
import { availableOf, type DealLot } from '@connex/protocol/deals'
import type { SendOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useCalendar } from '../../../shared/desk/calendars.ts'
import { suspensionOf } from '../../../shared/deal/AssetDraft.ts'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import { typedDescriptionFault, isPristine } from '../../../shared/deal/formChecks.ts'
import type { Consequences } from '../../../shared/deal/ConsequencesPanel.tsx'
import { TermsDialog } from '../../../shared/deal/TermsDialog.tsx'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { useReview } from '../../../shared/deal/useReview.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { causeOf } from '../../../lib/errorText.ts'
import { formatQuantity, isDay, todayUtc } from '../../../lib/format.ts'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { returnForm } from '../../../messages/en/forms/returnForm.ts'
import { nextSteps } from '../../../messages/en/nextSteps.ts'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { QuantityField } from '../../../ui/field/QuantityField.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { transferConsequences } from '../create/transferConsequences.ts'
import { dealQuery, returnQuery, submitReturn } from '../shared/dealQueries.ts'
import { detailsQuery, useClosing } from '../shared/transferQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import {
  canShowParts,
  checkReturn,
  closingDay,
  lotToReturn,
  movedAsset,
  ownMoves,
  partOf,
  type ProposedParts,
  type ReturnDraft,
  type ReturnErrors,
  type ReturnTerms,
} from './returnForm.ts'
import { useReturnAccounts, type ReturnAccount } from './useReturnAccounts.ts'

const ReturnPaper = lazy(() => importWithRetry(() => import('./ReturnPaper.tsx')))

// The labels of the account fields.
addMessages(nextSteps)
addMessages(transferForms)
addMessages(returnForm)

type Props = {
  transfer: Transfer
  prefill?: Partial<ReturnDraft> | undefined
  parts?: ProposedParts | undefined
  onClose: () => void
}

/** Returns a repo or a loan, or a part of it, with a transfer of its own. */
export default function ReturnDialog({ transfer: opening, prefill = {}, parts, onClose }: Props) {
  const { client } = useViewer()
  const nameOf = useTenantNames()
  const { deliveryId } = opening
  const { details, isClosed, failure, isReading } = useOpeningDetails(opening)
  const counterparty = nameOf(opening.counterpartyAddr)
  const initialDraft = useInitialDraft(opening, details)
  const [changes, setChanges] = useState<Partial<ReturnDraft>>(prefill)
  const typed = { ...initialDraft, ...changes }
  const review = useReview()
  const action = useLedgerAction()
  const fourEyes = useFourEyes('create')
  const { draft, lot, part, quantityError, moves, payment, proposal, isLoading, refusal } = useProposal(
    opening,
    typed,
    { isReturnable: details !== undefined && !isClosed, isNamed: changes.description !== undefined, parts },
  )
  const accounts = useReturnAccounts(moves, draft)
  const checked = checkReturn({ opening, details, moves: accounts, payment }, draft)
  const errors = quantityError === undefined ? checked.errors : { ...checked.errors, quantity: quantityError }
  const terms = proposal === undefined || quantityError !== undefined ? undefined : checked.terms
  const parameters = terms && {
    deliveryId,
    quantities: part,
    lotAccounts: Object.fromEntries(terms.moves.map((one) => [one.lot, one.terms.account])),
    description: terms.description,
    ...(terms.repo && { repurchaseDate: draft.repurchaseDate, valueDate: terms.valueDate }),
  }
  const submit = parameters && ((options: SendOptions) => submitReturn(client, parameters, options))
  const dryRun = useDryRun(
    ['return', deliveryId, JSON.stringify(draft)],
    review.isReviewing && fourEyes === undefined ? submit : undefined,
    action.clearFailure,
  )
  const sign = () => {
    if (submit === undefined) return
    void action.start({
      run: submit,
      dryRun,
      title: t('ReturnForm.sending', { counterparty }),
      success: ({ deliveryId: id }) => ({
        title: t('ReturnForm.success'),
        text: t('TransferForm.success_text', { counterparty }),
        link: id && { label: t('TransferForm.open'), href: `/transactions?row=${id}` },
      }),
      failure: t('ReturnForm.failure'),
      failureToSubmit: t('TransferForm.submit_failure'),
      onPublished: onClose,
    })
  }
  const canGoOn = terms !== undefined && !isClosed && fourEyes === undefined
  return (
    <TermsDialog
      title={t('ReturnForm.title')}
      description={transferTitle(opening, counterparty)}
      action={action}
      review={review}
      fourEyes={fourEyes}
      proposal={{ proposalKey: JSON.stringify(draft), run: isClosed ? undefined : submit }}
      failure={
        failure ??
        (lot === undefined || review.isReviewing ? refusal : undefined) ??
        suspensionOf(accounts.map(({ limits }) => limits))
      }
      hasErrors={Object.keys(errors).length > 0}
      isReading={isReading || isLoading || accounts.some(({ choices }) => choices.isLoading)}
      consequences={terms && consequencesOf(terms, accounts, counterparty, review.isReviewing)}
      paper={
        terms && (
          <Suspense fallback={null}>
            <ReturnPaper terms={terms} accounts={accounts} counterparty={counterparty} payment={payment} />
          </Suspense>
        )
      }
      dryRun={dryRun}
      submit={t('TransferForm.submit')}
      onClose={onClose}
      isFilled={!isPristine(draft, initialDraft)}
      onSubmit={() => review.advance(canGoOn, sign)}
    >
      <ReturnFields
        draft={draft}
        lot={lot}
        errors={errors}
        accounts={accounts}
        currency={details?.repo && opening.cashCurrency}
        isSubmitted={review.isSubmitted}
        isDisabled={action.isBusy || review.isReviewing}
        onChange={(part) => setChanges((previous) => ({ ...previous, ...part }))}
      />
    </TermsDialog>
  )
}

/** The paper has the sentences of the legs. */
function consequencesOf(
  terms: ReturnTerms,
  accounts: readonly ReturnAccount[],
  counterparty: string,
  hasPaper: boolean,
): Consequences {
  const consequences = transferConsequences(terms, {
    custodians: [...new Set(accounts.map(({ custodian }) => custodian))],
    counterparty,
    legs: terms.moves.flatMap(({ lot, key, terms: asset }) =>
      accounts.filter(({ move }) => move.lot === lot).map(({ choices }) => ({ key, asset, choices })),
    ),
    isClosing: true,
  })
  return hasPaper ? { ...consequences, legs: [] } : consequences
}

type ProposalOptions = {
  isReturnable: boolean
  /** The user has changed the description. */
  isNamed: boolean
  parts: ProposedParts | undefined
}

/** What goes back and is paid by the draft; `refusal` says why nothing can. */
function useProposal(
  opening: Transfer,
  typed: ReturnDraft,
  { isReturnable, isNamed, parts }: ProposalOptions,
) {
  const { client, tenantAddr } = useViewer()
  const { deliveryId } = opening
  const { data, isLoading } = useQuery(dealQuery(client, deliveryId))
  const lot = lotToReturn(data?.deal)
  const again = lot && parts?.[lot.lot]
  const quantity =
    typed.quantity ?? (again === undefined ? null : formatQuantity(again, lot?.asset.decimals ?? 0))
  const { part, fault } = partOf(quantity, lot)
  const isShown = parts === undefined || (data?.deal !== undefined && canShowParts(parts, data.deal))
  const { repurchaseDate } = typed
  const isComplete =
    isReturnable && isShown && fault === undefined && (repurchaseDate === '' || isDay(repurchaseDate))
  const found = useQuery(
    returnQuery(
      client,
      isComplete ? { deliveryId, quantities: part, repurchaseDate: repurchaseDate || undefined } : undefined,
    ),
  )
  const refusal =
    data?.deal !== undefined && !isShown
      ? t('ReturnForm.other_parts')
      : found.error === null
        ? undefined
        : causeOf(found.error)
  const isPart = part !== undefined && !isNamed
  const description = isPart ? descriptionOf(opening, 'ReturnForm.part_description') : typed.description
  const proposal = found.data
  return {
    draft: { ...typed, quantity, description },
    lot,
    part,
    quantityError: fault ?? (lot === undefined ? undefined : refusal),
    moves: data === undefined ? [] : ownMoves(data, tenantAddr, proposal?.moves),
    payment: proposal?.payment,
    proposal,
    /** The deal, or what goes back of it, is still being read. */
    isLoading: isLoading || found.isLoading,
    refusal,
  }
}

/** The private terms of the opening, and why it cannot be closed. */
function useOpeningDetails(opening: Transfer) {
  const { client } = useViewer()
  const { data, isError, isSuccess, isLoading } = useQuery(detailsQuery(client, opening.deliveryId))
  const details = (data?.status === 'SYNCED' && data.details) || undefined
  const isClosed = useClosing(opening) !== undefined || details?.openingDeliveryId !== undefined
  const isUnreadable = isError || (isSuccess && details === undefined)
  const failure = isUnreadable
    ? t('TransferForm.prefill_failure')
    : isClosed
      ? t('ReturnForm.closed')
      : undefined
  return { details, isClosed, failure, isReading: isLoading }
}

/** An open repo ends on the first business day of its currency. */
function useInitialDraft(opening: Transfer, details: DeliveryDetails | undefined): ReturnDraft {
  const { calendar = TARGET } = useCalendar(opening.cashCurrency)
  return {
    quantity: null,
    accounts: {},
    repurchaseDate: details?.repo === undefined ? '' : closingDay(details.repo, todayUtc(), calendar),
    description: descriptionOf(opening, 'ReturnForm.description'),
  }
}

const descriptionOf = (
  { description }: Transfer,
  key: 'ReturnForm.description' | 'ReturnForm.part_description',
): string => t(key, { description: readableText(description ?? '') }).trim()

type FieldsProps = {
  draft: ReturnDraft
  lot: DealLot | undefined
  errors: ReturnErrors
  accounts: readonly ReturnAccount[]
  /** Of a repo. */
  currency: Currency | null | undefined
  isSubmitted: boolean
  isDisabled: boolean
  onChange: (part: Partial<ReturnDraft>) => void
}

function ReturnFields(props: FieldsProps) {
  const { draft, lot, errors, accounts, currency, isSubmitted, isDisabled, onChange } = props
  const changeDate = (repurchaseDate: string) => onChange({ repurchaseDate })
  return (
    <>
      {lot !== undefined && lot.outstanding > 0n && (
        <QuantityField
          label={t('ReturnForm.quantity')}
          hint={outstandingText(lot)}
          value={draft.quantity ?? formatQuantity(availableOf(lot), lot.asset.decimals)}
          decimals={lot.asset.decimals}
          maximum={availableOf(lot)}
          error={errors.quantity}
          disabled={isDisabled}
          onChange={(quantity) => onChange({ quantity })}
        />
      )}
      {accounts.map(({ move, label, choices }) => (
        <SelectField
          key={move.lot}
          label={label}
          placeholder={t('Deal.choose')}
          value={movedAsset(move, draft).account}
          options={choices.accounts}
          error={choices.isLoading ? undefined : errors.accounts?.[move.lot]}
          hint={choices.hint}
          disabled={isDisabled}
          onChange={(account) => onChange({ accounts: { ...draft.accounts, [move.lot]: account } })}
        />
      ))}
      {currency !== undefined && (
        <>
          <DateField
            label={t('TransferForm.repurchase_date')}
            value={draft.repurchaseDate}
            error={errors.repurchaseDate}
            disabled={isDisabled}
            onChange={changeDate}
          />
          <ClosedDayNote
            day={draft.repurchaseDate}
            currency={currency}
            disabled={isDisabled}
            onChange={changeDate}
          />
        </>
      )}
      <TextAreaField
        label={t('DealForm.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={isSubmitted ? errors.description : typedDescriptionFault(draft.description)}
        disabled={isDisabled}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}

function outstandingText({ outstanding, delivered, inFlight, asset }: DealLot): string {
  const text = (units: bigint) => formatQuantity(units, asset.decimals)
  const values = { outstanding: text(outstanding), delivered: text(delivered) }
  return inFlight === 0n
    ? t('ReturnForm.outstanding', values)
    : t('ReturnForm.outstanding_in_flight', { ...values, inFlight: text(inFlight) })
}
