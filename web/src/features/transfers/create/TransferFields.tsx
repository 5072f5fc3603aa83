import type { CustodianKey, Direction, TransferKind } from '@connex/protocol'
import { call, counterpartyOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { emptyAsset } from '../../../shared/deal/AssetDraft.ts'
import { AssetFields } from '../../../shared/deal/AssetFields.tsx'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import type { AssetField } from '../../../shared/deal/useAssetField.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { tenantLabels, tenantsQuery } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { ComboboxField } from '../../../ui/field/ComboboxField.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import { SelectField, type Option } from '../../../ui/field/SelectField.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { TRANSFER_KINDS } from '../shared/transferKinds.ts'
import { RepoFields } from './RepoFields.tsx'
import { ownLegsOf, type TransferFieldsProps } from './transferDraft.ts'
import styles from './TransferFields.module.css'

const MoreTerms = lazy(() => importWithRetry(() => import('../terms/MoreTerms.tsx')))
const LastDeal = lazy(() => importWithRetry(() => import('./LastDeal.tsx')))

type Props = TransferFieldsProps & {
  choices: Record<LegKey, AssetField>
  /** The user chooses the kind. */
  hasKindField: boolean
}

/** Another custodian has other registries and accounts. */
const emptyAssets = { deliver: emptyAsset, receive: emptyAsset }

export function TransferFields({ draft, errors, choices, hasKindField, isDisabled, onChange }: Props) {
  const { custodians } = useViewer()
  const counterparties = useCounterparties()
  const { kind } = draft
  const legs = ownLegsOf(draft)
  return (
    <div className={styles.form}>
      <div className={styles.row}>
        {hasKindField && (
          <SegmentedField
            label={t('TransferForm.kind')}
            value={kind ?? ''}
            disabled={isDisabled}
            error={errors.kind}
            options={TRANSFER_KINDS.map((value) => ({ value, label: t(`TransferForm.kind_${value}`) }))}
            onChange={(value) => onChange({ kind: value as TransferKind })}
          />
        )}
        <SegmentedField
          label={t('Transactions.direction')}
          value={draft.direction}
          disabled={isDisabled}
          options={(['DELIVER', 'RECEIVE'] as const).map((value) => ({
            value,
            label: t(`TransferForm.${value}_${kind ?? 'FOP'}`),
          }))}
          onChange={(direction) => onChange({ direction: direction as Direction })}
        />
      </div>
      <div className={styles.row}>
        <SelectField
          label={t('Transactions.custodian')}
          placeholder={t('Deal.choose')}
          value={draft.custodianKey}
          options={custodians.map(({ key, label }) => ({ value: key, label }))}
          error={errors.custodianKey}
          disabled={isDisabled}
          onChange={(key) => onChange({ custodianKey: key as CustodianKey, ...emptyAssets })}
        />
        <ComboboxField
          label={t('Transactions.counterparty')}
          placeholder={t('TransferForm.search_counterparty')}
          value={draft.counterpartyAddr}
          options={counterparties}
          error={errors.counterpartyAddr}
          disabled={isDisabled}
          onChange={(counterpartyAddr) => onChange({ counterpartyAddr })}
        />
      </div>
      <Suspense fallback={null}>
        <LastDeal draft={draft} counterparties={counterparties} isDisabled={isDisabled} onChange={onChange} />
      </Suspense>
      {legs.map((key, index) => (
        <AssetFields
          key={key}
          side={
            legs.length > 1
              ? { key, heading: t(`TransferForm.${index === 0 ? 'lend' : 'collateral'}_${draft.direction}`) }
              : undefined
          }
          draft={draft[key]}
          errors={errors[key] ?? {}}
          choices={choices[key]}
          isDisabled={isDisabled || draft.custodianKey === null}
          onChange={(next) => onChange({ [key]: next })}
        />
      ))}
      {kind === 'REPO' ? (
        <RepoFields draft={draft} errors={errors} isDisabled={isDisabled} onChange={onChange} />
      ) : (
        <ValueDateField draft={draft} errors={errors} isDisabled={isDisabled} onChange={onChange} />
      )}
      <TextAreaField
        label={t('Transactions.description')}
        placeholder={t('DealForm.description_hint')}
        isLine
        value={draft.description}
        error={errors.description}
        disabled={isDisabled}
        onChange={(description) => onChange({ description })}
      />
      <MoreFields draft={draft} errors={errors} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}

/** Open as soon as something in it is wrong. */
function MoreFields(props: TransferFieldsProps) {
  const [isOpen, setIsOpen] = useState(props.draft.more !== null)
  const isShown = isOpen || Object.keys(props.errors.more ?? {}).length > 0
  return (
    <details className={styles.more} open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('TransferForm.more')}</summary>
      <Suspense fallback={null}>{isShown && <MoreTerms {...props} />}</Suspense>
    </details>
  )
}

function ValueDateField({ draft, errors, isDisabled, onChange }: TransferFieldsProps) {
  const change = (valueDate: string) => onChange({ valueDate })
  return (
    <div className={styles.row}>
      <DateField
        label={t('TransferForm.value_date')}
        hint={t('TransferForm.value_date_hint')}
        isOptional
        value={draft.valueDate}
        error={errors.valueDate}
        disabled={isDisabled}
        onChange={change}
      />
      <ClosedDayNote day={draft.valueDate} currency={null} disabled={isDisabled} onChange={change} />
    </div>
  )
}

/** Every other tenant, except the platform and the registrars. */
function useCounterparties(): Option[] {
  const { client, tenantAddr, custodians } = useViewer()
  const tenants = useQuery(tenantsQuery(client))
  const platform = useQuery({
    queryKey: ['platform', 'static'],
    queryFn: ({ signal }) => call(client, 'platform', { signal }),
    staleTime: Infinity,
  })
  if (tenants.data === undefined || platform.data === undefined) return []
  const labels = tenantLabels(tenants.data)
  return counterpartyOptions({
    tenants: tenants.data,
    ownTenant: tenantAddr,
    platformName: platform.data.name,
    registrars: custodians.map(({ registrarAddr }) => registrarAddr),
  }).map(({ address, name }) => ({ value: address, label: labels.get(address) ?? name }))
}
