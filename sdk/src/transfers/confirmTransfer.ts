// Confirmations: an investor's, and the registrar's or coordinator's.
import { deliveryManagerAbi } from '@connex/contracts'
import type {
  AccountNumber,
  Address,
  Bytes32,
  Delivery,
  DeliveryId,
  DeliveryLeg,
  Owed,
  Transfer,
} from '@connex/protocol'
import {
  checkDetails,
  detailsDoubt,
  isDigital,
  isInvestorDuty,
  isLockDuty,
  isPaymentDuty,
  owedBy,
} from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call, fetched } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { REPORT_FUNCTIONS, confirmFunctions } from '../ledger/deliveryFunctions.ts'
import { accountData, createdLegs } from '../ledger/legs.ts'
import { hex } from '../ledger/scalars.ts'
import { send } from '../ledger/send.ts'
import type { LedgerCall, SendOptions, Sent } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'
import { actedTransfer } from './actedTransfer.ts'
import { getTransfer } from './queries.ts'

export type ConfirmParameters = {
  deliveryId: DeliveryId
  /** As it was just read, for a dry run. It is read again before anything is signed. */
  transfer?: Transfer | undefined
  /** Required where the caller's tenant delivers or receives. */
  accounts?: ConfirmAccounts | undefined
  /** By the number of a leg, where they differ, as with several custodians. */
  legAccounts?: LegAccounts | undefined
  /** Of 'Confirm Both': gives the digital confirmation alone. */
  withoutPayment?: boolean | undefined
  /** Of an event of a deal that changed since: the hash of the deal with which the user has seen the difference. */
  acceptedDeal?: Bytes32 | undefined
  /**
   * Confirms although the private details are missing or do not match the ledger: the user knows the terms by other means. It does
   * not apply to a proposal, since colleagues approve by the details.
   */
  withoutDetails?: boolean | undefined
}

/**
 * Confirms everything that the caller's tenant, as an investor, owes a transfer now: digital confirmations and payments in one
 * ledger transaction. It reads the transfer first, so that an old page confirms nothing twice and nothing that has ended. It confirms
 * neither a payment nor an exchange before the private details, which have its amount or its deal, have arrived, and nothing whose
 * details do not match the ledger (`detailsMissing`, `detailsDiffer`). An event of a deal is confirmed only while it fits: of two returns that race, the later created
 * one is refused.
 *
 * @example
 * await confirmTransfer(client, { deliveryId, accounts: { receive: '1001' } })
 */
export async function confirmTransfer(
  client: Client,
  parameters: ConfirmParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { deliveryId, accounts = {}, legAccounts = {}, withoutPayment = false, acceptedDeal } = parameters
  const [transfer, me] = await Promise.all([actedTransfer(client, parameters, options), currentMe(client)])
  const duties = owedBy(transfer)
    .filter((owed) => owed.tenant === me.tenant.address && owed.mayGiveNow && isInvestorDuty(owed))
    // A lock takes a hash and a deadline, an unlocking the key: calls of their own.
    .filter(({ duty }) => !isLockDuty(duty))
    .filter(({ duty }) => !withoutPayment || !isPaymentDuty(duty))
  if (duties.length === 0) throw new ClientError('nothingToConfirm')
  const details = await requireDetails(client, transfer, parameters, options)
  // They may have arrived after the transfer was read.
  const openingDeliveryId = details?.openingDeliveryId ?? transfer.openingDeliveryId
  if (openingDeliveryId !== null) {
    const { checkEvent } = await fetched(() => import('../deals/confirmation.ts'))
    const delivered = deliveredBy(transfer.legs, duties, accounts, legAccounts)
    const event = { deliveryId, openingDeliveryId, acceptedDeal, delivered }
    await checkEvent(client, event, { signal: options.signal })
  }
  return send(client, confirmationCalls(transfer, duties, accounts, legAccounts), options)
}

/** The private details; refuses to confirm by any that cannot be relied on. */
async function requireDetails(
  client: Client,
  transfer: Transfer,
  { withoutDetails = false }: ConfirmParameters,
  { isProposal = false, signal }: SendOptions,
): Promise<DealDetails | undefined> {
  if (withoutDetails && !isProposal) return undefined
  const query = { deliveryIds: [transfer.deliveryId] }
  const { items } = await call(client, 'deliveryDetails', { query, signal })
  const check = checkDetails(items[0], transfer.privateDataFp)
  if (check.result === 'differs') throw new ClientError('detailsDiffer')
  const isMissed = detailsDoubt(transfer, check) !== undefined || (isProposal && check.result === 'missing')
  if (isMissed) throw new ClientError('detailsMissing')
  return check.details
}

/**
 * The registrar's or coordinator's confirmation, after the investors'; the last one settles the delivery.
 *
 * @example
 * await confirmAsRegistrar(client, deliveryId)
 */
export async function confirmAsRegistrar(
  client: Client,
  deliveryId: DeliveryId,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const [transfer, me] = await Promise.all([
    getTransfer(client, deliveryId, { signal: options.signal }),
    currentMe(client),
  ])
  const duties = owedBy(transfer).filter(
    (owed) => owed.tenant === me.tenant.address && owed.mayGiveNow && !isInvestorDuty(owed),
  )
  if (duties.length === 0) throw new ClientError('nothingToConfirm')
  return send(client, confirmationCalls(transfer, duties, {}), options)
}

/** From which account the caller's tenant delivers, and into which it receives. */
export type ConfirmAccounts = { deliver?: AccountNumber | undefined; receive?: AccountNumber | undefined }

export type LegAccounts = Readonly<Record<number, AccountNumber>>

/** What leaves own accounts with these confirmations. */
const deliveredBy = (
  legs: readonly DeliveryLeg[],
  duties: readonly Owed[],
  accounts: ConfirmAccounts,
  legAccounts: LegAccounts,
) =>
  legs.flatMap((leg) => {
    const account = legAccounts[leg.legIdx] ?? accounts.deliver
    const isOwed = duties.some(({ duty, legIdx }) => duty === 'deliver' && legIdx === leg.legIdx)
    return isOwed && isDigital(leg) && account !== undefined ? [{ leg, account }] : []
  })

type Confirmed = Pick<Delivery, 'deliveryId' | 'deliveryManagerAddr' | 'legs'>

/** The ledger calls that give these duties: one for what the ledger moves, one more for each report. Pure. */
export function confirmationCalls(
  delivery: Confirmed,
  duties: readonly Owed[],
  accounts: ConfirmAccounts,
  legAccounts: LegAccounts = {},
): LedgerCall[] {
  const id = hex(delivery.deliveryId)
  const manager: Address = delivery.deliveryManagerAddr
  const legs = createdLegs(delivery.legs)
  const moved = duties.filter(({ duty }) => REPORT_FUNCTIONS[duty] === undefined)
  const data = legs.map((_, legIdx) => dataOf(delivery.legs, moved, legIdx, accounts, legAccounts[legIdx]))
  return [
    ...confirmFunctions(moved.map(({ duty }) => duty)).map((name) =>
      name === 'confirmAsCoordinator'
        ? contractCall(deliveryManagerAbi, manager, name, [id, legs])
        : contractCall(deliveryManagerAbi, manager, name, [id, legs, data]),
    ),
    ...duties.flatMap(({ duty, legIdx }) => {
      const name = REPORT_FUNCTIONS[duty]
      return name === undefined
        ? []
        : [contractCall(deliveryManagerAbi, manager, name, [id, legs, BigInt(legIdx)])]
    }),
  ]
}

function dataOf(
  legs: readonly DeliveryLeg[],
  duties: readonly Owed[],
  legIdx: number,
  accounts: ConfirmAccounts,
  named: AccountNumber | undefined,
): `0x${string}` {
  const duty = duties.find((one) => one.legIdx === legIdx)?.duty
  if (duty !== 'deliver' && duty !== 'receive') return '0x'
  // A token leaves its owner's address, and no account.
  if (!legs.some((leg) => leg.legIdx === legIdx && isDigital(leg))) return '0x'
  const account = named ?? accounts[duty]
  const isNamed =
    duty === 'receive' && legs.some((leg) => leg.legIdx === legIdx && leg.receiverAccount !== null)
  if (account === undefined && !isNamed) throw new ClientError('accountMissing', duty)
  return accountData(account)
}
