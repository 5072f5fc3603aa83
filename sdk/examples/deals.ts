// A repo between its opening and its closing: a part goes back, then the rest. Both sides compute the same deal.
import {
  confirmAsRegistrar,
  confirmTransfer,
  createRepoTransfer,
  createReturn,
  DealError,
  findClosing,
  findDealChange,
  getDeal,
  legThatBrought,
  listDeals,
  proposeReturn,
  recall,
  returnAccount,
  waitForTransfer,
} from '@connex/sdk'
import type { Client, OwnAsset } from '@connex/sdk'
import type { AccountNumber, Address, DeliveryId } from '@connex/sdk/protocol'

type Desks = { alpenbank: Client; baltic: Client; registrar: Client }
type Assets = { bond: OwnAsset; balticAccount: AccountNumber; balticAddr: Address }

export async function deals(desks: Desks, assets: Assets): Promise<void> {
  const { alpenbank, baltic } = desks
  const opening = await openRepo(desks, assets)

  // Quantities are in smallest units, by lot: P1 is the first lot that was purchased.
  const part = { deliveryId: opening, quantities: { P1: 4n }, repurchaseDate: '2026-11-26' }
  const { payment } = await proposeReturn(baltic, part)
  console.info(payment?.principal, payment?.interest) // 3920000n 699n, in cents

  // The seller asks for the part before the buyer returns it; the return quotes what it answers.
  const today = new Date().toISOString().slice(0, 10)
  const messageId = await recall(alpenbank, { ...part, date: today })

  const { deliveryId: first } = await createReturn(baltic, { ...part, answers: [messageId] })
  const tooMuch = createReturn(baltic, { ...part, quantities: { P1: 7n } })
  await tooMuch.catch((error: unknown) => {
    if (error instanceof DealError) console.info(error.code, error.message) // 'returnInFlight', …
  })
  // Before the seller confirms: has something else settled since this was proposed?
  const change = await findDealChange(alpenbank, { deliveryId: first, openingDeliveryId: opening })
  console.info(change?.text) // undefined
  await settleReturn(desks, first, assets)
  const { deal } = await getDeal(alpenbank, opening)
  console.info(deal.state, deal.lots[0]?.outstanding) // 'OPEN' 6n
  const { deal: theirs } = await getDeal(baltic, opening)
  console.info(deal.hash === theirs.hash) // true

  // Without quantities, everything that is held now goes back.
  // Each lot goes back from where it lies, unless lotAccounts names another account: after a substitution, with several custodians.
  const rest = { deliveryId: opening }
  const { moves } = await proposeReturn(baltic, rest)
  const loaded = await getDeal(baltic, opening)
  for (const move of moves) {
    const custodian = legThatBrought(move.lot, loaded)?.registrar
    console.info(move.lot, custodian !== undefined, returnAccount(move, loaded, assets.balticAddr)) // 'P1', true, '22'
  }
  const { deliveryId: last } = await createReturn(baltic, rest)
  await settleReturn(desks, last, assets)
  const { items } = await listDeals(alpenbank, { isOpen: true })
  console.info(items.some((one) => one.deal.openingDeliveryId === opening)) // false
  const closing = await findClosing(alpenbank, opening)
  console.info(closing?.deliveryId === last) // true
}

async function openRepo(
  { alpenbank, baltic, registrar }: Desks,
  { bond, balticAccount, balticAddr: counterpartyAddr }: Assets,
): Promise<DeliveryId> {
  const { deliveryId } = await createRepoTransfer(alpenbank, {
    ...bond,
    direction: 'DELIVER',
    counterpartyAddr,
    description: 'One week',
    terms: {
      purchaseDate: '2026-11-23',
      repurchaseDate: '2026-11-30',
      purchasePrice: '98000.00',
      rate: '2.14',
      dayCount: 'ACT/360',
    },
  })
  await waitForTransfer(baltic, deliveryId)
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: balticAccount } })
  await confirmTransfer(alpenbank, { deliveryId })
  await confirmAsRegistrar(registrar, deliveryId)
  return deliveryId
}

/** The seller receives and pays, the buyer has been paid, the custodian settles. */
async function settleReturn(
  { alpenbank, baltic, registrar }: Desks,
  deliveryId: DeliveryId,
  { bond }: Assets,
): Promise<void> {
  await waitForTransfer(alpenbank, deliveryId)
  await confirmTransfer(alpenbank, { deliveryId, accounts: { receive: bond.account } })
  await confirmTransfer(baltic, { deliveryId })
  await confirmAsRegistrar(registrar, deliveryId)
}
