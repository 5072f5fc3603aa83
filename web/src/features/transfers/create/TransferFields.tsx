import type { CustodianKey, Direction } from '@connex/protocol'
import { call, counterpartyOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'
import { emptyAsset } from '../../../shared/deal/AssetDraft.ts'
import { AssetFields } from '../../../shared/deal/AssetFields.tsx'
import { ClosedDayNote } from '../../../shared/deal/ClosedDayNote.tsx'
import type { AssetChoices, Side } from '../../../shared/deal/useAssetChoices.ts'
import { tenantLabels, tenantsQuery } from '../../../lib/tenants.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { ComboboxField } from '../../../ui/field/ComboboxField.tsx'
import { DateField } from '../../../ui/field/DateField.tsx'
import type { Option } from '../../../ui/field/SelectField.tsx'
import { SegmentedField } from '../../../ui/field/SegmentedField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { RepoFields } from './RepoFields.tsx'
import type { TransferFieldsProps } from './RepoFields.tsx'
import { sidesOf, TRANSFER_KINDS } from './transferDraft.ts'
import type { TransferKind } from './transferDraft.ts'

addMessages(transactions)

type Props = TransferFieldsProps & {
  choices: Record<Side, AssetChoices>
  /** Whether the kind is still to choose. */
  isKindOpen: boolean
}

/** What was chosen with one custodian means nothing with another. */
const nothingChosen = { deliver: emptyAsset, receive: emptyAsset }

export function TransferFields({ draft, errors, choices, isKindOpen, isDisabled, onChange }: Props) {
  const { custodians } = useViewer()
  const counterparties = useCounterparties()
  const { kind } = draft
  const sides = sidesOf(draft)
  return (
    <>
      {isKindOpen && (
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
        onChange={(key) => onChange({ custodianKey: key as CustodianKey, ...nothingChosen })}
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
      {sides.map((side) => (
        <AssetFields
          key={side}
          side={sides.length > 1 ? side : undefined}
          draft={draft[side]}
          errors={errors[side] ?? {}}
          choices={choices[side]}
          isDisabled={isDisabled || draft.custodianKey === null}
          onChange={(next) => onChange({ [side]: next })}
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

/** With whom one can make a transfer: not oneself, not the platform, not a registrar. */
export function useCounterparties(): Option[] {
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
