import { actionsFor, CASH_INSTRUMENT, isDigital, readableText } from '@connex/protocol'
import type {
  AccountNumber,
  Address,
  DeliveryId,
  DeliveryLeg,
  Duty,
  Position,
  Transfer,
} from '@connex/protocol'
import type { ConfirmAccounts, Transaction } from '@connex/sdk'
import { formatCash, formatQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { detailsDoubt, termsOf, withDetails } from '../shared/transferDetails.ts'
import type { DetailsCheck } from '../shared/transferDetails.ts'
import { transferSide } from '../shared/transferSummary.ts'

/** One of several transfers: what it would be confirmed with, or why it is left out. */
export type Planned = {
  transfer: Transfer
  accounts?: ConfirmAccounts
  label?: string
  /** What confirming it gives. */
  duties?: readonly Duty[]
  leftOut?: string
  /** What is said once it is done. */
  done?: string
  /** Its private details, as they were held against the ledger's fingerprint. */
  check?: DetailsCheck | undefined
  /** What follows beside it. */
  notes?: readonly string[]
  /** Which of one's accounts could receive it, where it is for the user to choose; one choice serves a custodian. */
  receiving?: { options: readonly AccountNumber[]; custodian: string }
  /** What would be signed, once the ledger was asked: shown as it is, and held to. */
  rehearsed?: Transaction
}

type OwnAccount = { accountNum: AccountNumber; registryManagerAddr: Address; registrarAddr: Address }

type Known = {
  viewer: Address
  positions: readonly Position[]
  accounts: readonly OwnAccount[]
  checks: ReadonlyMap<DeliveryId, DetailsCheck>
  /** Why nothing can be confirmed, in a sentence. */
  whyNot: (transfer: Transfer) => string
}

/**
 * Accounts for several confirmations at once, one transfer after the other: it is delivered from the account with the
 * most left, and received into the only one. Where there are more the user chooses, see `withChosen`.
 */
export function planConfirms(
  transfers: readonly Transfer[],
  { viewer, positions, accounts, checks, whyNot }: Known,
): Planned[] {
  const taken = new Map<Position, bigint>()
  const leftIn = (position: Position) => BigInt(position.available) - (taken.get(position) ?? 0n)

  return transfers.map((transfer) => ({ ...plan(transfer), check: checks.get(transfer.deliveryId) }))

  function plan(transfer: Transfer): Planned {
    const { confirm } = actionsFor(transfer, viewer)
    if (confirm === undefined) return { transfer, leftOut: whyNot(transfer) }
    const doubt = detailsDoubt(transfer, checks.get(transfer.deliveryId))
    if (doubt !== undefined) return { transfer, leftOut: doubt }
    const out = confirm.duties.includes('deliver') ? legOf(transfer, viewer, 'sender') : undefined
    const back = confirm.duties.includes('receive') ? legOf(transfer, viewer, 'receiver') : undefined
    const from =
      out &&
      fullest(
        positions.filter((one) => one.registryId === out.assetId),
        leftIn,
      )
    if (out && (from === undefined || leftIn(from) < BigInt(out.quantity)))
      return { transfer, leftOut: t('ConfirmForm.insufficient') }
    const options = back && back.receiverAccount === null ? accountsFor(back, positions, accounts) : []
    const [into, another] = options
    if (back?.receiverAccount === null && into === undefined)
      return { transfer, leftOut: t('Deal.no_accounts') }
    if (out && from) taken.set(from, (taken.get(from) ?? 0n) + BigInt(out.quantity))
    return {
      transfer,
      label: confirm.label,
      duties: confirm.duties,
      accounts: {
        ...(from && { deliver: from.account }),
        ...(into !== undefined && another === undefined && { receive: into }),
      },
      ...(back &&
        another !== undefined && {
          receiving: { options, custodian: `${back.assetManagerAddr}:${back.registrar}` },
        }),
    }
  }
}

const legOf = (transfer: Transfer, tenant: Address, role: 'sender' | 'receiver') =>
  transfer.legs.find((leg) => isDigital(leg) && leg[role] === tenant)

const fullest = (positions: readonly Position[], measure: (position: Position) => bigint) =>
  positions.reduce<Position | undefined>(
    (best, one) => (best === undefined || measure(one) > measure(best) ? one : best),
    undefined,
  )

/** Those that could receive it. */
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

/** The receiving accounts that were chosen: by delivery, and by custodian for the rows that have no choice of their own. */
export type Chosen = ReadonlyMap<string, AccountNumber>

/** `choose(chosen, planned, account)`: the first choice at a custodian serves its other rows too. */
export const choose = (chosen: Chosen, { transfer, receiving }: Planned, account: AccountNumber): Chosen => {
  const custodian = receiving?.custodian ?? ''
  const first = chosen.get(custodian) ?? account
  return new Map([...chosen, [custodian, first], [transfer.deliveryId, account]])
}

/** What is planned, with the accounts that were chosen for it. */
export function withChosen(planned: Planned, chosen: Chosen): Planned {
  const { transfer, receiving, accounts } = planned
  if (receiving === undefined) return planned
  const account = chosen.get(transfer.deliveryId) ?? chosen.get(receiving.custodian)
  return account !== undefined && receiving.options.includes(account)
    ? { ...planned, accounts: { ...accounts, receive: account } }
    : planned
}

/** Nothing of it is left for the user to choose. */
export const isDecided = ({ receiving, accounts }: Planned): boolean =>
  receiving === undefined || accounts?.receive !== undefined

type Sum = { units: bigint; show: (units: bigint) => string }

/** What all of them deliver and receive together, instrument by instrument: never one sum of different things. */
export function bulkTotals(
  planned: readonly Planned[],
  instrumentOf: (identifier: string) => string,
): string[] {
  return (['deliver', 'receive'] as const).flatMap((side) => {
    const sums = new Map<string, Sum>()
    const add = (key: string, units: bigint, show: Sum['show']) =>
      sums.set(key, { units: (sums.get(key)?.units ?? 0n) + units, show })
    for (const { transfer: read, check } of planned) {
      const transfer = withDetails(read, check)
      const asset = transfer[side]
      const { cashQuantity, cashCurrency } = transfer
      const currency = cashCurrency ?? ''
      if (asset !== null) {
        const { identifier, quantity, decimals } = asset
        const name = instrumentOf(identifier ?? '')
        add(`${identifier}.${decimals}`, BigInt(quantity), (units) =>
          `${formatQuantity(units.toString(), decimals)} ${name}`.trim(),
        )
      } else if (transferSide(transfer, side)?.instrument === CASH_INSTRUMENT && cashQuantity !== null)
        add(`cash.${currency}`, BigInt(cashQuantity.replace('.', '')), (cents) =>
          formatCash(decimalOf(cents), currency),
        )
    }
    const all = [...sums.values()].map(({ units, show }) => show(units)).join(', ')
    return all === '' ? [] : [t(`Bulk.${side}_total`, { all })]
  })
}

/** Cash has two decimals: 980050n → '9800.50' */
function decimalOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * What one delivers and receives, with the accounts meant for it, and what was agreed beside that: the bytes to be signed do
 * not hold the private part of it.
 */
export function dealWords(
  { transfer: read, accounts, check }: Planned,
  instrumentOf: (identifier: string) => string,
): { sides: string[]; terms: string } {
  const transfer = withDetails(read, check)
  const sides = (['deliver', 'receive'] as const).flatMap((side) => {
    const told = transferSide(transfer, side, instrumentOf)
    if (told === undefined) return []
    const account = accounts?.[side] ?? told.account
    const quantity = told.quantity === '' ? t('Transactions.not_known_yet') : told.quantity
    const where = account && `, ${t(side === 'deliver' ? 'Signed.from' : 'Signed.into', { account })}`
    return [`${t(`Transactions.you_${side}`)} ${quantity} ${told.instrument}${where}`]
  })
  const terms = termsOf(transfer, check?.details).map(({ term, value }) => `${term} ${value}`)
  return {
    sides,
    terms: [readableText(transfer.description ?? ''), ...terms].filter((one) => one !== '').join(' · '),
  }
}
