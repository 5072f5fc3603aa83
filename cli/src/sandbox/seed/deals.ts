// Example transfers in every state, created by the same SDK calls as the web client's.
import {
  cancelTransfer,
  confirmAsRegistrar,
  createBurnRequest,
  createFopTransfer,
  createRepoTransfer,
  createSecLendTransfer,
  refuseAsRegistrar,
} from '@connex/sdk'
import { businessDayFrom, businessDaysBefore, businessDayUntil, TARGET, termEnd } from '@connex/protocol'
import type { DeliveryId, UsualTerm } from '@connex/protocol'
import type { Created, SendOptions } from '@connex/sdk'
import { assetOf, requestMint } from './holdings.ts'
import type { Holding } from './holdings.ts'
import { deskOf } from './desks.ts'
import type { Desk, Desks } from './desks.ts'
import { accountsOf, investorsOf, REGISTRARS } from './registries.ts'
import { confirmKnown, takeSteps } from './steps.ts'
import type { Step } from './steps.ts'
import { following, partReturn, substitution } from './dealEvents.ts'
import type { DealEvent } from './dealEvents.ts'

type Kind = 'fop' | 'repo' | 'secLend' | 'mint' | 'burn'
/** How far an example goes. requested: cancellation requested. paid: payment reported. */
type Until = 'created' | 'paid' | 'matched' | 'settled' | 'canceled' | 'requested' | 'refused'

/** An open repo has no term. What happened to a settled one since began a week ago. */
type Deal = {
  kind: Kind
  until: Until
  description: string
  term?: UsualTerm
  notice?: Notice
  since?: DealEvent
}
/** How a loan ends. */
type Notice = 'EVERGREEN' | 'EXTENDABLE'

/** The examples between each pair of investors. */
export const DEALS: readonly Deal[] = [
  { kind: 'fop', until: 'created', description: 'Move to the liquidity reserve' },
  { kind: 'fop', until: 'created', description: 'Weekly margin call' },
  { kind: 'fop', until: 'matched', description: 'Initial margin top-up' },
  { kind: 'fop', until: 'settled', description: 'Return of excess collateral' },
  { kind: 'fop', until: 'canceled', description: 'Duplicate booking' },
  { kind: 'fop', until: 'requested', description: 'Wrong account, please agree to cancel' },
  { kind: 'fop', until: 'refused', description: 'Registry closed for the coupon' },
  { kind: 'repo', until: 'created', description: 'Overnight against documented cash', term: 'O/N' },
  { kind: 'repo', until: 'paid', description: 'One week, payment on its way', term: '1W' },
  { kind: 'repo', until: 'matched', description: 'One month, awaiting the custodian', term: '1M' },
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
  { kind: 'repo', until: 'settled', description: 'Overnight, opening leg settled', term: 'O/N' },
  { kind: 'repo', until: 'settled', description: 'Two weeks, opening leg settled', term: '2W' },
  { kind: 'repo', until: 'settled', description: 'One month, opening leg settled', term: '1M' },
  { kind: 'secLend', until: 'settled', description: 'Evergreen loan', notice: 'EVERGREEN' },
  { kind: 'secLend', until: 'settled', description: 'Loan to be extended', notice: 'EXTENDABLE' },
  {
    kind: 'repo',
    until: 'settled',
    description: 'One month, half has gone back',
    term: '1M',
    since: 'RETURN',
  },
  {
    kind: 'repo',
    until: 'settled',
    description: 'One month, bonds exchanged',
    term: '1M',
    since: 'SUBSTITUTION',
  },
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
  const examples = rounds.flatMap(({ desk, other, own, theirs }) =>
    DEALS.map((deal, index) => {
      const [holding, substitute] = deal.since === undefined ? [own[index % own.length]] : exchangeable(own)
      const pledged = theirs.find((one) => one.registry.registrar === holding?.registry.registrar)
      if (holding === undefined || pledged === undefined) throw new Error('every investor needs a holding')
      return stepsOf({ deal, desk, other, holding, pledged, substitute }, desks)
    }),
  )
  await takeSteps(desks, examples)
}

const holdingsOf = (holdings: Holding[], { tenant }: Desk): Holding[] =>
  holdings.filter(({ desk }) => desk.tenant.name === tenant.name)

const isEuroBond = ({ type, terms }: Holding['registry']['instrument']): boolean =>
  type === 'BOND' && terms.issueCurrency === 'EUR'

/** Two bonds with one registrar, if possible with the last one: most of what one tries begins with the first. */
function exchangeable(own: readonly Holding[]): [Holding, Holding] {
  for (const registrar of REGISTRARS.toReversed()) {
    const [holding, substitute] = own.filter(
      ({ registry }) => registry.registrar === registrar && isEuroBond(registry.instrument),
    )
    if (holding !== undefined && substitute !== undefined) return [holding, substitute]
  }
  throw new Error('every investor needs two bonds with one registrar')
}

type Example = {
  deal: Deal
  desk: Desk
  other: Desk
  holding: Holding
  pledged: Holding
  /** What takes the place of the holding. */
  substitute: Holding | undefined
}

/** Who does what until the example is where it shall be. */
function stepsOf(example: Example, desks: Desks): Step[] {
  const { deal, desk, other, holding } = example
  const { until, kind, description: reason } = deal
  const registrar = deskOf(desks, holding.registry.registrar)
  const accounts = { deliver: example.pledged.account, receive: accountAt(desks, other, holding) }
  const {
    deliveryId,
    create,
    next: step,
  } = following(desk, (together) => CREATE[kind](example, desks, together))
  const cancel = step(desk, (id, how) => cancelTransfer(desk.client, { deliveryId: id, reason }, how))
  const refuse = step(registrar, (id, how) =>
    refuseAsRegistrar(registrar.client, { deliveryId: id, reason }, how),
  )
  const confirm = step(other, (id, how) => confirmKnown(other, id, { accounts, ...how }))
  const confirmPayment = step(desk, (id, how) => confirmKnown(desk, id, how))
  const settle = step(registrar, (id, how) => confirmAsRegistrar(registrar.client, id, how))

  if (until === 'created') return [create]
  if (until === 'canceled') return [create, cancel]
  if (until === 'refused') return [create, refuse]
  if (kind === 'mint' || kind === 'burn') return [create, settle]
  if (until === 'requested') return [create, confirm, cancel]
  if (until === 'paid') return [create, confirm]
  const matched = kind === 'repo' ? [create, confirm, confirmPayment] : [create, confirm]
  if (until === 'matched') return matched
  return [...matched, settle, ...stepsSince(example, desks, deliveryId)]
}

/** What has happened to a settled repo. */
function stepsSince(
  { deal, other, holding, substitute }: Example,
  desks: Desks,
  opening: Promise<DeliveryId>,
) {
  if (deal.since === undefined || substitute === undefined) return []
  const repo = {
    opening,
    registrar: deskOf(desks, holding.registry.registrar),
    given: holding,
    quantity: pieceOf(holding),
    buyer: other,
    buyerAccount: accountAt(desks, other, holding),
  }
  return deal.since === 'RETURN' ? partReturn(repo) : substitution(repo, substitute)
}

/** Creates a transfer of each kind; the creator delivers. */
const CREATE: Record<Kind, (example: Example, desks: Desks, together: SendOptions) => Promise<Created>> = {
  mint: ({ deal, holding }, _desks, together) =>
    requestMint({ ...holding, quantity: pieceOf(holding) }, deal.description, together),
  burn: ({ deal, desk, holding }, _desks, together) =>
    createBurnRequest(desk.client, { ...ownAsset(holding), description: deal.description }, together),
  fop: (example, _desks, together) =>
    createFopTransfer(example.desk.client, { ...ownAsset(example.holding), ...commonOf(example) }, together),
  repo: (example, _desks, together) =>
    createRepoTransfer(
      example.desk.client,
      { ...ownAsset(example.holding), ...commonOf(example), terms: repoTerms(example) },
      together,
    ),
  secLend: (example, desks, together) => {
    const account = accountAt(desks, example.desk, example.pledged)
    return createSecLendTransfer(
      example.desk.client,
      {
        ...commonOf(example),
        deliver: ownAsset(example.holding),
        receive: { ...ownAsset(example.pledged), account },
        ...(example.deal.notice === undefined ? {} : { loan: loanTerms(Date.now(), example.deal.notice) }),
      },
      together,
    )
  },
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
    ...repoDates(Date.now(), deal),
    purchasePrice: `${(whole * 98n) / 100n}.00`,
    rate: '2.14',
    dayCount: 'ACT/360' as const,
  }
}

/** At 35 basis points; it ends by notice of five business days, or in a month if nobody extends it. */
export function loanTerms(now: number, termType: Notice) {
  const startDate = businessDayUntil(new Date(now).toISOString().slice(0, 10), TARGET)
  return {
    startDate,
    ...(termType === 'EXTENDABLE' ? { endDate: termEnd(startDate, '1M', TARGET) } : {}),
    feeRate: '0.35',
    dayCount: 'ACT/360' as const,
    termType,
    noticeDays: 5,
    feePrice: 'CONTRACT' as const,
    billing: 'MONTHLY' as const,
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

/**
 * Every date is a business day. A settled repo began on the last one, so that an overnight one ends on the next, or five before it where
 * something has happened since; any other begins today or on the next one.
 */
export function repoDates(
  now: number,
  { until, term, since }: Pick<Deal, 'until' | 'term' | 'since'>,
): { purchaseDate: string; repurchaseDate?: string } {
  const today = new Date(now).toISOString().slice(0, 10)
  const last = businessDayUntil(today, TARGET)
  const begun = since === undefined ? last : businessDaysBefore(last, 5, TARGET)
  const purchaseDate = until === 'settled' ? begun : businessDayFrom(today, TARGET)
  return term === undefined
    ? { purchaseDate }
    : { purchaseDate, repurchaseDate: termEnd(purchaseDate, term, TARGET) }
}
