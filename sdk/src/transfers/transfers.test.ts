// The verbs of the field on the real server and the real ledger.
import { Bytes32, freshSalt, repurchasePrice, Seconds, ZERO_BYTES32 } from '@connex/protocol'
import type { AccountNumber, RepoTerms } from '@connex/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistry, startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture, TestRegistry } from '../../../testkit/src/fixtures/platform.ts'
import type { Client } from '../client/client.ts'
import { call } from '../http/call.ts'
import type { Progress, SendOptions } from '../ledger/transaction.ts'
import { confirmAsRegistrar, confirmTransfer } from './confirmTransfer.ts'
import { listPositions } from '../registries/queries.ts'
import { refuseAsRegistrar, cancelTransfer } from './cancelTransfer.ts'
import { suspendRegistry, unsuspendRegistry } from '../registries/lifecycle.ts'
import { cancelBurnRequest, cancelMintRequest, createBurnRequest, createMintRequest } from './requests.ts'
import { createFopTransfer, createRepoTransfer, createSecLendTransfer } from './createTransfer.ts'
import { findClosing } from '../deals/findClosing.ts'
import { createReturn } from './createReturn.ts'
import { getTransfer, listDeliveryComments, listTransfers } from './queries.ts'
import { waitForTransfer } from './waitForTransfer.ts'

let world: PlatformFixture
let bond: TestRegistry
let loan: TestRegistry
let alpen: Client
let baltic: Client
let registrar: Client

beforeAll(async () => {
  world = await startPlatformFixture()
  bond = await openRegistry(world, 'DE0001102580', 1000n)
  loan = await openRegistry(world, 'US0378331005', 1000n)
  ;({ alpen, baltic, registrar } = world.clients)
})
afterAll(() => world?.close())

async function held(client: Client, { registryId }: TestRegistry, account: AccountNumber) {
  const { items } = await listPositions(client, { registryId, account })
  const [position] = items
  return position === undefined ? [0, 0] : [Number(position.quantity), Number(position.earmarked)]
}

const stateFor = async (client: Client, deliveryId: Parameters<typeof getTransfer>[1]) =>
  (await getTransfer(client, deliveryId)).state

const fop = (quantity: bigint, more: Partial<Parameters<typeof createFopTransfer>[1]> = {}) =>
  createFopTransfer(alpen, {
    ...bond.asset(bond.alpen, quantity),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'Rebalancing',
    ...more,
  })

describe('what is refused', () => {
  test('a transfer of more than is available', async () => {
    await expect(fop(100_000n)).rejects.toMatchObject({
      name: 'LedgerError',
      code: 'QuantityNotAvailable',
      message: 'Insufficient funds in selected account.',
    })
  })

  test('a transfer to a tenant that is not an investor', async () => {
    await expect(fop(1n, { counterpartyAddr: world.tenants.issuer })).rejects.toMatchObject({
      code: 'PrivilegeNotHeld',
      message: 'One of the parties lacks the privilege registry.INVESTOR.',
    })
  })

  test('a transfer without a description, named by its field', async () => {
    await expect(fop(1n, { description: '' })).rejects.toMatchObject({
      name: 'ClientError',
      code: 'invalidInput',
      message: 'description must not be empty.',
    })
  })

  test('a transfer from an account that is not open', async () => {
    const account = '77' as AccountNumber
    await expect(fop(1n, { account })).rejects.toMatchObject({
      code: 'AccountNotOpen',
      message: 'Account 77 is not open with this custodian.',
    })
  })

  test('a transfer of nothing, and one to oneself', async () => {
    await expect(fop(0n)).rejects.toMatchObject({ name: 'LedgerError' })
    await expect(fop(1n, { counterpartyAddr: world.tenants.alpen })).rejects.toMatchObject({
      message: 'Sender and receiver must be different tenants.',
    })
  })

  test('a value date that is not midnight', async () => {
    const valueDate = Seconds.parse(1_800_000_001)
    await expect(fop(1n, { valueDate })).rejects.toMatchObject({ code: 'DeliveryValueDateInvalid' })
  })

  test('a user without the privilege', async () => {
    const request = { ...bond.asset(bond.alpen, 1n), description: 'x' }
    await expect(createMintRequest(world.clients.issuer, request)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'forbidden',
    })
  })

  test('a transfer that nobody knows', async () => {
    const deliveryId = `0x${'12'.repeat(32)}` as Parameters<typeof getTransfer>[1]
    await expect(confirmTransfer(alpen, { deliveryId })).rejects.toMatchObject({ code: 'notFound' })
    await expect(cancelTransfer(alpen, { deliveryId })).rejects.toMatchObject({ code: 'notFound' })
    await expect(waitForTransfer(alpen, deliveryId, { waitMs: 100 })).rejects.toMatchObject({
      code: 'notFound',
    })
  })
})

describe('a dry run alone', () => {
  const only = { dryRun: 'only' } as const

  test('tells the refusal that signing would meet', async () => {
    const asset = bond.asset(bond.alpen, 100_000n)
    const parameters = { ...asset, direction: 'DELIVER', description: 'x' } as const
    const counterpartyAddr = world.tenants.baltic
    await expect(createFopTransfer(alpen, { ...parameters, counterpartyAddr }, only)).rejects.toMatchObject({
      code: 'QuantityNotAvailable',
    })
  })

  test('stores, signs and publishes nothing, and tells block and gas', async () => {
    const steps: Progress[] = []
    const [before, earmarked] = await held(alpen, bond, bond.alpen)
    const asset = bond.asset(bond.alpen, 1n)
    const { deliveryId, txHash, block } = await createFopTransfer(
      alpen,
      { ...asset, direction: 'DELIVER', counterpartyAddr: world.tenants.baltic, description: 'x' },
      { ...only, onProgress: (progress) => steps.push(progress) },
    )
    expect(txHash).toBe(ZERO_BYTES32)
    expect(steps).toMatchObject([{ step: 'simulated', block }])
    expect(steps[0]?.step === 'simulated' && steps[0].gas > 21_000n).toBe(true)
    const stored = await call(alpen, 'deliveryDetails', { query: { deliveryIds: [deliveryId] } })
    expect(stored.items).toEqual([])
    expect(await held(alpen, bond, bond.alpen)).toEqual([before, earmarked])
  })
})

test('R030 R066 FoP: delivered, received, registered; every step is reported, and each side sees whose turn it is', async () => {
  const steps: string[] = []
  const [before] = await held(alpen, bond, bond.alpen)
  const { deliveryId } = await createFopTransfer(
    alpen,
    {
      ...bond.asset(bond.alpen, 100n),
      direction: 'DELIVER',
      counterpartyAddr: world.tenants.baltic,
      description: 'Überweisung Nr. 1',
    },
    { onProgress: ({ step }) => steps.push(step) },
  )
  expect(steps).toEqual(['stored', 'signed', 'published', 'mined', 'indexed'])
  expect(await held(alpen, bond, bond.alpen)).toEqual([before, 100])
  expect(await stateFor(alpen, deliveryId)).toBe('PENDING_COUNTERPARTY')
  expect(await stateFor(registrar, deliveryId)).toBe('PENDING_COUNTERPARTY')
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({
    state: 'PENDING',
    transferType: 'FOP',
    direction: 'RECEIVE',
    description: 'Überweisung Nr. 1',
    detailsStatus: 'SYNCED',
  })
  await expect(confirmTransfer(alpen, { deliveryId })).rejects.toMatchObject({ code: 'nothingToConfirm' })
  await expect(confirmAsRegistrar(registrar, deliveryId)).rejects.toMatchObject({ code: 'nothingToConfirm' })
  await expect(confirmTransfer(baltic, { deliveryId })).rejects.toMatchObject({ code: 'accountMissing' })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  expect(await stateFor(baltic, deliveryId)).toBe('PENDING_CUSTODIAN')
  expect(await stateFor(registrar, deliveryId)).toBe('PENDING')
  await confirmAsRegistrar(registrar, deliveryId)
  expect(await stateFor(alpen, deliveryId)).toBe('SETTLED')
  expect(await held(alpen, bond, bond.alpen)).toEqual([before! - 100, 0])
  expect(await held(baltic, bond, bond.baltic)).toEqual([100, 0])
  await expect(cancelTransfer(alpen, { deliveryId })).rejects.toMatchObject({ code: 'notCancelable' })
})

/** Of a repo of one week. */
const terms: RepoTerms = {
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
  purchasePrice: '98000.00',
  rate: '2.14',
  dayCount: 'ACT/360',
}

test('no payment of unknown amount is confirmed, unless the user knows the terms; and none is ever proposed', async () => {
  const asset = {
    ...bond.asset(bond.alpen, 1n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
  } as const
  const repo = { ...asset, description: 'Its details go to no server', terms }
  const { deliveryId } = await createRepoTransfer(alpen, repo, { storeBy: async () => undefined })
  const confirm = (more: object = {}, options: SendOptions = {}) =>
    confirmTransfer(
      baltic,
      { deliveryId, accounts: { receive: bond.baltic }, ...more },
      { dryRun: 'only', ...options },
    )
  await expect(confirm()).rejects.toMatchObject({ code: 'detailsMissing' })
  await expect(waitForTransfer(baltic, deliveryId, { waitMs: 100 })).rejects.toMatchObject({
    code: 'detailsMissing',
  })
  await confirm({ withoutDetails: true })
  await expect(confirm({ withoutDetails: true }, { isProposal: true })).rejects.toMatchObject({
    code: 'detailsMissing',
  })
  const details = { salt: Bytes32.parse(freshSalt()), description: 'Not those of the ledger' }
  await call(baltic, 'putDeliveryDetails', { body: { deliveryId, details } })
  await expect(confirm()).rejects.toMatchObject({ code: 'detailsDiffer' })
  expect((await waitForTransfer(baltic, deliveryId)).detailsStatus).toBe('FINGERPRINT_MISMATCH')
  await confirm({ withoutDetails: true })
  await cancelTransfer(alpen, { deliveryId })
})

test('FoP requested by the receiver waits for the sender', async () => {
  const { deliveryId } = await createFopTransfer(baltic, {
    ...bond.asset(bond.baltic, 10n),
    direction: 'RECEIVE',
    counterpartyAddr: world.tenants.alpen,
    description: 'Please deliver',
  })
  expect(await getTransfer(alpen, deliveryId)).toMatchObject({ state: 'PENDING', direction: 'DELIVER' })
  await confirmTransfer(alpen, { deliveryId, accounts: { deliver: bond.alpen } })
  await confirmAsRegistrar(registrar, deliveryId)
  expect(await stateFor(baltic, deliveryId)).toBe('SETTLED')
})

test('R069 a value date in the future holds the settlement back', async () => {
  const valueDate = Seconds.parse(4_102_444_800)
  const { deliveryId } = await fop(1n, { valueDate })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  await expect(confirmAsRegistrar(registrar, deliveryId)).rejects.toMatchObject({
    code: 'DeliveryBeforeValueDate',
    message: 'The delivery cannot settle before its value date, 2100-01-01.',
  })
  await refuseAsRegistrar(registrar, { deliveryId, reason: 'Too far away' })
})

test('repo: the payment is reported and confirmed outside, and may be left for later', async () => {
  const { deliveryId } = await createRepoTransfer(alpen, {
    ...bond.asset(bond.alpen, 50n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'One week',
    terms,
  })
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({
    transferType: 'REPO',
    cashQuantity: '98000.00',
    cashCurrency: 'EUR',
    state: 'PENDING',
  })
  const { items } = await call(baltic, 'deliveryDetails', { query: { deliveryIds: [deliveryId] } })
  expect(items[0]?.details).toMatchObject({ repo: terms, cashInstrument: 'Cash Documented' })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic }, withoutPayment: true })
  expect(await stateFor(baltic, deliveryId)).toBe('PENDING')
  const payment = { deliveryId, withoutPayment: true }
  await expect(confirmTransfer(baltic, payment)).rejects.toMatchObject({ code: 'nothingToConfirm' })
  await confirmTransfer(baltic, { deliveryId })
  expect(await stateFor(alpen, deliveryId)).toBe('PENDING')
  await confirmTransfer(alpen, { deliveryId })
  await expect(createReturn(alpen, { deliveryId })).rejects.toMatchObject({ code: 'notReturnable' })
  await confirmAsRegistrar(registrar, deliveryId)
  expect(await stateFor(alpen, deliveryId)).toBe('SETTLED')

  // The buyer gives back what it holds, and is paid the repurchase price.
  const [held0] = await held(alpen, bond, bond.alpen)
  const { deliveryId: closing } = await createReturn(baltic, { deliveryId })
  expect(await getTransfer(alpen, closing)).toMatchObject({
    transferType: 'REPO',
    direction: 'RECEIVE',
    cashQuantity: repurchasePrice(terms),
    description: 'Return of One week',
    state: 'PENDING',
  })
  await expect(createReturn(alpen, { deliveryId })).rejects.toMatchObject({
    code: 'alreadyReturned',
    detail: closing,
  })
  await confirmTransfer(alpen, { deliveryId: closing, accounts: { receive: bond.alpen } })
  await confirmTransfer(baltic, { deliveryId: closing })
  await confirmAsRegistrar(registrar, closing)
  expect(await held(alpen, bond, bond.alpen)).toEqual([Number(held0) + 50, 0])
  expect(await findClosing(baltic, deliveryId)).toMatchObject({
    deliveryId: closing,
    deliveryState: 'SETTLED',
  })
  await expect(createReturn(baltic, { deliveryId: closing })).rejects.toMatchObject({ code: 'isClosing' })
})

test('repo: the buyer receives and pays in one', async () => {
  const { deliveryId } = await createRepoTransfer(alpen, {
    ...bond.asset(bond.alpen, 5n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'Open',
    terms: { purchaseDate: '2026-11-23', purchasePrice: '4900.00', rate: '1.9', dayCount: 'ACT/365' },
  })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  const { legs } = await getTransfer(alpen, deliveryId)
  expect(legs[1]).toMatchObject({ legType: 'EXTERNAL', quantity: '0', senderConfirmed: true })
  const waits = async (client: Client) =>
    (await listTransfers(client, { waiting: true, transferId: [deliveryId] })).totalItemCount
  expect([await waits(alpen), await waits(baltic)]).toEqual([1, 0])
  const { kind } = await cancelTransfer(alpen, { deliveryId })
  expect(kind).toBe('requestCancel')
  expect([await waits(alpen), await waits(baltic)]).toEqual([1, 1])
  expect((await cancelTransfer(baltic, { deliveryId })).kind).toBe('agreeCancel')
  expect(await stateFor(alpen, deliveryId)).toBe('CANCELED')
})

test('securities lending: both legs are delivered together', async () => {
  const { deliveryId: funding } = await createFopTransfer(alpen, {
    ...loan.asset(loan.alpen, 200n),
    direction: 'DELIVER',
    counterpartyAddr: world.tenants.baltic,
    description: 'So that Baltic has collateral',
  })
  await confirmTransfer(baltic, { deliveryId: funding, accounts: { receive: loan.baltic } })
  await confirmAsRegistrar(registrar, funding)
  const before = [await held(alpen, bond, bond.alpen), await held(baltic, loan, loan.baltic)]
  const { deliveryId } = await createSecLendTransfer(alpen, {
    counterpartyAddr: world.tenants.baltic,
    direction: 'DELIVER',
    deliver: bond.asset(bond.alpen, 20n),
    receive: loan.asset(loan.alpen, 30n),
    description: 'Loan against collateral',
  })
  expect(await getTransfer(baltic, deliveryId)).toMatchObject({
    transferType: 'SEC_LEND',
    direction: 'RECEIVE',
  })
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic, deliver: loan.baltic } })
  await confirmAsRegistrar(registrar, deliveryId)
  expect(await stateFor(baltic, deliveryId)).toBe('SETTLED')
  expect(await held(alpen, bond, bond.alpen)).toEqual([before[0]![0]! - 20, 0])
  expect(await held(baltic, loan, loan.baltic)).toEqual([before[1]![0]! - 30, 0])
})

test('securities borrowed: the loan is the first leg, the borrower receives', async () => {
  const { deliveryId } = await createSecLendTransfer(baltic, {
    counterpartyAddr: world.tenants.alpen,
    direction: 'RECEIVE',
    deliver: loan.asset(loan.baltic, 3n),
    receive: bond.asset(bond.baltic, 2n),
    description: 'Borrowing',
  })
  expect(await getTransfer(alpen, deliveryId)).toMatchObject({ direction: 'DELIVER', state: 'PENDING' })
  expect((await cancelTransfer(baltic, { deliveryId })).kind).toBe('cancel')
  expect(await held(baltic, loan, loan.baltic)).toEqual([170, 0])
})

test('R067 R070 an unmatched transfer is canceled by either side alone, and the earmark is gone', async () => {
  const { deliveryId } = await fop(40n)
  const canceled = await cancelTransfer(baltic, { deliveryId, reason: 'Not agreed' })
  expect(canceled).toMatchObject({ kind: 'cancel', reason: { comment: { text: 'Not agreed' } } })
  expect(await stateFor(alpen, deliveryId)).toBe('CANCELED')
  expect((await held(alpen, bond, bond.alpen))[1]).toBe(0)
})

test('the parties read why it was canceled, and by whom, by the fingerprint that the ledger has', async () => {
  const { deliveryId } = await fop(40n)
  const { reason } = await cancelTransfer(baltic, { deliveryId, reason: 'Wrong quantity' })
  for (const client of [alpen, baltic, registrar]) {
    const transfer = await getTransfer(client, deliveryId)
    expect(transfer).toMatchObject({ cancelReasonFp: reason?.fingerprint, wasRefused: false })
    expect(transfer.canceledBy).toBe(transfer.legs[0]?.receiver)
    const { items } = await listDeliveryComments(client, { deliveryIds: [deliveryId] })
    expect(items).toMatchObject([{ text: 'Wrong quantity', fingerprint: reason?.fingerprint }])
  }
  const silent = await fop(40n)
  await cancelTransfer(baltic, { deliveryId: silent.deliveryId })
  expect(await getTransfer(alpen, silent.deliveryId)).toMatchObject({ cancelReasonFp: null })
})

test('R071 a matched one is canceled once both have requested it', async () => {
  const { deliveryId } = await fop(40n)
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  expect((await cancelTransfer(alpen, { deliveryId })).kind).toBe('requestCancel')
  expect(await stateFor(alpen, deliveryId)).toBe('PENDING_CUSTODIAN')
  await expect(cancelTransfer(alpen, { deliveryId })).rejects.toMatchObject({ code: 'notCancelable' })
  expect((await cancelTransfer(baltic, { deliveryId })).kind).toBe('agreeCancel')
  expect(await stateFor(baltic, deliveryId)).toBe('CANCELED')
})

test('R075 mint and burn: requested, registered, and in no holding before', async () => {
  const [before] = await held(alpen, bond, bond.alpen)
  const asset = bond.asset(bond.alpen, 7n)
  const mint = await createMintRequest(alpen, { ...asset, description: 'Deposit' })
  expect(await held(alpen, bond, bond.alpen)).toEqual([before, 0])
  await confirmAsRegistrar(registrar, mint.deliveryId)
  const burn = await createBurnRequest(alpen, { ...asset, description: 'Withdrawal' })
  expect(await held(alpen, bond, bond.alpen)).toEqual([before! + 7, 7])
  await confirmAsRegistrar(registrar, burn.deliveryId)
  expect(await held(alpen, bond, bond.alpen)).toEqual([before, 0])
  const { items } = await listTransfers(alpen, { transferType: ['MINT', 'BURN'], state: ['SETTLED'] })
  expect(items.map(({ deliveryId }) => deliveryId)).toEqual(
    expect.arrayContaining([mint.deliveryId, burn.deliveryId]),
  )
})

test('R072 mint and burn requests are taken back by the requester, or refused with a reason', async () => {
  const asset = bond.asset(bond.alpen, 7n)
  const mint = await createMintRequest(alpen, { ...asset, description: 'Deposit' })
  const burn = await createBurnRequest(alpen, { ...asset, description: 'Withdrawal' })
  await expect(cancelMintRequest(alpen, burn)).rejects.toThrow('This is not a mint request.')
  await expect(cancelBurnRequest(alpen, mint)).rejects.toThrow('This is not a burn request.')
  expect((await cancelMintRequest(alpen, mint)).kind).toBe('cancel')
  const silent = refuseAsRegistrar(registrar, { deliveryId: burn.deliveryId, reason: '' })
  await expect(silent).rejects.toThrow('Enter a reason.')
  const refused = await refuseAsRegistrar(registrar, {
    deliveryId: burn.deliveryId,
    reason: 'No such deposit',
  })
  expect(refused.kind).toBe('refuse')
  expect(await stateFor(alpen, burn.deliveryId)).toBe('CANCELED')
  expect((await held(alpen, bond, bond.alpen))[1]).toBe(0)
})

test('R040 R041 a suspended registry moves nothing; canceling still works', async () => {
  const { registryManagerAddr } = world
  const { deliveryId } = await fop(3n)
  const { deliveryId: unconfirmed } = await fop(2n)
  await confirmTransfer(baltic, { deliveryId, accounts: { receive: bond.baltic } })
  const registry = { registryManagerAddr, registryId: bond.registryId, reason: 'Corporate action' }
  await suspendRegistry(registrar, registry)
  await expect(fop(1n)).rejects.toMatchObject({ code: 'RegistryNotRegistered' })
  await expect(
    confirmTransfer(baltic, { deliveryId: unconfirmed, accounts: { receive: bond.baltic } }),
  ).rejects.toMatchObject({ code: 'RegistryNotRegistered' })
  await cancelTransfer(alpen, { deliveryId: unconfirmed })
  await expect(confirmAsRegistrar(registrar, deliveryId)).rejects.toMatchObject({
    code: 'RegistryNotRegistered',
  })
  await refuseAsRegistrar(registrar, { deliveryId, reason: 'Suspended' })
  expect((await held(alpen, bond, bond.alpen))[1]).toBe(0)
  await unsuspendRegistry(registrar, registry)
  const { deliveryId: after } = await fop(1n)
  await cancelTransfer(alpen, { deliveryId: after })
})
