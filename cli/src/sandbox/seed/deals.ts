// Example transfers in every state, created by the same SDK calls as the web client's.
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
import { deskOf, waitForAll } from './desks.ts'
import type { Desk, Desks } from './desks.ts'
import { accountsOf, investorsOf, REGISTRARS } from './registries.ts'

type Kind = 'fop' | 'repo' | 'secLend' | 'mint' | 'burn'
/** How far an example goes. requested: cancellation requested. paid: payment reported. */
type Until = 'created' | 'paid' | 'matched' | 'settled' | 'canceled' | 'requested' | 'refused'

/** `days`: a repo's term; an open repo has none. */
type Deal = { kind: Kind; until: Until; description: string; days?: number }

/** The examples between each pair of investors. */
export const DEALS: readonly Deal[] = [
  { kind: 'fop', until: 'created', description: 'Move to the liquidity reserve' },
  { kind: 'fop', until: 'created', description: 'Weekly margin call' },
  { kind: 'fop', until: 'matched', description: 'Initial margin top-up' },
  { kind: 'fop', until: 'settled', description: 'Return of excess collateral' },
  { kind: 'fop', until: 'canceled', description: 'Duplicate booking' },
  { kind: 'fop', until: 'requested', description: 'Wrong account, please agree to cancel' },
  { kind: 'fop', until: 'refused', description: 'Registry closed for the coupon' },
  { kind: 'repo', until: 'created', description: 'Overnight against documented cash', days: 1 },
  { kind: 'repo', until: 'paid', description: 'One week, payment on its way', days: 7 },
  { kind: 'repo', until: 'matched', description: 'Four weeks, awaiting the custodian', days: 28 },
  { kind: 'repo', until: 'settled', description: 'Open repo, opening leg settled' },
  { kind: 'secLend', until: 'created', description: 'Loan against covered bonds' },
  { kind: 'secLend', until: 'matched', description: 'Loan against funds' },
  { kind: 'secLend', until: 'settled', description: 'Loan over quarter end' },
  { kind: 'mint', until: 'created', description: 'Morning deposit' },
  { kind: 'mint', until: 'settled', description: 'Deposit booked' },
  { kind: 'mint', until: 'canceled', description: 'Deposit recalled' },
  { kind: 'mint', until: 'refused', description: 'Deposit without a matching global note' },
  { kind: 'burn', until: 'created', description: 'Withdrawal to the depositary' },
  { kind: 'burn', until: 'settled', description: 'Withdrawal booked' },
  { kind: 'burn', until: 'canceled', description: 'Withdrawal no longer needed' },
]

const SHARE = 20n

/** Creates all examples between each investor and the next. */
export async function makeDeals(desks: Desks, holdings: Holding[]): Promise<void> {
  const investors = investorsOf(desks)
  const rounds = investors.map((desk, index) => {
    const other = investors[(index + 1) % investors.length]
    if (other === undefined) throw new Error('the sandbox needs two investors')
    return { desk, other, own: holdingsOf(holdings, desk), theirs: holdingsOf(holdings, other) }
  })
  await Promise.all(
    rounds.flatMap(({ desk, other, own, theirs }) =>
      DEALS.map(async (deal, index) => {
        const holding = own[index % own.length]
        const pledged = theirs.find((one) => one.registry.registrar === holding?.registry.registrar)
        if (holding === undefined || pledged === undefined) throw new Error('every investor needs a holding')
        await makeDeal(desks, { deal, desk, other, holding, pledged })
      }),
    ),
  )
}

const holdingsOf = (holdings: Holding[], { tenant }: Desk): Holding[] =>
  holdings.filter(({ desk }) => desk.tenant.name === tenant.name)

type Example = { deal: Deal; desk: Desk; other: Desk; holding: Holding; pledged: Holding }

async function makeDeal(desks: Desks, example: Example): Promise<void> {
  const { deal, desk, other, holding } = example
  const registrar = deskOf(desks, holding.registry.registrar)
  const all = [desk, other, registrar]
  const created = await CREATE[deal.kind](example, desks)
  const { deliveryId } = created
  await waitForAll(all, created.block)
  const isRequest = deal.kind === 'mint' || deal.kind === 'burn'
  const accounts = { deliver: example.pledged.account, receive: accountAt(desks, other, holding) }
  const reason = deal.description
  if (deal.until === 'created') return
  if (deal.until === 'canceled') return void (await cancelTransfer(desk.client, { deliveryId, reason }))
  if (deal.until === 'refused')
    return void (await refuseAsRegistrar(registrar.client, { deliveryId, reason }))
  if (!isRequest) {
    const { block } = await confirmTransfer(other.client, { deliveryId, accounts })
    await waitForAll(all, block)
    if (deal.until === 'paid') return
    if (deal.kind === 'repo')
      await waitForAll(all, (await confirmTransfer(desk.client, { deliveryId })).block)
  }
  if (deal.until === 'requested') return void (await cancelTransfer(desk.client, { deliveryId, reason }))
  if (deal.until === 'settled') await confirmAsRegistrar(registrar.client, deliveryId)
}

/** Creates a transfer of each kind; the creator delivers. */
const CREATE: Record<Kind, (example: Example, desks: Desks) => Promise<Created>> = {
  mint: ({ deal, holding }) => requestMint({ ...holding, quantity: pieceOf(holding) }, deal.description),
  burn: ({ deal, desk, holding }) =>
    createBurnRequest(desk.client, { ...ownAsset(holding), description: deal.description }),
  fop: (example) =>
    createFopTransfer(example.desk.client, { ...ownAsset(example.holding), ...commonOf(example) }),
  repo: (example) =>
    createRepoTransfer(example.desk.client, {
      ...ownAsset(example.holding),
      ...commonOf(example),
      terms: repoTerms(example),
    }),
  secLend: (example, desks) =>
    createSecLendTransfer(example.desk.client, {
      ...commonOf(example),
      deliver: ownAsset(example.holding),
      receive: { ...ownAsset(example.pledged), account: accountAt(desks, example.desk, example.pledged) },
    }),
}

const pieceOf = ({ quantity }: Holding): bigint => quantity / SHARE

const ownAsset = (holding: Holding) => ({
  ...assetOf(holding.registry),
  account: holding.account,
  quantity: pieceOf(holding),
})

const commonOf = ({ deal, other }: Example) => ({
  direction: 'DELIVER' as const,
  counterpartyAddr: other.tenant.address,
  description: deal.description,
})

/** A purchase price of 98 for 100 units, at 2.14%. */
function repoTerms({ deal, holding }: Example) {
  const whole = pieceOf(holding) / 10n ** BigInt(holding.registry.instrument.decimals)
  return {
    ...repoDates(Date.now(), deal.days),
    purchasePrice: `${(whole * 98n) / 100n}.00`,
    rate: '2.14',
    dayCount: 'ACT/360' as const,
  }
}

/** A desk's first account with the holding's registrar. */
function accountAt(desks: Desks, { tenant }: Desk, { registry }: Holding) {
  const investorIndex = investorsOf(desks).findIndex((one) => one.tenant.name === tenant.name)
  const registrarIndex = REGISTRARS.findIndex((name) => name === registry.registrar)
  const [account] = accountsOf(investorIndex, registrarIndex)
  if (account === undefined) throw new Error('every investor has two accounts')
  return account
}

const DAY_MS = 24 * 3600 * 1000
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The dates of a repo from now, for some days or open; each moves to the next business day. */
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
