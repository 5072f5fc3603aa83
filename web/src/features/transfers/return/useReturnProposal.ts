// What a return gives back and pays, as the protocol computes it while the form is filled in.
import { readableText, TARGET, type DeliveryDetails, type Transfer } from '@connex/protocol'
import type { DealRefusal } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { causeOf } from '../../../lib/errorText.ts'
import { isDay, todayUtc } from '../../../lib/format.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { useCalendar } from '../../../shared/desk/calendars.ts'
import { dealQuery, returnQuery } from '../shared/dealQueries.ts'
import { detailsQuery, useClosing } from '../shared/transferQueries.ts'
import { closingDay, ownMoves, type ReturnDraft } from './returnForm.ts'
import {
  canShowParts,
  collateralToReturn,
  lotsToReturn,
  readQuantities,
  typedParts,
  type ProposedParts,
  type ReadQuantities,
} from './returnQuantities.ts'

type ProposalOptions = {
  isReturnable: boolean
  /** The user has changed the description. */
  isNamed: boolean
  parts: ProposedParts | undefined
}

const EVERYTHING: ReadQuantities = { isPart: false, errors: {} }

/** What goes back and is paid by the draft; `refusal` says why nothing can. */
export function useReturnProposal(
  opening: Transfer,
  typed: ReturnDraft,
  { isReturnable, isNamed, parts }: ProposalOptions,
) {
  const { client, tenantAddr } = useViewer()
  const { deliveryId } = opening
  const { data, isLoading } = useQuery(dealQuery(client, deliveryId))
  const deal = data?.deal
  const isShown = parts === undefined || (deal !== undefined && canShowParts(parts, deal))
  const before = parts === undefined || deal === undefined ? {} : typedParts(parts, deal)
  const draft = { ...typed, quantities: { ...before, ...typed.quantities } }
  const read = deal === undefined ? EVERYTHING : readQuantities(draft.quantities, deal)
  const { quantities, isPart } = read
  const { repurchaseDate, interest } = typed
  const hasErrors = Object.keys(read.errors).length > 0
  const isComplete = isReturnable && isShown && !hasErrors && (repurchaseDate === '' || isDay(repurchaseDate))
  const parameters = {
    deliveryId,
    quantities,
    repurchaseDate: repurchaseDate || undefined,
    interest: isPart && deal?.kind === 'REPO' ? interest : undefined,
  }
  const found = useQuery(returnQuery(client, isComplete ? parameters : undefined))
  const lots = deal === undefined ? [] : lotsToReturn(deal)
  const collateral = deal === undefined || !isPart ? [] : collateralToReturn(deal)
  const refusal = found.error === null ? undefined : causeOf(found.error)
  const refused = [...lots, ...collateral].find(({ lot }) => lot === lotOf(found.error))?.lot
  const proposal = found.data
  return {
    draft: isPart && !isNamed ? { ...draft, description: descriptionOf(opening, PART) } : draft,
    parameters,
    deal,
    lots,
    collateral,
    isPart,
    quantityErrors: refused === undefined ? read.errors : { ...read.errors, [refused]: refusal },
    moves: data === undefined ? [] : ownMoves(data, tenantAddr, proposal?.moves),
    proposal,
    /** The deal, or what goes back of it, is still being read. */
    isLoading: isLoading || found.isLoading,
    refusal: deal !== undefined && !isShown ? t('ReturnForm.other_parts') : refusal,
    /** A quantity has the refusal as its error. */
    isAtQuantity: refused !== undefined,
  }
}

/** Which lot a refusal is about; its class would load all sentences of deals. */
function lotOf(error: Error | null): string | undefined {
  const { refusal } = (error ?? {}) as { refusal?: DealRefusal }
  return refusal !== undefined && 'lot' in refusal ? refusal.lot : undefined
}

/** The private terms of the opening, and why it cannot be closed. */
export function useOpeningDetails(opening: Transfer) {
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
export function useInitialDraft(opening: Transfer, details: DeliveryDetails | undefined): ReturnDraft {
  const { calendar = TARGET } = useCalendar(opening.cashCurrency)
  return {
    quantities: {},
    interest: 'ON_PART',
    accounts: {},
    repurchaseDate: details?.repo === undefined ? '' : closingDay(details.repo, todayUtc(), calendar),
    description: descriptionOf(opening, 'ReturnForm.description'),
  }
}

const PART = 'ReturnForm.part_description'

const descriptionOf = ({ description }: Transfer, key: 'ReturnForm.description' | typeof PART): string =>
  t(key, { description: readableText(description ?? '') }).trim()
