// Deals in every state, so that a first look finds an example of each: made by the same verbs as the client's.
import {
  cancelTransfer,
  confirmAsRegistrar,
  confirmTransfer,
  createBurnRequest,
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  refuseAsRegistrar,
} from '@connex/sdk'
import { businessDayFrom } from '@connex/protocol'
import type { Created } from '@connex/sdk'
import { assetOf, requestMint } from './holdings.ts'
import type { Holding } from './holdings.ts'
import { deskOf, together } from './desks.ts'
import type { Desk, Desks } from './desks.ts'
import { accountsOf, investorsOf, REGISTRARS } from './registries.ts'

type Kind = 'fop' | 'repo' | 'secLend' | 'mint' | 'burn'
/** How far a deal has come. requested: a cancel that waits for the other side. paid: a payment reported. */
type Until = 'created' | 'paid' | 'matched' | 'settled' | 'canceled' | 'requested' | 'refused'

/** `days`: a repo's; an open one has none. */
type Deal = { kind: Kind; until: Until; description: string; days?: number }

/** What the sandbox begins with, between every two investors. */
export const DEALS: readonly Deal[] = [
  { kind: 'fop', until: 'created', description: 'Move to the liquidity reserve' },
  { kind: 'fop', until: 'created', description: 'Margin call of the week' },
  { kind: 'fop', until: 'matched', description: 'Initial margin top-up' },
  { kind: 'fop', until: 'settled', description: 'Return of excess collateral' },
  { kind: 'fop', until: 'canceled', description: 'Booked twice, canceled' },
  { kind: 'fop', until: 'requested', description: 'Wrong account, please agree to cancel' },
  { kind: 'fop', until: 'refused', description: 'Register closed for the coupon' },
  { kind: 'repo', until: 'created', description: 'Overnight against documented cash', days: 1 },
  { kind: 'repo', until: 'paid', description: 'One week, payment on its way', days: 7 },
  { kind: 'repo', until: 'matched', description: 'Four weeks, awaiting the custodian', days: 28 },
  { kind: 'repo', until: 'settled', description: 'Open repo, opening leg settled' },
  { kind: 'secLend', until: 'created', description: 'Loan against covered bonds' },
  { kind: 'secLend', until: 'matched', description: 'Loan against funds' },
  { kind: 'secLend', until: 'settled', description: 'Loan over quarter end' },
  { kind: 'mint', until: 'created', description: 'Deposit of the morning' },
  { kind: 'mint', until: 'settled', description: 'Deposit booked' },
  { kind: 'mint', until: 'canceled', description: 'Deposit recalled' },
  { kind: 'mint', until: 'refused', description: 'Deposit without a matching global note' },
  { kind: 'burn', until: 'created', description: 'Withdrawal to the depositary' },
  { kind: 'burn', until: 'settled', description: 'Withdrawal booked' },
  { kind: 'burn', until: 'canceled', description: 'Withdrawal no longer needed' },
]

const SHARE = 20n

/** Every kind of deal between every two investors in turn. */
export async function makeDeals(desks: Desks, holdings: Holding[]): Promise<void> {
  const investors = investorsOf(desks)
  const rounds = investors.map((desk, index) => {
    const other = investors[(index + 1) % investors.length]
    if (other === undefined) throw new Error('the sandbox has two investors at least')
    return { desk, other, own: holdingsOf(holdings, desk), theirs: holdingsOf(holdings, other) }
  })
  await Promise.all(
    rounds.flatMap(({ desk, other, own, theirs }) =>
      DEALS.map(async (deal, index) => {
        const holding = own[index % own.length]
        const pledged = theirs.find((one) => one.registry.registrar === holding?.registry.registrar)
        if (holding === undefined || pledged === undefined) throw new Error('every investor holds something')
        await makeDeal(desks, { deal, desk, other, holding, pledged })
      }),
    ),
  )
}

const holdingsOf = (holdings: Holding[], { tenant }: Desk): Holding[] =>
  holdings.filter(({ desk }) => desk.tenant.name === tenant.name)

type Made = { deal: Deal; desk: Desk; other: Desk; holding: Holding; pledged: Holding }

async function makeDeal(desks: Desks, made: Made): Promise<void> {
  const { deal, desk, other, holding } = made
  const registrar = deskOf(desks, holding.registry.registrar)
  const all = [desk, other, registrar]
  const created = await CREATE[deal.kind](made, desks)
  const { deliveryId } = created
  await together(all, created.block)
  const isRequest = deal.kind === 'mint' || deal.kind === 'burn'
  const accounts = { deliver: made.pledged.account, receive: accountAt(desks, other, holding) }
  const reason = deal.description
  if (deal.until === 'created') return
  if (deal.until === 'canceled') return void (await cancelTransfer(desk.client, { deliveryId, reason }))
  if (deal.until === 'refused')
    return void (await refuseAsRegistrar(registrar.client, { deliveryId, reason }))
  if (!isRequest) {
    const { block } = await confirmTransfer(other.client, { deliveryId, accounts })
    await together(all, block)
    if (deal.until === 'paid') return
    if (deal.kind === 'repo') await together(all, (await confirmTransfer(desk.client, { deliveryId })).block)
  }
  if (deal.until === 'requested') return void (await cancelTransfer(desk.client, { deliveryId, reason }))
  if (deal.until === 'settled') await confirmAsRegistrar(registrar.client, deliveryId)
}

/** What each kind of deal begins with; the one who creates it delivers. */
const CREATE: Record<Kind, (made: Made, desks: Desks) => Promise<Created>> = {
  mint: ({ deal, holding }) => requestMint({ ...holding, quantity: pieceOf(holding) }, deal.description),
  burn: ({ deal, desk, holding }) =>
    createBurnRequest(desk.client, { ...ownAsset(holding), description: deal.description }),
  fop: (made) => createFopTransfer(made.desk.client, { ...ownAsset(made.holding), ...agreed(made) }),
  repo: (made) =>
    createRepoTransfer(made.desk.client, {
      ...ownAsset(made.holding),
      ...agreed(made),
      terms: repoTerms(made),
    }),
  secLend: (made, desks) =>
    createSecLendTransfer(made.desk.client, {
      ...agreed(made),
      deliver: ownAsset(made.holding),
      receive: { ...ownAsset(made.pledged), account: accountAt(desks, made.desk, made.pledged) },
    }),
}

const pieceOf = ({ quantity }: Holding): bigint => quantity / SHARE

const ownAsset = (holding: Holding) => ({
  ...assetOf(holding.registry),
  account: holding.account,
  quantity: pieceOf(holding),
})

const agreed = ({ deal, other }: Made) => ({
  direction: 'DELIVER' as const,
  counterpartyAddr: other.tenant.address,
  description: deal.description,
})

/** A purchase price of 98 for every 100 units, at 2.14 per cent. */
function repoTerms({ deal, holding }: Made) {
  const whole = pieceOf(holding) / 10n ** BigInt(holding.registry.instrument.decimals)
  return {
    ...repoDates(Date.now(), deal.days),
    purchasePrice: `${(whole * 98n) / 100n}.00`,
    rate: '2.14',
    dayCount: 'ACT/360' as const,
  }
}

/** A desk's first account with the registrar that keeps the holding. */
function accountAt(desks: Desks, { tenant }: Desk, { registry }: Holding) {
  const investorIndex = investorsOf(desks).findIndex((one) => one.tenant.name === tenant.name)
  const registrarIndex = REGISTRARS.findIndex((name) => name === registry.registrar)
  const [account] = accountsOf(investorIndex, registrarIndex)
  if (account === undefined) throw new Error('every investor has two accounts')
  return account
}

const DAY_MS = 24 * 3600 * 1000
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The dates of a repo that begins now and runs for some days, or stays open: each the first business day from then on. */
export function repoDates(
  now: number,
  days: number | undefined,
): { purchaseDate: string; repurchaseDate?: string } {
  const purchaseDate = businessDayFrom(isoDay(now))
  if (days === undefined) return { purchaseDate }
  return {
    purchaseDate,
    repurchaseDate: businessDayFrom(isoDay(Date.parse(purchaseDate) + days * DAY_MS)),
  }
}
