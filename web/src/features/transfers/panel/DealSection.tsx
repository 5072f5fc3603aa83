import type { Address, DeliveryId, Transfer } from '@connex/protocol'
import { cashOf } from '@connex/protocol'
import {
  confirmersText,
  dealSentence,
  dealTermTexts,
  EVENT_TEXTS,
  isLive,
  isSameForOther,
  substitutableLots,
  termTexts,
  WARNING_TEXTS,
} from '@connex/protocol/deals'
import type { Deal, DealDetails, DealEntry, DealLot, DeliveryOfDeal, TermText } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useAssetNames } from '../../../lib/instruments.ts'
import { formatCash, formatIsoDay, formatQuantity } from '../../../lib/format.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { dealPanel } from '../../../messages/en/panels/dealPanel.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { AsOfField } from '../../../shared/asOf/AsOfField.tsx'
import { asOfQuery, momentFailure } from '../../../shared/asOf/asOf.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DefinitionList } from '../../../ui/panel/DefinitionList.tsx'
import { PanelList, type PanelItem } from '../../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../../ui/panel/PanelPart.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { DealMessages } from '../messages/DealMessages.tsx'
import { dealQuery } from '../shared/dealQueries.ts'
import { mayDeliver, type TransferAction } from '../shared/transferActions.ts'

addMessages(dealPanel)

type Props = {
  transfer: Transfer
  /** The past moment that it shows, as `asOfQuery` takes it. */
  moment: string | undefined
  onMoment: (moment: string | undefined) => void
  onAction: (action: TransferAction['id'], transfer: Transfer) => void
  onOpen: (deliveryId: DeliveryId) => void
}

/** The deal that a transfer opens or belongs to: one sentence, its lots, and its events. */
export default function DealSection({ transfer, moment, onMoment, onAction, onOpen }: Props) {
  const { client, tenantAddr, user } = useViewer()
  const nameOf = useTenantNames()
  const isPast = moment !== undefined
  const query = useQuery(
    dealQuery(client, transfer.openingDeliveryId ?? transfer.deliveryId, asOfQuery(moment)),
  )
  const assetName = useAssetNames((query.data?.deal.lots ?? []).map(({ asset }) => asset))
  return (
    <PanelPart
      title={t('DealPanel.title')}
      query={query}
      head={<DealMoment moment={moment} onChange={onMoment} />}
      failure={isPast && query.error !== null ? momentFailure(query.error) : undefined}
    >
      {({ deal, day, deliveries }) => (
        <>
          <p>{dealSentence(deal, day, { asset: assetName, day: formatIsoDay })}</p>
          <Terms terms={changedTerms(deal, transfer, deliveries[0]?.details)} />
          <PanelList
            label={t('DealPanel.lots')}
            items={deal.lots.map((lot) => ({
              ...lotItem(lot, nameOf(lot.holder)),
              title: assetName(lot.asset),
            }))}
            empty=""
          />
          {!isPast && maySubstitute(deal, tenantAddr) && (
            <Button
              size="small"
              icon="refresh"
              disabledReason={mayDeliver(user, transfer) ? undefined : t('Turn.read_only')}
              onClick={() => onAction('substitute', transfer)}
            >
              {t('DealPanel.substitute')}
            </Button>
          )}
          <PanelList
            label={t('DealPanel.events')}
            items={deal.events.map((event) => ({
              ...eventItem(event, deal, byText(event, deliveries, nameOf)),
              ...(event.deliveryId !== transfer.deliveryId && { onOpen: () => onOpen(event.deliveryId) }),
            }))}
            empty=""
          />
          <Agreement deal={deal} own={tenantAddr} />
          {!isPast && (
            <DealMessages
              deal={deal}
              counterparty={nameOf(deal.giver === tenantAddr ? deal.taker : deal.giver)}
              mayWrite={isLive(deal) && mayDeliver(user, transfer)}
              asset={assetName}
            />
          )}
        </>
      )}
    </PanelPart>
  )
}

/** The moment that the deal is shown at; of a past one, what that means. */
const DealMoment = ({ moment, onChange }: { moment: string | undefined; onChange: Props['onMoment'] }) => (
  <>
    <span>
      <AsOfField moment={moment} onChange={onChange} />
    </span>
    {moment !== undefined && (
      <Alert tone="info" title={t('DealPanel.past')}>
        {t('DealPanel.past_text')}
      </Alert>
    )}
  </>
)

/** Those of the deal that the panel does not show already: of an opening, what amendments have changed. */
export function changedTerms(
  { terms }: Deal,
  { openingDeliveryId }: Transfer,
  opened: DealDetails | null | undefined,
): TermText[] {
  const shown = openingDeliveryId === null ? termTexts(opened ?? {}) : []
  return dealTermTexts(terms).filter(
    ({ term, value }) => !shown.some((one) => one.term === term && one.value === value),
  )
}

const Terms = ({ terms }: { terms: readonly TermText[] }) =>
  terms.length > 0 && <DefinitionList items={terms} />

/** Whether the viewer gave collateral that can be exchanged now. */
const maySubstitute = (deal: Deal, own: Address): boolean =>
  isLive(deal) &&
  deal.state !== 'INCONSISTENT' &&
  deal.terms.margin?.substitution !== 'NONE' &&
  substitutableLots(deal, own).length > 0

/** Whether the other side counts the same, and what cannot be counted. */
function Agreement({ deal, own }: { deal: Deal; own: string }) {
  const isSame = isSameForOther(deal, own)
  return (
    <>
      {deal.warnings.map(({ code, deliveryId }) => (
        <p key={`${code} ${deliveryId}`} role="alert">
          {WARNING_TEXTS[code]}
        </p>
      ))}
      {isSame !== null && <p>{t(isSame ? 'DealPanel.same' : 'DealPanel.different')}</p>}
    </>
  )
}

function lotItem(
  { lot, asset, outstanding, delivered, inFlight, arriving }: DealLot,
  holder: string,
): Omit<PanelItem, 'title'> {
  const text = (units: bigint) => formatQuantity(units, asset.decimals)
  return {
    id: lot,
    note: t('DealPanel.lot', { lot, holder }),
    figure: text(outstanding),
    status:
      inFlight > 0n
        ? t('DealPanel.in_flight', { quantity: text(inFlight) })
        : arriving > 0n
          ? t('DealPanel.arriving', { quantity: text(arriving) })
          : t('DealPanel.delivered', { delivered: text(delivered) }),
  }
}

const STATUS = {
  SETTLED: { tone: 'done', label: 'DealPanel.settled' },
  IN_FLIGHT: { tone: 'plain', label: 'DealPanel.pending' },
  CANCELED: { tone: 'canceled', label: 'DealPanel.canceled' },
} as const

/** Who created an event, and who has confirmed it. */
function byText(
  { deliveryId }: DealEntry,
  deliveries: readonly DeliveryOfDeal[],
  nameOf: (tenant: Address) => string,
): string[] {
  const delivery = deliveries.find((one) => one.deliveryId === deliveryId)
  return delivery === undefined ? [] : [confirmersText(delivery, nameOf)]
}

function eventItem(
  { deliveryId, kind, status, effectiveDate, moves, flows }: DealEntry,
  deal: Deal,
  by: readonly string[],
): PanelItem {
  const decimalsOf = (name: string) => deal.lots.find(({ lot }) => lot === name)?.asset.decimals ?? 0
  const { tone, label } = STATUS[status]
  const cash = flows.map(({ cents, currency }) => formatCash(cashOf(cents), currency))
  return {
    id: deliveryId,
    title: [EVENT_TEXTS[kind], ...cash].join(' · '),
    note: [
      // A loan's opening has no date of its own.
      ...(effectiveDate === null ? [] : [formatIsoDay(effectiveDate)]),
      ...by,
    ].join(' · '),
    figure: moves
      .map(
        ({ lot, quantity, way }) =>
          `${way === 'back' ? '−' : '+'}${formatQuantity(quantity, decimalsOf(lot))}`,
      )
      .join(' '),
    status: <StatusChip tone={tone}>{t(label)}</StatusChip>,
  }
}
