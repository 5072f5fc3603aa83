import {
  actionsFor,
  isDigital,
  type AccountNumber,
  type Address,
  type DeliveryId,
  type DeliveryLeg,
  type Position,
  type Transfer,
} from '@connex/protocol'
import type { ConfirmAccounts, Transaction } from '@connex/sdk'
import { t } from '../../../messages/t.ts'
import { detailsDoubt } from '../detailsDoubt.ts'
import type { DetailsCheck } from '../useDeliveryDetails.ts'

/** One of several transfers: what it would be confirmed with, or why it is left out. */
export type Planned = {
  transfer: Transfer
  accounts?: ConfirmAccounts
  label?: string
  leftOut?: string
  /** What is said once it is done. */
  done?: string
  /** Its private details, as they were held against the ledger's fingerprint. */
  check?: DetailsCheck | undefined
  /** What follows beside it. */
  notes?: readonly string[]
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
 * most left, and received into the only one, or the only one that holds the same already. Whoever has to choose confirms
 * that transfer by itself.
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
    const open = back && back.receiverAccount === null ? accountsFor(back, positions, accounts) : undefined
    const [into] = open ?? []
    if (open?.length === 0) return { transfer, leftOut: t('Deal.no_accounts') }
    if (open !== undefined && open.length > 1) return { transfer, leftOut: t('Bulk.which_account') }
    if (out && from) taken.set(from, (taken.get(from) ?? 0n) + BigInt(out.quantity))
    return {
      transfer,
      label: confirm.label,
      accounts: { ...(from && { deliver: from.account }), ...(into !== undefined && { receive: into }) },
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

/** Those that could receive it: the only one that holds the same already goes before all others. */
function accountsFor(
  { assetId, assetManagerAddr, registrar }: DeliveryLeg,
  positions: readonly Position[],
  accounts: readonly OwnAccount[],
): AccountNumber[] {
  const holding = positions.flatMap((one) =>
    one.registryId === assetId && one.account !== null && one.quantity !== '0' ? [one.account] : [],
  )
  if (holding.length === 1) return holding
  const open = accounts.filter(
    (one) => one.registryManagerAddr === assetManagerAddr && one.registrarAddr === registrar,
  )
  return [...new Set([...holding, ...open.map(({ accountNum }) => accountNum)])]
}
