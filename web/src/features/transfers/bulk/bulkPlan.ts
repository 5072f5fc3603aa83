// Several transfers at once: what each would be confirmed with, what all of them move, and the terms of one in a row.
import {
  actionsFor,
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
import type { DetailsCheck } from '@connex/protocol/deals'
import type { ConfirmAccounts, Transaction } from '@connex/sdk'
import { amountText } from '../../../lib/sumByUnit.ts'
import { instrumentName } from '../../../lib/identifiers.ts'
import { t } from '../../../messages/t.ts'
import { accountUse } from '../../../shared/deal/lastAccounts.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import { legTotals } from '../shared/legTotals.ts'
import { detailsDoubtText, withDetails } from '../shared/transferDetails.ts'
import { legAccountName } from '../shared/legAccounts.ts'
import { transferLeg } from '../shared/transferSummary.ts'
import { termsOf } from '../shared/transferTerms.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'

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
  /** The own accounts to choose from, where several could receive. A choice is proposed to rows of the same use or custodian. */
  receiving?: { options: readonly AccountNumber[]; use: string; custodian: string }
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
  const doubt = detailsDoubtText(transfer, checks.get(transfer.deliveryId))
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
        receiving: {
          options,
          use: accountUse(viewer, 'receive', received),
          custodian: `${received.assetManagerAddr}:${received.registrar}`,
        },
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

/** The chosen receiving accounts: by delivery, and by use and custodian for rows without a choice of their own. */
export type ReceivingAccounts = ReadonlyMap<string, AccountNumber>

/** `choose(chosen, planned, account)`: the first choice for an instrument, and at a custodian, applies to other rows too. */
export const choose = (
  chosen: ReceivingAccounts,
  { transfer, receiving }: PlannedTransfer,
  account: AccountNumber,
): ReceivingAccounts => {
  const shared = receiving === undefined ? [] : [receiving.use, receiving.custodian]
  const first = shared.map((key) => [key, chosen.get(key) ?? account] as const)
  return new Map([...chosen, ...first, [transfer.deliveryId, account]])
}

/** The plan with the receiving account: chosen for the row or its instrument, last used for it, or chosen at its custodian. */
export function withChosen(
  planned: PlannedTransfer,
  chosen: ReceivingAccounts,
  lastUsed: (use: string) => AccountNumber | undefined = () => undefined,
): PlannedTransfer {
  const { transfer, receiving, accounts } = planned
  if (receiving === undefined) return planned
  const { use, custodian, options } = receiving
  const candidates = [chosen.get(transfer.deliveryId), chosen.get(use), lastUsed(use), chosen.get(custodian)]
  const account = candidates.find((one) => one !== undefined && options.includes(one))
  return account === undefined ? planned : { ...planned, accounts: { ...accounts, receive: account } }
}

/** The user has nothing left to choose. */
export const isDecided = ({ receiving, accounts }: PlannedTransfer): boolean =>
  receiving === undefined || accounts?.receive !== undefined

/** What all of them deliver and receive: one sum for each unit of securities, and for each currency of cash. */
export function bulkTotals(planned: readonly PlannedTransfer[]): string[] {
  const transfers = planned.map(({ transfer, check }) => withDetails(transfer, check))
  return LEG_KEYS.flatMap((key) => {
    const all = legTotals(transfers, key).sums.map(amountText)
    return all.length === 0 ? [] : [t(`Bulk.${key}_total`, { all: all.join(', ') })]
  })
}

/** One row's legs with their accounts, and its private terms, which the signed bytes do not contain. */
export function dealText(
  { transfer: read, accounts, check }: PlannedTransfer,
  accountName: AccountNames,
): { legs: string[]; terms: string } {
  const transfer = withDetails(read, check)
  const legs = LEG_KEYS.flatMap((key) => {
    const leg = transferLeg(transfer, key)
    if (leg === undefined) return []
    const account = accounts?.[key] ?? leg.account
    const quantity = leg.quantity === '' ? t('Transactions.not_known_yet') : leg.quantity
    const named = accountText(account, legAccountName(accountName, transfer, key, account))
    const where = account && `, ${t(key === 'deliver' ? 'Signed.from' : 'Signed.into', { account: named })}`
    const asset = transfer[key]
    const what = asset === null ? leg.instrument : instrumentName(asset.identifier ?? '', asset.label)
    return [`${t(`Transactions.you_${key}`)} ${quantity} ${what}${where}`]
  })
  const terms = termsOf(transfer, check?.details).map(({ term, value, note }) =>
    note === undefined ? `${term} ${value}` : `${term} ${value} (${note})`,
  )
  return {
    legs,
    terms: [readableText(transfer.description ?? ''), ...terms].filter((one) => one !== '').join(' · '),
  }
}
