import {
  AccountNumber,
  type Direction,
  type Address,
  type CustodianKey,
  type RegistryId,
} from '@connex/protocol'
import { formatQuantity, parseQuantity, type QuantityFault } from '../../lib/quantity.ts'
import { t } from '../../messages/t.ts'

/** What has been filled in so far, as it stands in the fields. */
export type FopDraft = {
  direction: Direction
  custodianKey: CustodianKey | null
  counterpartyAddr: string | null
  registryId: string | null
  account: string | null
  quantity: string
  description: string
  /** 'YYYY-MM-DD' or empty. */
  valueDate: string
}

export type FopErrors = Partial<Record<keyof FopDraft, string>>

/** What the fields are checked against, as far as it is known for what is chosen. */
export type FopLimits = {
  decimals: number
  /** The free quantity of the chosen account, for what one delivers. */
  available: bigint | undefined
  /** UTC midnight of today, in seconds. */
  today: number
}

export type FopTerms = {
  direction: Direction
  counterpartyAddr: Address
  registryId: RegistryId
  account: AccountNumber
  quantity: bigint
  description: string
  valueDate: number | undefined
}

/** Checks a draft: the terms where all is well, else what is wrong by field. */
export function checkFop(draft: FopDraft, limits: FopLimits): { terms?: FopTerms; errors: FopErrors } {
  const { units, fault } = parseQuantity(draft.quantity, limits.decimals)
  const errors: FopErrors = {
    ...requiredErrors(draft),
    ...(fault !== undefined && { quantity: faultWords(fault, limits.decimals) }),
    ...(units !== undefined &&
      limits.available !== undefined &&
      units > limits.available && {
        quantity: t('Form.maximum_quantity', { max: formatQuantity(limits.available, limits.decimals) }),
      }),
    ...(isPast(draft.valueDate, limits.today) && { valueDate: t('FopForm.past') }),
  }
  const account = AccountNumber.safeParse(draft.account)
  if (Object.keys(errors).length > 0 || units === undefined || !account.success) return { errors }
  return {
    errors,
    terms: {
      direction: draft.direction,
      // Both were chosen from lists of the server, so they are what they seem.
      counterpartyAddr: draft.counterpartyAddr as Address,
      registryId: draft.registryId as RegistryId,
      account: account.data,
      quantity: units,
      description: draft.description.trim(),
      valueDate: draft.valueDate === '' ? undefined : midnight(draft.valueDate),
    },
  }
}

function requiredErrors(draft: FopDraft): FopErrors {
  const required = t('Form.required')
  return {
    ...(draft.custodianKey === null && { custodianKey: required }),
    ...(draft.counterpartyAddr === null && { counterpartyAddr: required }),
    ...(draft.registryId === null && { registryId: required }),
    ...(draft.account === null && { account: required }),
    ...(draft.description.trim() === '' && { description: required }),
  }
}

function faultWords(fault: QuantityFault, decimals: number): string {
  if (fault === 'missing' || fault === 'notPositive') return t('Form.required')
  return fault === 'tooPrecise' ? t('FopForm.too_precise', { decimals }) : t('FopForm.invalid_quantity')
}

const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const isPast = (day: string, today: number) => day !== '' && !(midnight(day) >= today)
