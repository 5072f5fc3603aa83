// Acting by HTTP alone: what is prepared on one server is signed with a bare key, and settles between two servers on a real ledger.
import { deliveryManagerAbi } from '@connex/contracts'
import { Address, DeliveryId, fingerprintOf, freshSalt } from '@connex/protocol'
import type {
  CallBody,
  HexData,
  InstrumentId,
  PreparedTransaction,
  RepoTerms,
  SaltedText,
} from '@connex/protocol'
import {
  call,
  cancelTransfer,
  confirmTransfer,
  createFopTransfer,
  createRepoTransfer,
  getTransfer,
  listPositions,
  selectorsOf,
  setFourEyes,
  waitForIndex,
} from '@connex/sdk'
import type { ApiError, Client, DetailsToStore, SendOptions } from '@connex/sdk'
import { keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayFromNow, settleByAll } from '../../../../testkit/src/fixtures/bankDeals.ts'
import { mint, openRegistry, startMarketFixture } from '../../../../testkit/src/fixtures/market.ts'
import type { MarketFixture, MarketParty, MarketRegistry } from '../../../../testkit/src/fixtures/market.ts'
import { loanMargin, loanTerms } from '../../../../testkit/src/fixtures/terms.ts'
import { until } from '../../../../testkit/src/machine.ts'
import { testClient } from '../../../../testkit/src/servers/users.ts'

let market: MarketFixture
type Registry = MarketRegistry & { instrumentId: InstrumentId }
let bond: Registry
let loaned: Registry
let alpenbank: MarketParty
let baltic: MarketParty
let registrar: MarketParty
beforeAll(async () => {
  market = await startMarketFixture()
  ;({ alpenbank, baltic, registrar } = market)
  bond = await openRegistry(market, 'DE000CNX0017')
  loaned = await openRegistry(market, 'DE000CNX0025')
  await mint(market, bond, 10_000n)
  await mint(market, loaned, 10_000n)
})
afterAll(() => market.stop())

type NewTransfer = CallBody<'prepareTransfer'>

const assetOf = ({ registryManagerAddr, registrarAddr, registryId }: MarketRegistry) => ({
  registryManagerAddr,
  registrarAddr,
  registryId,
})
/** Alpenbank delivers to Baltic. */
const fop = (given: object = {}): NewTransfer =>
  ({
    transferType: 'FOP',
    ...assetOf(bond),
    account: '11',
    quantity: '100',
    direction: 'DELIVER',
    counterpartyAddr: baltic.address,
    description: 'Rebalancing',
    ...given,
  }) as NewTransfer
const terms: RepoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-24',
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}
/** Half of the 100 that a repo sold against as much of the other bond. */
const exchange = (deliveryId: DeliveryId, given: object = {}) =>
  ({
    deliveryId,
    out: { P1: '50' },
    in: [{ ...assetOf(loaned), account: '11', quantity: '50' }],
    prices: priced('100', '100'),
    ...given,
  }) as unknown as CallBody<'prepareSubstitution'>
const priced = (sold: string, other: string) => [
  { instrumentId: bond.instrumentId, clean: sold },
  { instrumentId: loaned.instrumentId, clean: other },
]

const prepare = (client: Client, body: NewTransfer) => call(client, 'prepareTransfer', { body })

const stored = async (client: Client, deliveryId: DeliveryId) =>
  (await call(client, 'deliveryDetails', { query: { deliveryIds: [deliveryId] } })).items[0]?.status

/** Signs the hash with the bare key, as an HSM does, and waits until the tenant's own server has the block. */
async function settle({ user, client }: MarketParty, prepared: PreparedTransaction): Promise<void> {
  const signature = await user.account.sign!({ hash: prepared.signingHash as `0x${string}` })
  // An HSM returns r and s alone.
  const body = {
    unsignedTransaction: prepared.unsignedTransaction,
    signature: signature.slice(0, 130) as HexData,
  }
  const { transactionHash } = await call(client, 'publishSignature', { body })
  const receipt = await until('the receipt', async () => {
    const request = { method: 'eth_getTransactionReceipt', params: [transactionHash] }
    const { result } = await call(client, 'rpc', { body: request })
    return (result ?? undefined) as { blockNumber: string; status: string } | undefined
  })
  expect(receipt.status).toBe('0x1')
  await waitForIndex(client, Number(receipt.blockNumber))
}

/** At the other server too, with the private details. */
const untilKnown = ({ client }: MarketParty, deliveryId: DeliveryId) =>
  until('the transfer', async () => {
    const { items } = await call(client, 'transfers', { query: { transferId: [deliveryId] } })
    return items[0]?.detailsStatus === 'SYNCED'
  })

const stateOf = async ({ client }: MarketParty, deliveryId: DeliveryId) =>
  (await getTransfer(client, deliveryId)).deliveryState

const confirm = (
  { client }: MarketParty,
  deliveryId: DeliveryId,
  given: Omit<CallBody<'prepareConfirmation'>, 'deliveryId'> = {},
) => call(client, 'prepareConfirmation', { body: { deliveryId, ...given } })

async function confirmAsRegistrar(deliveryId: DeliveryId): Promise<void> {
  await until('the investors', async () => {
    const { state } = await getTransfer(registrar.client, deliveryId)
    return state === 'PENDING'
  })
  await settle(registrar, await confirm(registrar, deliveryId, { role: 'REGISTRAR' }))
}

const setBalance = ({ user }: MarketParty, wei: bigint) =>
  market.ledger.ledger.client.request({
    method: 'anvil_setBalance' as never,
    params: [user.address, `0x${wei.toString(16)}`] as never,
  })

const RECEIVE = { accounts: { receive: '22' } } as CallBody<'prepareConfirmation'>

describe('refuses', () => {
  test('a user without the privilege', async () => {
    const body = fop()
    await expect(prepare(market.issuer.client, body)).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const request = { body: { deliveryId: DeliveryId.parse(freshSalt()) } }
    for (const name of ['prepareReturn', 'prepareConfirmation', 'prepareCancel'] as const)
      await expect(call(market.issuer.client, name, request)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      call(market.issuer.client, 'prepareSubstitution', { body: exchange(request.body.deliveryId) }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  test.each<[string, () => object, string, string]>([
    [
      'an unknown counterparty',
      () => ({ counterpartyAddr: `0x${'9'.repeat(40)}` }),
      'counterpartyAddr',
      'is not a tenant of the platform',
    ],
    [
      'the own tenant',
      () => ({ counterpartyAddr: alpenbank.address }),
      'counterpartyAddr',
      'is your own tenant',
    ],
    [
      'a registry of another custodian',
      () => ({ registrarAddr: baltic.address }),
      'registryId',
      'is not a registry of this custodian',
    ],
    ['an over-precise quantity', () => ({ quantity: '100.5' }), 'quantity', 'not a whole quantity'],
    ['no quantity', () => ({ quantity: '0' }), 'quantity', 'must be above zero'],
    ['an unknown field', () => ({ price: '1' }), 'price', 'unknown'],
  ])('%s', async (_, given, path, message) => {
    await expect(prepare(alpenbank.client, fop(given()))).rejects.toMatchObject({
      code: 'badRequest',
      problem: { errors: [{ path, message }] },
    })
  })

  test.each<[string, object, string]>([
    ['a quantity above what is available', { quantity: '10001' }, 'Insufficient funds'],
    ['an account that is not open', { account: '99' }, 'account'],
    ['a value date that is not a midnight', { valueDate: 1_800_000_001 }, 'value date'],
  ])('%s, in the words of the ledger, and stores nothing', async (_, given, sentence) => {
    const count = () =>
      market.north.node.database.kysely.selectFrom('delivery_details').select('delivery_id').execute()
    const before = await count()
    const error: unknown = await prepare(alpenbank.client, fop(given)).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ status: 409, code: 'contractRefused' })
    expect((error as Error).message.toLowerCase()).toContain(sentence.toLowerCase())
    const { problem } = error as ApiError
    expect(problem?.reason).toMatch(/^[A-Z]/)
    expect(problem?.revertData).toMatch(/^0x/)
    expect(await count()).toEqual(before)
  })

  test('a repo that ends before it begins', async () => {
    const body = fop({ transferType: 'REPO', terms: { ...terms, repurchaseDate: '2026-11-23' } })
    await expect(prepare(alpenbank.client, body)).rejects.toMatchObject({
      code: 'actionRefused',
      problem: { reason: 'repurchaseTooEarly' },
    })
  })

  test('what a delivery does not allow now', async () => {
    const deliveryId = DeliveryId.parse(freshSalt())
    const client = alpenbank.client
    const missing = { code: 'actionRefused', problem: { reason: 'notFound' } }
    await expect(call(client, 'prepareConfirmation', { body: { deliveryId } })).rejects.toMatchObject(missing)
    await expect(call(client, 'prepareCancel', { body: { deliveryId } })).rejects.toMatchObject(missing)
    await expect(call(client, 'prepareReturn', { body: { deliveryId } })).rejects.toMatchObject(missing)
    await expect(call(client, 'prepareSubstitution', { body: exchange(deliveryId) })).rejects.toMatchObject(
      missing,
    )
  })

  test('a receiver without an account, naming the field; and a registrar who confirms as a party, naming the role', async () => {
    const prepared = await prepare(alpenbank.client, fop())
    const deliveryId = DeliveryId.parse(prepared.deliveryId)
    await settle(alpenbank, prepared)
    await untilKnown(baltic, deliveryId)
    await expect(confirm(baltic, deliveryId)).rejects.toMatchObject({
      code: 'actionRefused',
      problem: { reason: 'accountMissing', errors: [{ path: 'accounts.receive' }] },
    })
    await settle(baltic, await confirm(baltic, deliveryId, RECEIVE))
    await until('the investors', async () => {
      const { state } = await getTransfer(registrar.client, deliveryId)
      return state === 'PENDING'
    })
    const refused = (detail: string) => ({ problem: { reason: 'nothingToConfirm', detail } })
    const nothing = 'There is nothing for your tenant to confirm now.'
    await expect(confirm(registrar, deliveryId)).rejects.toMatchObject(
      refused(`${nothing} As registrar or coordinator it can: send "role": "REGISTRAR".`),
    )
    await expect(confirm(baltic, deliveryId)).rejects.toMatchObject(refused(nothing))
    await confirmAsRegistrar(deliveryId)
  })

  test('a foreign signature, and bytes that are not an unsigned transaction', async () => {
    const prepared = await prepare(alpenbank.client, fop())
    const { unsignedTransaction, signingHash } = prepared
    const foreign = (await baltic.user.account.sign!({ hash: signingHash as `0x${string}` })) as HexData
    const publish = (body: CallBody<'publishSignature'>) =>
      call(alpenbank.client, 'publishSignature', { body })
    await expect(publish({ unsignedTransaction, signature: foreign })).rejects.toMatchObject({
      code: 'signatureUnusable',
    })
    await expect(publish({ unsignedTransaction, signature: '0x00' as HexData })).rejects.toMatchObject({
      code: 'signatureUnusable',
    })
    const junk = '0xdeadbeef' as HexData
    const signature = (await alpenbank.user.account.sign!({
      hash: keccak256(junk as `0x${string}`),
    })) as HexData
    await expect(publish({ unsignedTransaction: junk, signature })).rejects.toMatchObject({
      code: 'transactionMalformed',
    })
  })
})

describe('is what the SDK would send', () => {
  /** The transaction that the SDK's own function would sign, and the details of what it creates. */
  async function rehearsed(act: (options: SendOptions) => Promise<unknown>) {
    let found: { to: string; data: string } | undefined
    let created: DetailsToStore | undefined
    await act({
      dryRun: 'only',
      storeBy: (delivery) => {
        created = delivery
        return Promise.resolve()
      },
      onProgress: (progress) => {
        if (progress.step === 'simulated') found = progress.transaction
      },
    })
    return { to: found?.to, data: withoutSalt(found?.data ?? '', created) }
  }
  /** Each salt makes another id and fingerprint. */
  function withoutSalt(data: string, created: DetailsToStore | undefined): string {
    if (created === undefined) return data
    const salted = [created.deliveryId, fingerprintOf({ ...created.details })].map((hash) => hash.slice(2))
    for (const hash of salted) expect(data.split(hash)).toHaveLength(2)
    return data.replace(salted[0] ?? '', '<id>').replace(salted[1] ?? '', '<fingerprint>')
  }
  function asSent({ transaction: { to, data }, deliveryId, details }: PreparedTransaction) {
    const created = details === null ? undefined : ({ deliveryId, details } as unknown as DetailsToStore)
    return { to, data: withoutSalt(data, created) }
  }

  test('a new transfer, but for its salt', async () => {
    const { transferType: _, ...given } = fop() as Extract<NewTransfer, { transferType: 'FOP' }>
    const parameters = { ...given, quantity: BigInt(given.quantity) }
    expect(asSent(await prepare(alpenbank.client, fop()))).toEqual(
      await rehearsed((options) => createFopTransfer(alpenbank.client, parameters, options)),
    )
    expect(asSent(await prepare(alpenbank.client, fop({ transferType: 'REPO', terms })))).toEqual(
      await rehearsed((options) => createRepoTransfer(alpenbank.client, { ...parameters, terms }, options)),
    )
  })

  test('a confirmation and a cancel, byte for byte', async () => {
    const prepared = await prepare(alpenbank.client, fop())
    const deliveryId = DeliveryId.parse(prepared.deliveryId)
    await settle(alpenbank, prepared)
    await untilKnown(baltic, deliveryId)
    const confirmation = await confirm(baltic, deliveryId, RECEIVE)
    expect(asSent(confirmation)).toEqual(
      await rehearsed((options) => confirmTransfer(baltic.client, { ...RECEIVE, deliveryId }, options)),
    )
    const cancel = await call(baltic.client, 'prepareCancel', { body: { deliveryId } })
    expect(asSent(cancel)).toEqual(
      await rehearsed((options) => cancelTransfer(baltic.client, { deliveryId }, options)),
    )
    await settle(baltic, cancel)
    expect(await stateOf(baltic, deliveryId)).toBe('CANCELED')
  })
})

test('preparing publishes nothing, may be repeated, and says what it has stored', async () => {
  const [first, second] = [await prepare(alpenbank.client, fop()), await prepare(alpenbank.client, fop())]
  expect(first.deliveryId).not.toBe(second.deliveryId)
  expect(first.transaction.nonce).toBe(second.transaction.nonce)
  expect(first).toMatchObject({ detailsStatus: 'PENDING', details: { description: 'Rebalancing' } })
  expect(first.fingerprint).toBe(fingerprintOf({ ...first.details } as SaltedText))
  expect(first.signingHash).toBe(keccak256(first.unsignedTransaction as `0x${string}`))
  expect(await stored(alpenbank.client, DeliveryId.parse(first.deliveryId))).toBe('PENDING')
  expect(first.consequences).toEqual([
    'You create a delivery; what you deliver is earmarked now. It settles once all parties have confirmed.',
    'Alpenbank delivers 1.00 DE000CNX0017 from account 11 to Baltic Trust Bank, with Meridian Registrars as registrar.',
  ])
  const { items } = await call(alpenbank.client, 'transfers', {
    query: { transferId: [DeliveryId.parse(first.deliveryId)] },
  })
  expect(items).toEqual([])
})

test('the nonce and the deadline may be the caller’s own', async () => {
  const prepared = await prepare(alpenbank.client, fop({ nonce: 77, deadline: 4_000_000_000 }))
  expect(prepared.transaction.nonce).toBe(77)
  expect(prepared.transaction.data).toContain((4_000_000_000).toString(16).padStart(64, '0'))
})

test('a transfer free of payment is created, confirmed by the other server’s user, and settles', async () => {
  const prepared = await prepare(alpenbank.client, fop())
  const deliveryId = DeliveryId.parse(prepared.deliveryId)
  await settle(alpenbank, prepared)
  await untilKnown(baltic, deliveryId)
  const confirmation = await confirm(baltic, deliveryId, RECEIVE)
  expect(confirmation.consequences[0]).toBe('You confirm that you receive.')
  await settle(baltic, confirmation)
  await confirmAsRegistrar(deliveryId)
  expect(await stateOf(registrar, deliveryId)).toBe('SETTLED')
})

test('a repo is opened, paid and returned', async () => {
  const opening = await prepare(alpenbank.client, fop({ transferType: 'REPO', terms }))
  const deliveryId = DeliveryId.parse(opening.deliveryId)
  expect(opening.consequences).toContain(
    'Baltic Trust Bank pays EUR 98,000.00 to Alpenbank, outside the ledger.',
  )
  await settle(alpenbank, opening)
  await untilKnown(baltic, deliveryId)
  const securities = await confirm(baltic, deliveryId, { ...RECEIVE, withoutPayment: true })
  expect(securities.consequences).toHaveLength(3)
  await settle(baltic, securities)
  const report = await confirm(baltic, deliveryId)
  expect(report.consequences).toEqual([
    'You report that you have delivered this outside the ledger.',
    'Baltic Trust Bank pays EUR 98,000.00 to Alpenbank, outside the ledger.',
  ])
  await settle(baltic, report)
  await until('the report', async () => (await getTransfer(alpenbank.client, deliveryId)).state === 'PENDING')
  await settle(alpenbank, await confirm(alpenbank, deliveryId))
  await confirmAsRegistrar(deliveryId)
  expect(await stateOf(registrar, deliveryId)).toBe('SETTLED')
  await until('the settlement', async () => (await stateOf(baltic, deliveryId)) === 'SETTLED')

  const back = await call(baltic.client, 'prepareReturn', { body: { deliveryId } })
  expect(back.details).toMatchObject({ openingDeliveryId: deliveryId, cashQuantity: '98005.83' })
  await settle(baltic, back)
  const closing = DeliveryId.parse(back.deliveryId)
  await untilKnown(alpenbank, closing)
  await settle(
    alpenbank,
    await confirm(alpenbank, closing, { accounts: { receive: '11' } } as typeof RECEIVE),
  )
  await until('the payment', async () => (await getTransfer(baltic.client, closing)).state === 'PENDING')
  await settle(baltic, await confirm(baltic, closing))
  await confirmAsRegistrar(closing)
  expect(await stateOf(registrar, closing)).toBe('SETTLED')
})

test('collateral is exchanged for what is worth enough, and its holder confirms in one transaction', async () => {
  const week = { purchaseDate: dayFromNow(0), repurchaseDate: dayFromNow(7) }
  const opening = await prepare(alpenbank.client, fop({ transferType: 'REPO', terms: { ...terms, ...week } }))
  const deliveryId = DeliveryId.parse(opening.deliveryId)
  await settle(alpenbank, opening)
  await settleByAll(market, deliveryId)

  const substitute = (given: object) =>
    call(alpenbank.client, 'prepareSubstitution', { body: exchange(deliveryId, given) })
  const refused = (reason: string) => ({ status: 409, code: 'actionRefused', problem: { reason } })
  await expect(substitute({ prices: priced('100', '98') })).rejects.toMatchObject(refused('valueTooLow'))
  await expect(substitute({ out: { P1: '101' } })).rejects.toMatchObject(refused('lotNotOutstanding'))
  await expect(substitute({ out: { P1: '0' } })).rejects.toMatchObject(refused('invalidInput'))
  await expect(substitute({ out: {} })).rejects.toMatchObject(refused('invalidInput'))
  await expect(substitute({ in: [] })).rejects.toMatchObject({ code: 'badRequest' })

  // 0.50 at 100 is worth 0.51 at 98.04.
  const enough = [{ ...assetOf(loaned), account: '11', quantity: 'ENOUGH' }]
  const prepared = await substitute({ in: enough, prices: priced('100', '98.04') })
  expect(prepared.details).toMatchObject({
    openingDeliveryId: deliveryId,
    deal: { event: 'SUBSTITUTION' },
  })
  expect(prepared.details?.deal?.priceUsed).toHaveLength(2)
  expect(prepared.consequences.slice(1)).toEqual([
    'Baltic Trust Bank delivers 0.50 DE000CNX0017 to Alpenbank, account 11, with Meridian Registrars as registrar.',
    'Alpenbank delivers 0.51 DE000CNX0025 from account 11 to Baltic Trust Bank, with Meridian Registrars as registrar.',
  ])
  await settle(alpenbank, prepared)
  const substitution = DeliveryId.parse(prepared.deliveryId)
  await untilKnown(baltic, substitution)
  const wrong = { legAccounts: { 0: '22', 1: '99' } } as unknown as CallBody<'prepareConfirmation'>
  await expect(confirm(baltic, substitution, wrong)).rejects.toMatchObject({ code: 'contractRefused' })
  const each = { legAccounts: { 0: '22', 1: '22' } } as unknown as CallBody<'prepareConfirmation'>
  await settle(baltic, await confirm(baltic, substitution, each))
  await confirmAsRegistrar(substitution)
  await until('the settlement', async () => (await stateOf(baltic, substitution)) === 'SETTLED')

  const lots = { deliveryId, lotAccounts: { P1: '22', P2: '22' } } as unknown as CallBody<'prepareReturn'>
  const back = await call(baltic.client, 'prepareReturn', { body: lots })
  expect(back.consequences.slice(1, 3)).toEqual([
    expect.stringMatching(/^Baltic Trust Bank delivers 0.50 DE000CNX0017 from account 22 to Alpenbank/),
    expect.stringMatching(/^Baltic Trust Bank delivers 0.51 DE000CNX0025 from account 22 to Alpenbank/),
  ])
})

test('securities are lent against others with a fee and margin, and settle together', async () => {
  const deliver = { ...assetOf(bond), account: '11', quantity: '200' }
  const receive = { ...assetOf(bond), account: '11', quantity: '50' }
  const body = {
    transferType: 'SEC_LEND',
    deliver,
    receive,
    direction: 'DELIVER',
    counterpartyAddr: baltic.address,
    description: 'Loan',
    reference: 'DESK-4711',
    loan: loanTerms,
    margin: loanMargin,
  } as NewTransfer
  const prepared = await prepare(alpenbank.client, body)
  const deliveryId = DeliveryId.parse(prepared.deliveryId)
  expect(prepared.details).toMatchObject({ reference: 'DESK-4711', loan: loanTerms, margin: loanMargin })
  await settle(alpenbank, prepared)
  await untilKnown(baltic, deliveryId)
  const both = { accounts: { deliver: '22', receive: '22' } } as CallBody<'prepareConfirmation'>
  await settle(baltic, await confirm(baltic, deliveryId, both))
  await confirmAsRegistrar(deliveryId)
  expect(await stateOf(registrar, deliveryId)).toBe('SETTLED')
})

test('a mint request is confirmed by the registrar, and a burn request withdrawn', async () => {
  const request = (transferType: 'MINT' | 'BURN') =>
    ({
      transferType,
      ...assetOf(loaned),
      account: '11',
      quantity: '500',
      description: 'Deposit',
    }) as NewTransfer
  const quantity = async () =>
    (await listPositions(alpenbank.client, { registryId: loaned.registryId })).items[0]?.quantity
  const before = Number(await quantity())
  const mintRequest = await prepare(alpenbank.client, request('MINT'))
  expect(mintRequest.consequences[1]).toBe(
    'Meridian Registrars issues 5.00 DE000CNX0025 to Alpenbank, account 11.',
  )
  await settle(alpenbank, mintRequest)
  await confirmAsRegistrar(DeliveryId.parse(mintRequest.deliveryId))
  expect(Number(await quantity())).toBe(before + 500)
  const burn = await prepare(alpenbank.client, request('BURN'))
  const deliveryId = DeliveryId.parse(burn.deliveryId)
  await settle(alpenbank, burn)
  await settle(alpenbank, await call(alpenbank.client, 'prepareCancel', { body: { deliveryId } }))
  expect(await stateOf(alpenbank, deliveryId)).toBe('CANCELED')
})

test('a cancel with a reason answers it with its salt, and stores it nowhere', async () => {
  const prepared = await prepare(alpenbank.client, fop())
  const deliveryId = DeliveryId.parse(prepared.deliveryId)
  await settle(alpenbank, prepared)
  const cancel = await call(alpenbank.client, 'prepareCancel', {
    body: { deliveryId, reason: 'Wrong quantity' },
  })
  const { comment } = cancel
  if (comment === null) throw new Error('no comment')
  expect(comment.text).toBe('Wrong quantity')
  expect(cancel.fingerprint).toBe(fingerprintOf(comment))
  expect(cancel.transaction.data).toContain(cancel.fingerprint?.slice(2))
  const comments = () => call(alpenbank.client, 'deliveryComments', { query: { deliveryIds: [deliveryId] } })
  expect((await comments()).items).toEqual([])
  await call(alpenbank.client, 'putDeliveryComment', { body: { deliveryId, comment } })
  await settle(alpenbank, cancel)
  expect((await comments()).items).toMatchObject([
    { text: 'Wrong quantity', fingerprint: cancel.fingerprint },
  ])
})

test('below the threshold only a refund is prepared', async () => {
  const { rhone } = market
  await setBalance(rhone, 32_000_000n)
  const receive = fop({ account: '33', direction: 'RECEIVE' })
  await expect(prepare(rhone.client, receive)).rejects.toMatchObject({ status: 409, code: 'refundDue' })
  const refund = await call(rhone.client, 'prepareRefund', { body: {} })
  expect(refund).toMatchObject({ deliveryId: null, details: null })
  await settle(rhone, refund)
  expect((await prepare(rhone.client, receive)).deliveryId).not.toBeNull()
  await setBalance(rhone, 0n)
  await expect(prepare(rhone.client, receive)).rejects.toMatchObject({ code: 'balanceTooLow' })
  await expect(call(rhone.client, 'prepareRefund', { body: {} })).rejects.toMatchObject({
    code: 'balanceTooLow',
  })
})

test('an action that several users must sign is refused, with the number of signatures', async () => {
  const { ledger, north, rhone } = market
  const admin = await testClient(north.node.url, rhone.admin)
  await setFourEyes(admin, {
    dappAddr: Address.parse(ledger.deployment.contracts.DeliveryManager),
    functionSelectors: selectorsOf(deliveryManagerAbi, 'createDelivery'),
    signaturesRequired: 2,
  })
  await setBalance(rhone, 10n ** 18n)
  const { client } = rhone
  await expect(prepare(client, fop({ account: '33', direction: 'RECEIVE' }))).rejects.toMatchObject({
    status: 409,
    code: 'signaturesRequired',
    message:
      'Nothing was prepared: your tenant requires 2 signatures for createDelivery. Propose it (POST /confirmation-workflows/prepare), or ask a user who may act alone.',
  })
})
