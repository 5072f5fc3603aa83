import { AccountNumber, type Transfer } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import columns from '../../../shared/deal/TermsDialog.module.css'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { causeOf } from '../../../lib/errorText.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
import { CheckboxField } from '../../../ui/field/CheckboxField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { TransferProof, UnreadDetails } from '../shared/TransferProof.tsx'
import { TransferLegs } from '../shared/TransferLegs.tsx'
import type { ReadDetails } from '../shared/transferDetails.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import type { AccountChoice, useConfirmAccounts } from './useConfirmAccounts.ts'

const SubstitutionTerms = lazy(() => importWithRetry(() => import('./SubstitutionTerms.tsx')))
const AgreedTerms = lazy(() => importWithRetry(() => import('./AgreedTerms.tsx')))

/** Something that the user has to accept before signing. */
export type Acceptance = { text: string; isAccepted: boolean; onAccept: (isAccepted: boolean) => void }

type Props = {
  transfer: Transfer
  check: ReadDetails | undefined
  /** Why the details cannot be relied on. */
  doubt: Acceptance | undefined
  /** What has happened to the deal since the return was proposed. */
  change: Acceptance | undefined
  /** Whether to leave the payment for later, where the user can choose. */
  payment: { isSkipped: boolean; onSkip: (isSkipped: boolean) => void } | undefined
  choice: Omit<ReturnType<typeof useConfirmAccounts>, 'accounts' | 'remember'>
  isBusy: boolean
  isSubmitted: boolean
}

/** The terms to confirm, with the accounts and options that are still open. */
export function ConfirmTerms({
  transfer,
  check,
  doubt,
  change,
  payment,
  choice,
  isBusy,
  isSubmitted,
}: Props) {
  const counterparty = useTenantNames()(transfer.counterpartyAddr)
  const legs = <TransferLegs transfer={withAccounts(transfer, choice)} />
  const rest = (
    <>
      <Suspense fallback={null}>
        <AgreedTerms transfer={transfer} details={check?.details} />
      </Suspense>
      {choice.choices.map((account) => (
        <AccountField
          key={account.key}
          choice={account}
          isLoading={choice.isLoading}
          isBusy={isBusy}
          isSubmitted={isSubmitted}
        />
      ))}
    </>
  )
  return (
    <div className={columns.terms}>
      <UnreadDetails check={check} />
      {/* First, because what follows cannot be relied on. */}
      {doubt && (
        <Accepting
          {...doubt}
          tone="danger"
          title={t('Confirming.doubt_title', { counterparty })}
          label={t('Confirming.accept_doubt')}
          isBusy={isBusy}
        />
      )}
      {transfer.openingDeliveryId === null ? (
        <>
          {legs}
          {rest}
        </>
      ) : (
        <Suspense fallback={legs}>
          <SubstitutionTerms transfer={transfer} isDisabled={isBusy} legs={legs}>
            {rest}
          </SubstitutionTerms>
        </Suspense>
      )}
      {payment && (
        <CheckboxField
          label={t('Confirming.without_payment')}
          isOn={payment.isSkipped}
          disabled={isBusy}
          onChange={payment.onSkip}
        />
      )}
      {change && (
        <Accepting
          {...change}
          tone="attention"
          title={t('Confirming.changed_title')}
          label={t('Confirming.accept_change')}
          isBusy={isBusy}
        />
      )}
      {choice.failure !== null && <Alert tone="danger">{causeOf(choice.failure)}</Alert>}
      <TransferProof transfer={transfer} check={doubt === undefined ? check : undefined} />
    </div>
  )
}

type AcceptingProps = Acceptance & {
  tone: 'danger' | 'attention'
  title: string
  label: string
  isBusy: boolean
}

const Accepting = ({ tone, title, text, label, isAccepted, onAccept, isBusy }: AcceptingProps) => (
  <>
    <Alert tone={tone} title={title}>
      {text}
    </Alert>
    <CheckboxField label={label} isOn={isAccepted} disabled={isBusy} onChange={onAccept} />
  </>
)

type AccountFieldProps = {
  choice: AccountChoice
  isLoading: boolean
  isBusy: boolean
  isSubmitted: boolean
}

const NONE = { deliver: 'Deal.no_positions', receive: 'Deal.no_accounts' } as const

function AccountField({ choice, isLoading, isBusy, isSubmitted }: AccountFieldProps) {
  const { role, label, value, options, error, choose } = choice
  const isEmpty = options.length === 0
  return (
    <SelectField
      label={label}
      placeholder={t('Deal.choose')}
      value={value}
      options={options}
      error={error ?? (isSubmitted && value === null ? t('Form.required') : undefined)}
      hint={isEmpty && !isLoading ? t(NONE[role]) : undefined}
      disabled={isBusy || isEmpty}
      onChange={choose}
    />
  )
}

/** The transfer with the accounts as chosen so far. */
function withAccounts(transfer: Transfer, { choices }: Props['choice']): Transfer {
  const chosen = (key: LegKey) => {
    const asset = transfer[key]
    const account = AccountNumber.safeParse(choices.find(({ role }) => role === key)?.value).data
    return asset && { ...asset, account: asset.account ?? account ?? null }
  }
  return { ...transfer, deliver: chosen('deliver'), receive: chosen('receive') }
}
