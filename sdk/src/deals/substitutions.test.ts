// Substitutions between two banks with a server each and two custodians, on a real ledger.
import { AccountNumber, shownIdentifier } from '@connex/protocol'
import type { DeliveryId, RegistryId } from '@connex/protocol'
import { dealSentence } from '@connex/protocol/deals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmAsBanks,
  dayFromNow,
  ELEVEN,
  inState,
  nominal,
  openBankRepo,
  over,
  settleByAll,
  TWENTY_TWO,
  untilBothKnow,
} from '../../../testkit/src/fixtures/bankDeals.ts'
import { startExchangeFixture } from '../../../testkit/src/fixtures/exchange.ts'
import type { MarketBond } from '../../../testkit/src/fixtures/exchange.ts'
import { mint, openRegistry } from '../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty } from '../../../testkit/src/fixtures/market.ts'
import { startMarketProcess } from '../../../testkit/src/fixtures/marketProcess.ts'
import { createWithheld } from '../../../testkit/src/fixtures/withheldDetails.ts'
import { until } from '../../../testkit/src/machine.ts'
import { createClient } from '../client/client.ts'
import type { Client } from '../client/client.ts'
import { configureAccount } from '../registries/assets.ts'
import { listPositions } from '../registries/queries.ts'
import { discoverVersion } from '../session/discoverVersion.ts'
import { createLocalSigner } from '../signer/createLocalSigner.ts'
import { cancelTransfer } from '../transfers/cancelTransfer.ts'
import { confirmAsRegistrar, confirmTransfer } from '../transfers/confirmTransfer.ts'
import { approveProposal } from '../workflows/approve.ts'
import { findProposalChanges, proposalChangeText } from '../workflows/changes.ts'
import { doubtText } from '../workflows/doubts.ts'
import { findProposalTests } from '../workflows/proposalTests.ts'
import { readProposal } from '../workflows/readProposal.ts'
import { sendForApproval } from '../workflows/sendForApproval.ts'
import { createReturn } from '../transfers/createReturn.ts'
import {
  createSubstitution,
  findSubstitutionTest,
  proposeSubstitution,
} from '../transfers/createSubstitution.ts'
import { createFopTransfer } from '../transfers/createTransfer.ts'
import { listDueEvents } from '../transfers/desk.ts'
import { getTransfer } from '../transfers/queries.ts'
import type { SubstitutionParameters } from '../transfers/substitutionDelivery.ts'
import { waitForTransfer } from '../transfers/waitForTransfer.ts'
import { findDealChange } from './confirmation.ts'
import { getDeal } from './deals.ts'

let market: MarketFixture
/** What is sold; what replaces it with the same custodian, and with another one. */
let [bond, note, bill]: [MarketBond, MarketBond, MarketBond] = [] as never
let [alpen, baltic]: [Client, Client] = [] as never
let depository: MarketParty
beforeAll(async () => {
  const exchange = await startExchangeFixture({
    minted: { bond: 100_000_000, note: 100_000_000, bill: 100_000_000 },
    denomination: '1000',
  })
  ;({ market, depository, alpen, baltic, bond, note, bill } = exchange)
})
afterAll(() => market.stop())

const confirm = (deliveryId: DeliveryId) => confirmAsBanks(market, deliveryId)
const settle = (deliveryId: DeliveryId, custodians = [market.registrar]) =>
  settleByAll(market, deliveryId, custodians)
const openRepo = () => openBankRepo(market, bond)

const own = ({ instrumentId: _instrument, ...registry }: MarketBond, quantity: bigint | 'ENOUGH') => ({
  ...registry,
  account: ELEVEN,
  quantity,
})
const quoted = (...prices: [MarketBond, string][]) =>
  prices.map(([{ instrumentId }, clean]) => ({ instrumentId, clean, date: dayFromNow(0) }))

/** Half of the bond against as much of the note, at one price. */
const half = (deliveryId: DeliveryId, given: Partial<SubstitutionParameters> = {}) => ({
  deliveryId,
  out: { P1: nominal(5_000_000) },
  in: [own(note, nominal(5_000_000))],
  prices: quoted([bond, '100'], [note, '100'], [bill, '100']),
  ...given,
})

const lotsOf = async (client: Client, opening: DeliveryId) =>
  (await getDeal(client, opening)).deal.lots.map(
    ({ lot, outstanding, inFlight, arriving }) =>
      `${lot} ${outstanding / 100n} out, ${inFlight / 100n} back, ${arriving / 100n} to come`,
  )
/** What an account has, and how much of it is earmarked. */
async function heldIn(client: Client, registry: MarketBond): Promise<[bigint, bigint]> {
  const { items } = await listPositions(client, { registryManagerAddr: registry.registryManagerAddr })
  const found = items.filter(({ registryId }) => registryId === registry.registryId)
  const sum = (of: 'quantity' | 'earmarked') => found.reduce((total, one) => total + BigInt(one[of]), 0n)
  return [sum('quantity'), sum('earmarked')]
}

describe('what is refused', () => {
  let opening: DeliveryId
  beforeAll(async () => {
    opening = await openRepo()
  })
  const substitute = (given: Partial<SubstitutionParameters>, client = alpen) =>
    createSubstitution(client, half(opening, given))

  test('a lot that cannot be substituted, or not by this party', async () => {
    await expect(substitute({ out: { P2: 1n } })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(substitute({ out: {} })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(substitute({ in: [] })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(substitute({ haircuts: { [note.instrumentId]: '100' } })).rejects.toMatchObject({
      code: 'invalidInput',
    })
    await expect(substitute({ out: { P1: nominal(11_000_000) } })).rejects.toMatchObject({
      code: 'lotNotOutstanding',
      message: 'P1 has less than this outstanding. Choose another lot or a lower quantity.',
    })
    await expect(substitute({}, baltic)).rejects.toMatchObject({
      code: 'notYourCollateral',
      message:
        'P1 is not collateral that you gave. Only its giver can substitute it; ask the other side to propose it.',
    })
    await expect(substitute({}, market.rhone.client)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('less than a denomination, also of an instrument that the deal does not have yet', async () => {
    await expect(substitute({ in: [own(note, nominal(5_000_000) + 1n)] })).rejects.toMatchObject({
      code: 'notDenominated',
      message: /^The instrument is denominated in 1,000.00 DE000CNX0025/,
    })
  })

  test('too little value, and no value at all until that is accepted', async () => {
    await expect(substitute({ prices: quoted([bond, '100'], [note, '99.9999']) })).rejects.toMatchObject({
      code: 'valueTooLow',
      message: 'The new collateral is worth 5.00 too little. Raise the quantity.',
    })
    await expect(substitute({ prices: quoted([bond, '100']) })).rejects.toMatchObject({
      code: 'priceMissing',
      message: /^There is no price for DE000CNX0025, so the value cannot be tested\./,
    })
    await expect(
      substitute({
        prices: quoted([bond, '100'], [note, '100']).map((one) => ({ ...one, date: '2020-01-02' })),
      }),
    ).rejects.toMatchObject({ code: 'priceStale' })
    await expect(
      substitute({
        prices: quoted([note, '100']).map((one) => ({ ...one, date: dayFromNow(1) })),
      }),
    ).rejects.toMatchObject({ code: 'invalidInput' })
  })

  test('more than is available in one’s own account', async () => {
    await expect(substitute({ in: [own(note, nominal(200_000_000))] })).rejects.toMatchObject({
      message: 'Insufficient funds in selected account.',
    })
  })

  test('a lot that a return or another substitution moves already, which it names; nothing else is published', async () => {
    const { deliveryId } = await createSubstitution(alpen, half(opening))
    await expect(substitute({})).rejects.toMatchObject({
      code: 'lotInFlight',
      refusal: { lot: 'P1', deliveryIds: [deliveryId] },
    })
    await expect(createReturn(alpen, { deliveryId: opening })).rejects.toMatchObject({
      code: 'lotInFlight',
      message: new RegExp(`^A pending delivery already moves this lot: ${deliveryId}`),
    })
    expect((await getDeal(alpen, opening)).deliveries).toHaveLength(2)
    await cancelTransfer(alpen, { deliveryId })
    expect(await lotsOf(alpen, opening)).toEqual(['P1 10000000 out, 0 back, 0 to come'])
  })

  test('the later of a substitution and a return that race, by the client of whoever confirms it', async () => {
    const [back, racing] = await Promise.all([
      createReturn(baltic, {
        deliveryId: opening,
        quantities: { P1: nominal(6_000_000) },
        repurchaseDate: dayFromNow(3),
      }),
      createSubstitution(alpen, half(opening)),
    ])
    for (const { deliveryId } of [back, racing])
      await Promise.all([waitForTransfer(alpen, deliveryId), waitForTransfer(baltic, deliveryId)])
    const { deal } = await getDeal(baltic, opening)
    const later = deal.events.find(({ fault }) => fault !== null)
    expect(later?.fault).toEqual({ code: 'exceedsOutstanding', lot: 'P1', by: nominal(1_000_000) })
    const deliveryId = later?.deliveryId as DeliveryId
    const confirmer = deliveryId === racing.deliveryId ? baltic : alpen
    const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
    await expect(confirmTransfer(confirmer, { deliveryId, accounts })).rejects.toMatchObject({
      code: 'exceedsOutstanding',
    })
    await cancelTransfer(alpen, { deliveryId: racing.deliveryId })
    await cancelTransfer(baltic, { deliveryId: back.deliveryId })
  })

  test('a substitution that a return has overtaken, until the holder has seen what changed', async () => {
    const base = await openRepo()
    const { deliveryId } = await createSubstitution(alpen, half(base))
    await waitForTransfer(baltic, deliveryId)
    const back = await createReturn(baltic, {
      deliveryId: base,
      quantities: { P1: nominal(3_000_000) },
      repurchaseDate: dayFromNow(3),
    })
    expect(await getTransfer(baltic, back.deliveryId)).toMatchObject({ cashQuantity: '3000535.00' })
    await settle(back.deliveryId)
    const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
    await expect(confirmTransfer(baltic, { deliveryId, accounts })).rejects.toMatchObject({
      code: 'dealChanged',
      message: /Return of 3,000,000.00 DE000CNX0017/,
    })
    const change = await findDealChange(baltic, { deliveryId, openingDeliveryId: base })
    await confirmTransfer(baltic, { deliveryId, accounts, acceptedDeal: change?.hash })
    await untilBothKnow(market, deliveryId)
    await confirmAsRegistrar(market.registrar.client, deliveryId)
    await inState(baltic, deliveryId, 'SETTLED')
    expect(await lotsOf(baltic, base)).toEqual([
      'P1 2000000 out, 0 back, 0 to come',
      'P2 5000000 out, 0 back, 0 to come',
    ])
  })

  test('by the client of the holder that has delivered the collateral on: it names the shortage', async () => {
    const base = await openRepo()
    const [held, earmarked] = await heldIn(baltic, bond)
    const lent = await createFopTransfer(baltic, {
      ...bond,
      account: TWENTY_TWO,
      quantity: held - earmarked - nominal(1_000_000),
      direction: 'DELIVER',
      counterpartyAddr: market.rhone.address,
      description: 'On-lent',
    })
    const { deliveryId } = await createSubstitution(alpen, half(base))
    await waitForTransfer(baltic, deliveryId)
    const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
    await expect(confirmTransfer(baltic, { deliveryId, accounts })).rejects.toMatchObject({
      code: 'collateralMissing',
      message:
        '4,000,000.00 DE000CNX0017 is missing in your account: it has been delivered on, or is earmarked for another transfer. Get it back first, or agree on other collateral.',
    })
    await cancelTransfer(baltic, { deliveryId: lent.deliveryId })
    await settle(deliveryId)
    expect(await lotsOf(baltic, base)).toEqual([
      'P1 5000000 out, 0 back, 0 to come',
      'P2 5000000 out, 0 back, 0 to come',
    ])
  })

  test('by one of two custodians: nothing has moved, and what was earmarked is available again', async () => {
    const held = () => Promise.all([heldIn(alpen, bill), heldIn(baltic, bond)])
    const [before, base] = [await held(), await openRepo()]
    const [[bills], [bonds]] = before
    const { deliveryId } = await createSubstitution(
      alpen,
      half(base, { in: [own(bill, nominal(5_000_000))] }),
    )
    await confirm(deliveryId)
    expect(await held()).toEqual([
      [bills, nominal(5_000_000)],
      [bonds + nominal(10_000_000), nominal(5_000_000)],
    ])
    await confirmAsRegistrar(market.registrar.client, deliveryId)
    await cancelTransfer(depository.client, { deliveryId, reason: 'Account closed' })
    await Promise.all([inState(alpen, deliveryId, 'CANCELED'), inState(baltic, deliveryId, 'CANCELED')])
    expect(await held()).toEqual([
      [bills, 0n],
      [bonds + nominal(10_000_000), 0n],
    ])
    expect(await lotsOf(baltic, base)).toEqual(['P1 10000000 out, 0 back, 0 to come'])
  })
})

describe('without its private details', () => {
  const withheld = (opening: DeliveryId) =>
    createWithheld((options) => createSubstitution(alpen, half(opening), options), baltic)

  /** A client of Baltic Trust Bank whose reads of private details wait for what happens `before` them. */
  async function readsDetails(before: () => Promise<unknown>): Promise<Client> {
    const client = createClient({
      baseUrl: market.south.node.url,
      signer: createLocalSigner(market.baltic.user.key, { chainId: 31337 }),
      fetch: async (input, init) => {
        if (JSON.stringify(input).includes('/deliveries/details')) await before()
        return fetch(input, init)
      },
    })
    await discoverVersion(client)
    return client
  }

  const confirmation = (deliveryId: DeliveryId) => ({
    deliveryId,
    accounts: { deliver: TWENTY_TWO, receive: TWENTY_TWO },
  })

  test('it is not confirmed as if it were a plain transfer, unless the user knows its terms', async () => {
    const { deliveryId, store } = await withheld(await openRepo())
    const confirmed = (given: object = {}) =>
      confirmTransfer(baltic, { ...confirmation(deliveryId), ...given }, { dryRun: 'only' })
    await expect(confirmed()).rejects.toMatchObject({ code: 'detailsMissing' })
    await confirmed({ withoutDetails: true })
    await store(baltic)
    await confirmed()
    await cancelTransfer(alpen, { deliveryId })
  })

  test('it is checked against its deal, even if they arrive while it is being read', async () => {
    const opening = await openRepo()
    const { deliveryId, store } = await withheld(opening)
    const { deliveryId: sooner } = await createSubstitution(alpen, half(opening))
    await settle(sooner)
    const racing = await readsDetails(() => store(baltic))
    await expect(confirmTransfer(racing, confirmation(deliveryId), { dryRun: 'only' })).rejects.toMatchObject(
      { code: 'dealChanged' },
    )
    await cancelTransfer(alpen, { deliveryId })
  })
})

test('half a lot is exchanged with two custodians, then the rest for several: the end returns what is held then', async () => {
  const opening = await openRepo()
  const enough = half(opening, {
    in: [own(bill, 'ENOUGH')],
    prices: quoted([bond, '99.1'], [bill, '98.5']),
    haircuts: { [bill.instrumentId]: '1' },
  })
  const proposal = await proposeSubstitution(alpen, enough)
  // 4,955,000 / (0.985 × 0.99) = 5,081,269.548…
  expect(proposal.moves[1]?.quantity).toBe(508_126_955n)
  const { deliveryId: first } = await createSubstitution(alpen, enough)
  await waitForTransfer(baltic, first)
  expect(await getTransfer(baltic, first)).toMatchObject({
    description: 'Substitution in One week',
    openingDeliveryId: opening,
  })
  const theirs = await findSubstitutionTest(baltic, { deliveryId: first, openingDeliveryId: opening })
  expect(theirs?.market).toEqual(proposal.test.market)
  expect(theirs?.untested).toBeNull()
  const fallen = { deliveryId: first, openingDeliveryId: opening, prices: quoted([bill, '97']) }
  expect((await findSubstitutionTest(baltic, fallen))?.market?.shortBy).toBe(2_616_854n)
  expect(
    await findSubstitutionTest(baltic, { deliveryId: opening, openingDeliveryId: opening }),
  ).toBeUndefined()
  await settle(first, [market.registrar, depository])

  // Another tenant sees neither what it means nor what it belongs to.
  await expect(getTransfer(market.rhone.client, first)).rejects.toMatchObject({ code: 'notFound' })
  await expect(getDeal(market.rhone.client, opening)).rejects.toMatchObject({ code: 'notFound' })

  const quarter = own(note, nominal(1_250_000))
  const { deliveryId: second } = await createSubstitution(
    alpen,
    half(opening, { in: [quarter, quarter, quarter, quarter] }),
  )
  await settle(second)
  const [ours, deal] = await Promise.all([getDeal(alpen, opening), getDeal(baltic, opening)])
  expect(ours.deal).toEqual(deal.deal)
  expect(ours.deal).toMatchObject({
    state: 'OPEN',
    warnings: [],
    cash: { principal: { cents: 1_000_000_000n } },
  })
  const held = ours.deal.lots.filter(({ outstanding }) => outstanding > 0n).map(({ lot }) => lot)
  expect(held).toEqual(['P2', 'P3', 'P4', 'P5', 'P6'])
  const due = await listDueEvents(baltic, { from: dayFromNow(0), to: dayFromNow(30), itemsPerPage: 500 })
  const repurchase = due.items.find(({ kind, deliveryId }) => kind === 'REPURCHASE' && deliveryId === opening)
  expect(repurchase?.outgoing.securities.map(({ identifier }) => identifier)).toEqual(
    expect.arrayContaining(['DE000CNX0025', 'DE000CNX0033']),
  )

  // A quarter of the principal was the note's half of the half: what P3 carries.
  const part = await createReturn(baltic, {
    deliveryId: opening,
    quantities: { P3: nominal(1_250_000) },
    repurchaseDate: dayFromNow(7),
  })
  expect(await getTransfer(baltic, part.deliveryId)).toMatchObject({ cashQuantity: '1250520.14' })
  await settle(part.deliveryId)
  const last = await createReturn(baltic, { deliveryId: opening, repurchaseDate: dayFromNow(7) })
  expect(await getTransfer(baltic, last.deliveryId)).toMatchObject({ cashQuantity: '8753640.97' })
  await settle(last.deliveryId, [market.registrar, depository])
  const [closed, other] = await Promise.all([getDeal(alpen, opening), getDeal(baltic, opening)])
  expect(closed.deal).toMatchObject({ state: 'CLOSED', warnings: [], cash: { principal: { cents: 0n } } })
  expect(other.deal.hash).toBe(closed.deal.hash)
})

test('one lot goes out against thirty-one that come in: 32 legs settle together', async () => {
  const opening = await openRepo()
  const piece = own(note, nominal(162_000))
  const { deliveryId } = await createSubstitution(
    alpen,
    half(opening, { in: Array.from({ length: 31 }, () => piece) }),
  )
  await settle(deliveryId)
  const [ours, theirs] = await Promise.all([getDeal(alpen, opening), getDeal(baltic, opening)])
  expect(ours.deal).toMatchObject({ state: 'OPEN', warnings: [] })
  expect(ours.deal.lots.map(({ outstanding }) => outstanding)).toEqual([
    nominal(5_000_000),
    ...Array.from({ length: 31 }, () => nominal(162_000)),
  ])
  expect(theirs.deal.hash).toBe(ours.deal.hash)
})

test('each lot goes back from the account that it came into, or from the one chosen for it', async () => {
  const { registryManagerAddr } = bill
  const account = AccountNumber.parse('44')
  const ownerAddr = market.baltic.address
  await configureAccount(depository.client, { registryManagerAddr, ownerAddr, account })
  const opening = await openRepo()
  const { deliveryId } = await createSubstitution(
    alpen,
    half(opening, { in: [own(bill, nominal(5_000_000))] }),
  )
  await waitForTransfer(baltic, deliveryId)
  await confirmTransfer(baltic, { deliveryId, legAccounts: { 0: TWENTY_TWO, 1: account } })
  await settle(deliveryId, [market.registrar, depository])

  const week = { deliveryId: opening, repurchaseDate: dayFromNow(7) }
  const accountsOf = async (id: DeliveryId) =>
    (await getTransfer(baltic, id)).legs.map(({ senderAccount }) => senderAccount)
  await expect(createReturn(baltic, { ...week, lotAccounts: { P3: account } })).rejects.toMatchObject({
    code: 'invalidInput',
  })
  const first = await createReturn(baltic, week)
  expect(await accountsOf(first.deliveryId)).toEqual(['22', '44', null])
  await cancelTransfer(baltic, { deliveryId: first.deliveryId })
  await inState(baltic, first.deliveryId, 'CANCELED')
  const second = await createReturn(baltic, {
    ...week,
    accounts: { deliver: TWENTY_TWO },
    lotAccounts: { P2: account },
  })
  expect(await accountsOf(second.deliveryId)).toEqual(['22', '44', null])
  await settle(second.deliveryId, [market.registrar, depository])
  expect((await getDeal(alpen, opening)).deal.state).toBe('CLOSED')
})

test('a note without an ISIN is named by its label, in a deal and in a refusal', async () => {
  const unlisted = await openRegistry(market, `0x${'5e'.repeat(32)}`)
  await mint(market, unlisted, nominal(20_000_000))
  const opening = await openBankRepo(market, unlisted)
  for (const client of [alpen, baltic])
    await until('the label', async () => (await getDeal(client, opening)).deal.lots[0]?.asset.label != null)
  const { deal } = await getDeal(baltic, opening)
  expect(dealSentence(deal, dayFromNow(0))).toContain('10,000,000.00 Hanseatic 2031 out')
  const late = { deliveryId: opening, quantities: { P1: nominal(10_000_001) }, repurchaseDate: dayFromNow(7) }
  await expect(createReturn(baltic, late)).rejects.toThrow(/1\.00 Hanseatic 2031/)
})

test('an approver reads what of the deal has changed since a substitution was proposed, before and now', async () => {
  const opening = await openRepo()
  const parameters = half(opening, {
    in: [own(bill, 'ENOUGH')],
    prices: quoted([bond, '99.1'], [bill, '98.5']),
    haircuts: { [bill.instrumentId]: '1' },
  })
  const { workflow } = await sendForApproval(alpen, (approval) =>
    createSubstitution(alpen, parameters, approval),
  )
  const changes = async () =>
    findProposalChanges(alpen, await readProposal(alpen, workflow?.workflowId ?? ''))
  expect(await changes()).toEqual([])
  const { deliveryId } = await createReturn(baltic, {
    deliveryId: opening,
    quantities: { P1: nominal(1_000_000) },
    repurchaseDate: dayFromNow(7),
  })
  await settle(deliveryId)
  expect((await changes()).map(proposalChangeText)).toEqual([
    expect.stringMatching(/^Outstanding of P1: 10,000,000\.00 .* when it was proposed, 9,000,000\.00 now\.$/),
    expect.stringMatching(
      /^Value test: enough, the deal is .* when it was proposed; enough, the deal is .* now\.$/,
    ),
  ])
})

test('securities that the server does not know forbid the approval of a substitution, and no sum leaves them out', async () => {
  const opening = await openRepo()
  const two = half(opening, {
    in: [own(note, nominal(2_000_000)), own(bill, nominal(3_000_000))],
    prices: quoted([bond, '100'], [note, '100'], [bill, '100']),
  })
  const { workflow } = await sendForApproval(alpen, (approval) => createSubstitution(alpen, two, approval))
  const proposal = () => readProposal(alpen, workflow?.workflowId ?? '')
  const reviewed = await proposal()
  expect(reviewed.doubts).toEqual([])
  const { kysely } = market.north.node.database
  const forget = (registryId: string) =>
    kysely.updateTable('registries').set({ registry_id: registryId as RegistryId })
  const unknown = bill.registryId.replace(/^0x.{8}/, '0x00000000')
  await forget(unknown).where('registry_id', '=', bill.registryId).execute()
  try {
    const read = await proposal()
    expect(read).toMatchObject({ isApprovable: false, doubts: [{ code: 'assetUnknown' }] })
    const name = `P3 ${shownIdentifier(bill.registryId)}`
    expect(read.doubts.map(doubtText)).toEqual([
      `Your server does not know ${name}, so nobody can tell what this substitution is worth. Review it again once your server knows it, or reject it.`,
    ])
    expect(await findProposalTests(alpen, read)).toEqual([])
    expect(await findProposalChanges(alpen, read)).toEqual([])
    await expect(
      approveProposal(alpen, { workflowId: read.workflow.workflowId, reviewed }),
    ).rejects.toMatchObject({ code: 'assetUnknown' })
  } finally {
    await forget(bill.registryId)
      .where('registry_id', '=', unknown as RegistryId)
      .execute()
  }
  const [{ test: known } = { test: undefined }] = await findProposalTests(alpen, await proposal())
  expect(known?.lines).toHaveLength(3)
})

test('an approver computes the value tests of a substitution that a colleague proposes, and of one that a colleague confirms', async () => {
  const opening = await openRepo()
  const parameters = half(opening, {
    in: [own(note, 'ENOUGH')],
    prices: quoted([bond, '99.1'], [note, '98.5']),
    haircuts: { [note.instrumentId]: '1' },
  })
  const { test: ours } = await proposeSubstitution(alpen, parameters)
  const testsIn = async (client: Client, { workflow }: Awaited<ReturnType<typeof sendForApproval>>) =>
    findProposalTests(client, await readProposal(client, workflow?.workflowId ?? ''))
  const { market: values, coverage, exposure } = ours
  const lines = ours.lines.map(({ price: _price, ...line }) => line)
  const same = { market: values, coverage, exposure, lines, untested: null }
  const creating = await sendForApproval(alpen, (approval) => createSubstitution(alpen, parameters, approval))
  expect(await testsIn(alpen, creating)).toMatchObject([{ test: same }])

  const { deliveryId } = await createSubstitution(alpen, parameters)
  await waitForTransfer(baltic, deliveryId)
  const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
  const confirming = await sendForApproval(baltic, (approval) =>
    confirmTransfer(baltic, { deliveryId, accounts }, approval),
  )
  expect(await testsIn(baltic, confirming)).toMatchObject([{ deliveryId, test: same }])
  const canceling = await sendForApproval(alpen, (approval) =>
    cancelTransfer(alpen, { deliveryId, reason: 'Not needed' }, approval),
  )
  expect(await testsIn(alpen, canceling)).toEqual([])
  await cancelTransfer(alpen, { deliveryId })
})

test('an approver of a confirmation reads what of the deal has changed since the substitution was created', async () => {
  const opening = await openRepo()
  const prices = quoted([bond, '99.1'], [note, '99.2'])
  const { deliveryId } = await createSubstitution(alpen, half(opening, { prices }))
  await over(await waitForTransfer(baltic, deliveryId))
  const accounts = { deliver: TWENTY_TWO, receive: TWENTY_TWO }
  const { workflow } = await sendForApproval(baltic, (approval) =>
    confirmTransfer(baltic, { deliveryId, accounts }, approval),
  )
  const changes = async () =>
    (await findProposalChanges(baltic, await readProposal(baltic, workflow?.workflowId ?? ''))).map(
      proposalChangeText,
    )
  expect(await changes()).toEqual([])
  const { deliveryId: part } = await createReturn(baltic, {
    deliveryId: opening,
    quantities: { P1: nominal(1_000_000) },
    repurchaseDate: dayFromNow(7),
  })
  await settle(part)
  expect(await changes()).toEqual([
    expect.stringMatching(/^Available in account 22: /),
    expect.stringMatching(/^Outstanding of P1: 10,000,000\.00 .* when it was proposed, 9,000,000\.00 now\.$/),
    expect.stringMatching(/^Value test: enough, .* when it was proposed; enough, .* now\.$/),
  ])
})

// The last one: it replaces both servers of the market by processes.
test('both servers are killed between the confirmations of two custodians: it settles whole, and as one deal', async () => {
  const { alpenbank, issuer, registrar, rhone, fjord } = market
  const opening = await openRepo()
  const [bills, bonds] = await Promise.all([heldIn(baltic, bill), heldIn(baltic, bond)])
  const { deliveryId } = await createSubstitution(
    alpen,
    half(opening, { in: [own(bill, nominal(5_000_000))] }),
  )
  await confirm(deliveryId)
  const { confirmations } = await waitForTransfer(baltic, deliveryId)
  const servers = await Promise.all([
    startMarketProcess(market.north, [issuer, registrar, alpenbank, rhone, depository]),
    startMarketProcess(market.south, [market.baltic, fjord]),
  ])
  try {
    await confirmAsRegistrar(registrar.client, deliveryId)
    await Promise.all(servers.map((server) => server.kill()))
    // One custodian has confirmed, so nothing has moved.
    const awaited = await until('the confirmation of the first custodian', async () => {
      const transfer = await getTransfer(baltic, deliveryId)
      return transfer.confirmations.length > confirmations.length ? transfer : undefined
    })
    expect(awaited.state).not.toBe('SETTLED')
    expect((await heldIn(baltic, bill))[0]).toBe(bills[0])
    await confirmAsRegistrar(depository.client, deliveryId)
    await Promise.all(servers.map((server) => server.kill()))
    await Promise.all([inState(alpen, deliveryId, 'SETTLED'), inState(baltic, deliveryId, 'SETTLED')])
    expect((await heldIn(baltic, bill))[0] - bills[0]).toBe(nominal(5_000_000))
    expect(bonds[0] - (await heldIn(baltic, bond))[0]).toBe(nominal(5_000_000))
    const [ours, theirs] = await Promise.all([getDeal(alpen, opening), getDeal(baltic, opening)])
    expect(theirs.deal.hash).toBe(ours.deal.hash)
    expect(ours.deal).toMatchObject({ state: 'OPEN', warnings: [] })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})
