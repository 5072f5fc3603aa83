// Transfers from creation to settlement: free of payment, repo, securities lending, and a cancellation.
import {
  cancelExpired,
  cancelTransfer,
  confirmAsRegistrar,
  confirmTransfer,
  createFopTransfer,
  createRepoTransfer,
  createReturn,
  findClosing,
  createSecLendTransfer,
  createTransfers,
  fourEyesBlocks,
  getTransfer,
  listDappControllers,
  listDeliveryComments,
  listInternalComments,
  listTransfers,
  decodeForReview,
  refuseAsRegistrar,
  assertMatchesReview,
  sendTogether,
  simulateAction,
  whoami,
  writeDeliveryComment,
  waitForTransfer,
} from '@connex/sdk'
import type { Client, OwnAsset, SendOptions } from '@connex/sdk'
import type { AccountNumber, Address } from '@connex/sdk/protocol'

type Desks = { alpenbank: Client; baltic: Client; registrar: Client; operator: Client }
type Assets = { bond: OwnAsset; other: OwnAsset; balticAccount: AccountNumber; balticAddr: Address }

const direction = 'DELIVER' as const

export async function transfers(desks: Desks, assets: Assets): Promise<void> {
  const { alpenbank } = desks

  // Four-eyes blocks these operations: report it before anything is signed.
  const controllers = await listDappControllers(alpenbank)
  const { user } = await whoami(alpenbank)
  console.info(fourEyesBlocks(controllers.items, 'create', user).length === 0)

  await transferFreeOfPayment(desks, assets)
  await lendCash(desks, assets)
  await lendSecurities(desks, assets)
  await rebalance(desks, assets)

  const { items, totalItemCount } = await listTransfers(alpenbank, { state: ['SETTLED'], itemsPerPage: 20 })
  console.info(items.length, totalItemCount)
}

/** Created by the sender, confirmed by the receiver, then by the registrar, which settles it. */
async function transferFreeOfPayment(
  { alpenbank, baltic, registrar }: Desks,
  { bond, balticAccount, balticAddr: counterpartyAddr }: Assets,
): Promise<void> {
  const { deliveryId } = await createFopTransfer(alpenbank, {
    ...bond,
    direction,
    counterpartyAddr,
    description: 'Rebalancing',
  })
  const receipt = { deliveryId, accounts: { receive: balticAccount } }

  // The review is decoded from the transaction, and nothing else is signed.
  const shown = await simulateAction(baltic, (options) => confirmTransfer(baltic, receipt, options))
  console.info(decodeForReview(shown)[0]?.functionName) // 'confirmAsReceiver'
  await confirmTransfer(baltic, receipt, { approve: (signed) => assertMatchesReview(shown, signed) })
  await confirmAsRegistrar(registrar, deliveryId)
  console.info((await getTransfer(alpenbank, deliveryId)).state) // 'SETTLED'

  // Comments: shared with the parties, or internal to the tenant.
  await writeDeliveryComment(alpenbank, { deliveryId, text: 'Thank you' })
  await listInternalComments(alpenbank, { deliveryIds: [deliveryId] })
}

/** A repo: the cash moves outside; its sender reports it, its receiver confirms it. */
async function lendCash(
  { alpenbank, baltic, registrar }: Desks,
  { bond, balticAccount, balticAddr: counterpartyAddr }: Assets,
): Promise<void> {
  const repo = await createRepoTransfer(alpenbank, {
    ...bond,
    direction,
    counterpartyAddr,
    description: 'Overnight',
    terms: {
      purchaseDate: '2026-11-23',
      repurchaseDate: '2026-11-24',
      purchasePrice: '98000.00',
      rate: '2.14',
      dayCount: 'ACT/360',
    },
  })
  const opening = repo.deliveryId
  // The ledger has no amount of cash: it comes with the private details, beside the ledger.
  await waitForTransfer(baltic, opening)
  await confirmTransfer(baltic, { deliveryId: opening, accounts: { receive: balticAccount } })
  await confirmTransfer(alpenbank, { deliveryId: opening })
  await confirmAsRegistrar(registrar, opening)

  // Its closing: everything goes back, against the repurchase price.
  const closing = await createReturn(baltic, { deliveryId: opening, accounts: { deliver: balticAccount } })
  await findClosing(alpenbank, opening)
  await refuseAsRegistrar(registrar, { deliveryId: closing.deliveryId, reason: 'Please send it tomorrow' })
}

/** A loan against collateral, delivered together. Canceled here, with a reason for the other side. */
async function lendSecurities(
  { alpenbank, baltic, operator }: Desks,
  { bond, other, balticAddr: counterpartyAddr }: Assets,
): Promise<void> {
  const lending = await createSecLendTransfer(alpenbank, {
    direction,
    counterpartyAddr,
    description: 'Loan against a bond',
    deliver: bond,
    receive: other,
  })
  // The operator's last resort is refused: nothing has expired, no payment was reported, and the custodian is there.
  const delivery = await getTransfer(alpenbank, lending.deliveryId)
  const isRefused = await cancelExpired(operator, { delivery, reason: 'In liquidation' }).catch(() => true)
  console.info(isRefused) // true
  const { kind } = await cancelTransfer(alpenbank, { deliveryId: lending.deliveryId, reason: 'Wrong bond' })
  console.info(kind) // 'cancel'
  const comments = await listDeliveryComments(baltic, { deliveryIds: [lending.deliveryId] })
  console.info(comments.items.map(({ text }) => text)) // ['Wrong bond']
}

/** Many at once: all of them, or none. */
async function rebalance(
  { alpenbank }: Desks,
  { bond, other, balticAddr: counterpartyAddr }: Assets,
): Promise<void> {
  const rebalancing = { ...bond, direction, counterpartyAddr, description: 'Rebalancing' }
  const together = await createTransfers(alpenbank, [
    { transferType: 'FOP', parameters: rebalancing },
    { transferType: 'FOP', parameters: { ...rebalancing, ...other } },
  ])
  console.info(together.deliveryIds.length) // 2
  const both = together.deliveryIds.map((id) => (options: SendOptions) => {
    return cancelTransfer(alpenbank, { deliveryId: id, reason: 'Wrong day' }, options)
  })
  await sendTogether(alpenbank, both)
}
