import type { TestLine, ValueTest } from '@connex/protocol/substitutions'
import { custodianOptions } from '../../../lib/custodians.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { instrumentName } from '../../../lib/identifiers.ts'
import { useAssetLabels } from '../../../lib/instruments.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { useAccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DecimalField, QuantityField } from '../../../ui/field/QuantityField.tsx'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import styles from '../../../shared/substitution/Substitution.module.css'
import { worthText } from '../../../shared/substitution/ValueTests.tsx'
import type { PriceDrafts } from './priceDrafts.ts'
import { PriceFields, type PriceFileProps } from './PriceFields.tsx'
import {
  custodianKeyOf,
  emptyIncoming,
  outText,
  positionKey,
  positionOf,
  positionsFor,
  type Available,
  type IncomingDraft,
  type SubstitutionDraft,
  type SubstitutionErrors,
} from './substitutionForm.ts'
import type { LotToExchange } from './useConsent.ts'

export type ColumnsProps = {
  draft: SubstitutionDraft
  known: {
    lots: readonly LotToExchange[]
    /** Cheapest first. */
    positions: readonly Available[]
    isSuspended: (position: Available) => boolean
    /** What may be exchanged, and its prices as typed or from a file. */
    instruments: PriceFileProps['instruments']
    prices: PriceDrafts
    custodian: string | undefined
  }
  /** Positions are on their way. */
  isLoading: boolean
  errors: SubstitutionErrors
  test: ValueTest | undefined
  /** Empty fields are errors once the user has gone on. */
  isSubmitted: boolean
  isDisabled: boolean
  unproposed: { id: number; text: string } | undefined
  onChange: (part: Partial<SubstitutionDraft>) => void
  onPropose: (id: number) => void
}

/** What goes out on the left, what comes in on the right, each with its price and its worth. */
export function ExchangeColumns(props: ColumnsProps) {
  const { draft, test, isDisabled, onChange } = props
  const { lots } = props.known
  const labelOf = useAssetLabels(lots.map(({ asset }) => asset))
  const last = draft.in.at(-1)
  const count = draft.in.length + lots.length
  return (
    <div className={styles.columns}>
      <section className={styles.column}>
        <h3 className={styles.title}>{t('Substitution.out')}</h3>
        {lots.map((lot) => (
          <OutLine key={lot.lot} {...props} lot={lot} label={labelOf(lot.asset)} />
        ))}
      </section>
      <section className={styles.column}>
        <h3 className={styles.title}>{t('Substitution.in')}</h3>
        {draft.in.map((row, index) => (
          <InLine
            key={row.id}
            {...props}
            row={row}
            index={index}
            line={test?.lines.filter(({ way }) => way === 'in')[index]}
          />
        ))}
        {count < LEGS && !isDisabled && (
          <Button
            size="small"
            icon="plus"
            onClick={() =>
              onChange({ in: [...draft.in, emptyIncoming((last?.id ?? 0) + 1, last?.custodian)] })
            }
          >
            {t('Substitution.more')}
          </Button>
        )}
      </section>
    </div>
  )
}

/** A delivery has at most so many legs. */
const LEGS = 32

type OutLineProps = ColumnsProps & { lot: LotToExchange; label: string | null | undefined }

function OutLine({ lot, label, ...props }: OutLineProps) {
  const { draft, known, errors, test, isSubmitted, isDisabled, onChange } = props
  const { lots } = known
  const { asset, outstanding, most } = lot
  const typed = outText(draft, lot, lots.length)
  const line = test?.lines.find((one) => one.lot === lot.lot)
  return (
    <div className={styles.line}>
      <strong>
        {instrumentName(asset.identifier ?? '', label)} · {lot.lot}
      </strong>
      <QuantityField
        label={t('Substitution.quantity')}
        name={`${t('Substitution.quantity')} ${lot.lot}`}
        hint={t(most < outstanding ? 'Substitution.agreed' : 'Substitution.outstanding', {
          outstanding: formatQuantity(outstanding, asset.decimals),
          agreed: formatQuantity(most, asset.decimals),
        })}
        value={typed}
        decimals={asset.decimals}
        maximum={most}
        error={typed !== '' || isSubmitted ? errors.out[lot.lot] : undefined}
        disabled={isDisabled}
        onChange={(quantity) => onChange({ out: { ...draft.out, [lot.lot]: quantity } })}
      />
      <Prices {...props} name={lot.lot} instrument={asset.instrumentId} />
      <Worth line={line} test={test} />
    </div>
  )
}

type InLineProps = ColumnsProps & { row: IncomingDraft; index: number; line: TestLine | undefined }

function InLine({ row, index, line, ...props }: InLineProps) {
  const { draft, known, isLoading, errors, test, isSubmitted, isDisabled, unproposed, onChange, onPropose } =
    props
  const accountName = useAccountNames()
  const positions = positionsFor(row, known)
  const position = positionOf(row, known)
  const own = errors.in[index] ?? {}
  const name = String(index + 1)
  const change = (part: Partial<IncomingDraft>) =>
    onChange({ in: draft.in.map((one) => (one.id === row.id ? { ...one, ...part } : one)) })
  const shown = (text: string | null, error: string | undefined) =>
    isSubmitted || (text !== null && text !== '') ? error : undefined
  const proposed = unproposed?.id === row.id ? unproposed.text : undefined
  return (
    <div className={styles.line}>
      <CustodianSelect
        name={name}
        value={custodianKeyOf(row, known)}
        isDisabled={isDisabled}
        onChange={(custodian) => change({ custodian, position: null })}
      />
      <SelectField
        label={t('Substitution.position')}
        name={`${t('Substitution.position')} ${name}`}
        placeholder={t('Deal.choose')}
        value={row.position}
        options={positions.map((one) => optionOf(one, accountName(one, one.account), known.isSuspended(one)))}
        error={shown(row.position, own.position)}
        hint={isLoading ? undefined : positionHint(positions.length, index)}
        disabled={isDisabled}
        aside={
          draft.in.length > 1 &&
          !isDisabled && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange({ in: draft.in.filter((one) => one.id !== row.id) })}
            >
              {t('Substitution.remove')}
            </Button>
          )
        }
        onChange={(chosen) => change({ position: chosen })}
      />
      <QuantityField
        label={t('Substitution.quantity')}
        name={`${t('Substitution.quantity')} ${name}`}
        value={row.quantity}
        decimals={position?.decimals ?? 0}
        maximum={position && BigInt(position.available)}
        error={proposed ?? shown(row.quantity, own.quantity)}
        disabled={isDisabled}
        onChange={(quantity) => change({ quantity })}
      />
      {position !== undefined && !isDisabled && (
        <Button size="small" onClick={() => onPropose(row.id)}>
          {t('Substitution.propose')}
        </Button>
      )}
      <Prices {...props} name={name} instrument={position?.instrumentId ?? null}>
        <DecimalField
          label={t('Substitution.haircut')}
          name={`${t('Substitution.haircut')} ${name}`}
          isOptional
          value={row.haircut}
          error={own.haircut}
          disabled={isDisabled}
          onChange={(haircut) => change({ haircut })}
        />
      </Prices>
      <Worth line={line} test={test} />
    </div>
  )
}

type CustodianProps = {
  name: string
  value: string | undefined
  isDisabled: boolean
  onChange: (key: string) => void
}

/** Who keeps what a row gives. */
function CustodianSelect({ name, value, isDisabled, onChange }: CustodianProps) {
  const { custodians } = useViewer()
  return (
    (custodians.length > 1 || value === undefined) && (
      <SelectField
        label={t('Substitution.custodian')}
        name={`${t('Substitution.custodian')} ${name}`}
        placeholder={t('Deal.choose')}
        value={value ?? null}
        options={custodianOptions(custodians)}
        disabled={isDisabled}
        onChange={onChange}
      />
    )
  )
}

/** The order is explained once. */
function positionHint(count: number, index: number): string | undefined {
  if (count === 0) return t('Substitution.no_positions')
  return count > 1 && index === 0 ? t('Substitution.cheapest_first') : undefined
}

const optionOf = (position: Available, accountName: string | undefined, isSuspended: boolean) => ({
  value: positionKey(position),
  label: instrumentName(position.identifier, position.label),
  note: t(isSuspended ? 'Substitution.position_suspended' : 'Substitution.position_note', {
    account: accountText(position.account, accountName),
    available: formatQuantity(position.available, position.decimals),
  }),
})

type PriceProps = Pick<ColumnsProps, 'draft' | 'known' | 'errors' | 'isDisabled' | 'onChange'> & {
  name: string
  instrument: string | null
  children?: React.ReactNode
}

const Prices = ({ draft, known, errors, onChange, ...props }: PriceProps) => (
  <PriceFields
    name={props.name}
    instrument={props.instrument}
    isDisabled={props.isDisabled}
    prices={known.prices}
    errors={errors.prices}
    onChange={(instrument, price) => onChange({ prices: { ...draft.prices, [instrument]: price } })}
  >
    {props.children}
  </PriceFields>
)

const Worth = ({ line, test }: { line: TestLine | undefined; test: ValueTest | undefined }) =>
  line !== undefined && test !== undefined && <p className={styles.worth}>{worthText(line, test)}</p>
