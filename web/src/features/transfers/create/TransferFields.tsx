import type { CustodianKey, Direction } from '@connex/protocol'
import { call, counterpartyOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { emptyAsset } from '../../../shared/deal/AssetDraft.ts'
import { AssetFields } from '../../../shared/deal/AssetFields.tsx'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import type { AssetChoices, LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { tenantLabels, tenantsQuery } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { ComboboxField } from '../../../ui/field/ComboboxField.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import { SelectField, type Option } from '../../../ui/field/SelectField.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { TRANSFER_KINDS, type TransferKind } from '../shared/transferSummary.ts'
import { RepoFields, type TransferFieldsProps } from './RepoFields.tsx'
import { ownLegsOf } from './transferDraft.ts'

type Props = TransferFieldsProps & {
  choices: Record<LegKey, AssetChoices>
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
    <>
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
      {legs.map((key) => (
        <AssetFields
          key={key}
          side={legs.length > 1 ? key : undefined}
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
        <>
          <DateField
            label={t('TransferForm.value_date')}
            hint={t('TransferForm.value_date_hint')}
            isOptional
            value={draft.valueDate}
            error={errors.valueDate}
            disabled={isDisabled}
            onChange={(valueDate) => onChange({ valueDate })}
          />
          <ClosedDayNote
            day={draft.valueDate}
            disabled={isDisabled}
            onChange={(valueDate) => onChange({ valueDate })}
          />
        </>
      )}
      <TextAreaField
        label={t('Transactions.description')}
        hint={t('DealForm.description_hint')}
        value={draft.description}
        error={errors.description}
        disabled={isDisabled}
        onChange={(description) => onChange({ description })}
      />
    </>
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
