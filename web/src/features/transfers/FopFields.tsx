import type { CustodianKey, Direction } from '@connex/protocol'
import { call, counterpartyOptions } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { tenantsQuery } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { ComboboxField } from '../../ui/field/ComboboxField.tsx'
import { DateField } from '../../ui/field/DateField.tsx'
import { QuantityField } from '../../ui/field/QuantityField.tsx'
import { SegmentedField } from '../../ui/field/SegmentedField.tsx'
import { SelectField } from '../../ui/field/SelectField.tsx'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import type { FopDraft, FopErrors } from './fopForm.ts'
import type { FopChoices } from './useFopChoices.ts'
import styles from './FopFields.module.css'

type Props = {
  draft: FopDraft
  errors: FopErrors
  choices: FopChoices
  available: bigint | undefined
  isDisabled: boolean
  onChange: (part: Partial<FopDraft>) => void
}

/** What was chosen with one custodian means nothing with another. */
const NOTHING_CHOSEN = { registryId: null, account: null } as const

export function FopFields({ draft, errors, choices, available, isDisabled, onChange }: Props) {
  const { custodians } = useViewer()
  const counterparties = useCounterparties()
  const chooseInstrument = (registryId: string | null) => {
    const isKept = draft.direction === 'RECEIVE'
    onChange({ registryId, ...(!isKept && { account: null }) })
  }
  return (
    <>
      <SegmentedField
        label={t('FopForm.direction')}
        value={draft.direction}
        disabled={isDisabled}
        options={(['DELIVER', 'RECEIVE'] as const).map((value) => ({
          value,
          label: t(`Direction.${value}`),
        }))}
        onChange={(direction) => onChange({ direction: direction as Direction, ...NOTHING_CHOSEN })}
      />
      <SelectField
        label={t('FopForm.custodian')}
        placeholder={t('FopForm.choose')}
        value={draft.custodianKey}
        options={custodians.map(({ key, label }) => ({ value: key, label }))}
        error={errors.custodianKey}
        disabled={isDisabled}
        onChange={(key) => onChange({ custodianKey: key as CustodianKey, ...NOTHING_CHOSEN })}
      />
      <ComboboxField
        label={t('FopForm.counterparty')}
        placeholder={t('FopForm.search_counterparty')}
        value={draft.counterpartyAddr}
        options={counterparties}
        error={errors.counterpartyAddr}
        disabled={isDisabled}
        onChange={(counterpartyAddr) => onChange({ counterpartyAddr })}
      />
      <div className={styles.pair}>
        <ComboboxField
          label={t('FopForm.instrument')}
          placeholder={t('FopForm.choose')}
          value={draft.registryId}
          options={choices.instruments}
          error={errors.registryId}
          hint={choices.hint}
          empty={choices.hint ?? t('Form.no_match')}
          disabled={isDisabled || draft.custodianKey === null}
          onChange={chooseInstrument}
        />
        <SelectField
          label={t('FopForm.account')}
          placeholder={t('FopForm.choose')}
          value={draft.account}
          options={choices.accounts}
          error={errors.account}
          disabled={isDisabled || choices.accounts.length === 0}
          onChange={(account) => onChange({ account })}
        />
      </div>
      <QuantityField
        label={t('FopForm.quantity')}
        value={draft.quantity}
        decimals={choices.decimals}
        maximum={available}
        error={errors.quantity}
        disabled={isDisabled}
        onChange={(quantity) => onChange({ quantity })}
      />
      <DateField
        label={t('FopForm.value_date')}
        hint={t('FopForm.value_date_hint')}
        isOptional
        value={draft.valueDate}
        error={errors.valueDate}
        disabled={isDisabled}
        onChange={(valueDate) => onChange({ valueDate })}
      />
      <TextAreaField
        label={t('FopForm.description')}
        hint={t('FopForm.description_hint')}
        value={draft.description}
        maxLength={500}
        error={errors.description}
        disabled={isDisabled}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}

/** With whom one can make a transfer: not oneself, not the platform, not a registrar. */
function useCounterparties() {
  const { client, tenantAddr, custodians } = useViewer()
  const tenants = useQuery(tenantsQuery(client))
  const platform = useQuery({
    queryKey: ['platform', 'static'],
    queryFn: ({ signal }) => call(client, 'platform', { signal }),
    staleTime: Infinity,
  })
  if (tenants.data === undefined || platform.data === undefined) return []
  return counterpartyOptions({
    tenants: tenants.data,
    ownTenant: tenantAddr,
    platformName: platform.data.name,
    registrars: custodians.map(({ registrarAddr }) => registrarAddr),
  }).map(({ address, name }) => ({ value: address, label: name }))
}
