// Several transfers at once: what each would be confirmed with, what all of them move, and the terms of one in a row.
import {
  actionsFor,
  CASH_INSTRUMENT,
  isDigital,
  readableText,
  type AccountNumber,
  type Address,
  type DeliveryId,
  type DeliveryLeg,
  type Duty,
  type Position,
  type Transfer,
} from '@connex/protocol'
import type { ConfirmAccounts, Transaction } from '@connex/sdk'
import { formatCash, formatQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { detailsDoubt, termsOf, withDetails, type DetailsCheck } from '../shared/transferDetails.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'
import { transferLeg } from '../shared/transferSummary.ts'

/** One of several transfers: what would be signed, or why it is left out. */
export type PlannedTransfer = {
  transfer: Transfer
  accounts?: ConfirmAccounts
  label?: string
  /** The duties that confirming covers. */
  duties?: readonly Duty[]
  skipReason?: string
  /** Shown once it is done. */
  success?: string
  check?: DetailsCheck | undefined
  /** Further consequences. */
  notes?: readonly string[]
  /** The own accounts to choose from, where several could receive. One choice applies to all rows of the custodian. */
  receiving?: { options: readonly AccountNumber[]; custodian: string }
  /** The transaction of the dry run: shown in the row, and the only one that may be signed. */
  transaction?: Transaction
}

type OwnAccount = { accountNum: AccountNumber; registryManagerAddr: Address; registrarAddr: Address }

type PlanContext = {
  viewer: Address
  positions: readonly Position[]
  accounts: readonly OwnAccount[]
  checks: ReadonlyMap<DeliveryId, DetailsCheck>
  /** Why the viewer has nothing to confirm, in a sentence. */
  waitText: (transfer: Transfer) => string
}

/**
 * Assigns accounts to several confirmations, one transfer after the other: each delivers from the account with the most
 * left, and receives into the only one. Where several could receive, the user chooses: see `withChosen`.
 */
export function planConfirms(transfers: readonly Transfer[], context: PlanContext): PlannedTransfer[] {
  const allocated = new Map<Position, bigint>()
  return transfers.map((transfer) => ({
    ...planConfirm(transfer, context, allocated),
    check: context.checks.get(transfer.deliveryId),
  }))
}

/** Adds what it delivers to `allocated`. */
function planConfirm(
  transfer: Transfer,
  { viewer, positions, accounts, checks, waitText }: PlanContext,
  allocated: Map<Position, bigint>,
): PlannedTransfer {
  const { confirm } = actionsFor(transfer, viewer)
  if (confirm === undefined) return { transfer, skipReason: waitText(transfer) }
  const doubt = detailsDoubt(transfer, checks.get(transfer.deliveryId))
  if (doubt !== undefined) return { transfer, skipReason: doubt }
  const { label, duties } = confirm
  const delivered = duties.includes('deliver') ? legOf(transfer, viewer, 'sender') : undefined
  const received = duties.includes('receive') ? legOf(transfer, viewer, 'receiver') : undefined

  const leftIn = (position: Position) => BigInt(position.available) - (allocated.get(position) ?? 0n)
  const source =
    delivered &&
    fullest(
      positions.filter((one) => one.registryId === delivered.assetId),
      leftIn,
    )
  if (delivered && (source === undefined || leftIn(source) < BigInt(delivered.quantity)))
    return { transfer, skipReason: t('ConfirmForm.insufficient') }

  const needsAccount = received?.receiverAccount === null
  const options = needsAccount ? accountsFor(received, positions, accounts) : []
  const [first, second] = options
  if (needsAccount && first === undefined) return { transfer, skipReason: t('Deal.no_accounts') }
  if (delivered && source) allocated.set(source, (allocated.get(source) ?? 0n) + BigInt(delivered.quantity))
  return {
    transfer,
    label,
    duties,
    accounts: {
      ...(source && { deliver: source.account }),
      ...(first !== undefined && second === undefined && { receive: first }),
    },
    ...(received &&
      second !== undefined && {
        receiving: { options, custodian: `${received.assetManagerAddr}:${received.registrar}` },
      }),
  }
}

const legOf = (transfer: Transfer, tenant: Address, role: 'sender' | 'receiver') =>
  transfer.legs.find((leg) => isDigital(leg) && leg[role] === tenant)

const fullest = (positions: readonly Position[], measure: (position: Position) => bigint) =>
  positions.reduce<Position | undefined>(
    (best, one) => (best === undefined || measure(one) > measure(best) ? one : best),
    undefined,
  )

/** The own accounts that could receive a leg. */
function accountsFor(
  { assetId, assetManagerAddr, registrar }: DeliveryLeg,
  positions: readonly Position[],
  accounts: readonly OwnAccount[],
): AccountNumber[] {
  const holding = positions.flatMap((one) =>
    one.registryId === assetId && one.account !== null && one.quantity !== '0' ? [one.account] : [],
  )
  const open = accounts.filter(
    (one) => one.registryManagerAddr === assetManagerAddr && one.registrarAddr === registrar,
  )
  return [...new Set([...open.map(({ accountNum }) => accountNum), ...holding])]
}

/** The chosen receiving accounts: by delivery, and by custodian for rows without a choice of their own. */
export type ReceivingAccounts = ReadonlyMap<string, AccountNumber>

/** `choose(chosen, planned, account)`: the first choice at a custodian applies to its other rows too. */
export const choose = (
  chosen: ReceivingAccounts,
  { transfer, receiving }: PlannedTransfer,
  account: AccountNumber,
): ReceivingAccounts => {
  const custodian = receiving?.custodian ?? ''
  const first = chosen.get(custodian) ?? account
  return new Map([...chosen, [custodian, first], [transfer.deliveryId, account]])
}

/** The plan with the chosen receiving account. */
export function withChosen(planned: PlannedTransfer, chosen: ReceivingAccounts): PlannedTransfer {
  const { transfer, receiving, accounts } = planned
  if (receiving === undefined) return planned
  const account = chosen.get(transfer.deliveryId) ?? chosen.get(receiving.custodian)
  return account !== undefined && receiving.options.includes(account)
    ? { ...planned, accounts: { ...accounts, receive: account } }
    : planned
}

/** The user has nothing left to choose. */
export const isDecided = ({ receiving, accounts }: PlannedTransfer): boolean =>
  receiving === undefined || accounts?.receive !== undefined

type Sum = { units: bigint; format: (units: bigint) => string }

/** What all of them deliver and receive, one sum for each instrument and currency. */
export function bulkTotals(
  planned: readonly PlannedTransfer[],
  instrumentOf: (identifier: string) => string,
): string[] {
  return LEG_KEYS.flatMap((key) => {
    const sums = new Map<string, Sum>()
    const add = (id: string, units: bigint, format: Sum['format']) =>
      sums.set(id, { units: (sums.get(id)?.units ?? 0n) + units, format })
    for (const { transfer: read, check } of planned) {
      const transfer = withDetails(read, check)
      const asset = transfer[key]
      const { cashQuantity, cashCurrency } = transfer
      const currency = cashCurrency ?? ''
      if (asset !== null) {
        const { identifier, quantity, decimals } = asset
        const name = instrumentOf(identifier ?? '')
        add(`${identifier}.${decimals}`, BigInt(quantity), (units) =>
          `${formatQuantity(units.toString(), decimals)} ${name}`.trim(),
        )
      } else if (transferLeg(transfer, key)?.instrument === CASH_INSTRUMENT && cashQuantity !== null)
        add(`cash.${currency}`, BigInt(cashQuantity.replace('.', '')), (cents) =>
          formatCash(decimalOf(cents), currency),
        )
    }
    const all = [...sums.values()].map(({ units, format }) => format(units)).join(', ')
    return all === '' ? [] : [t(`Bulk.${key}_total`, { all })]
  })
}

/** Cash has two decimals: 980050n → '9800.50' */
function decimalOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** One row's legs with their accounts, and its private terms, which the signed bytes do not contain. */
export function dealText(
  { transfer: read, accounts, check }: PlannedTransfer,
  instrumentOf: (identifier: string) => string,
): { legs: string[]; terms: string } {
  const transfer = withDetails(read, check)
  const legs = LEG_KEYS.flatMap((key) => {
    const leg = transferLeg(transfer, key, instrumentOf)
    if (leg === undefined) return []
    const account = accounts?.[key] ?? leg.account
    const quantity = leg.quantity === '' ? t('Transactions.not_known_yet') : leg.quantity
    const where = account && `, ${t(key === 'deliver' ? 'Signed.from' : 'Signed.into', { account })}`
    return [`${t(`Transactions.you_${key}`)} ${quantity} ${leg.instrument}${where}`]
  })
  const terms = termsOf(transfer, check?.details).map(({ term, value }) => `${term} ${value}`)
  return {
    legs,
    terms: [readableText(transfer.description ?? ''), ...terms].filter((one) => one !== '').join(' · '),
  }
}
