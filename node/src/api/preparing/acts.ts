// What a request asks for, as the SDK's own functions build it: their calls and private details, taken before anything is stored or sent.
import { BlockNumber, owedBy, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import type { Address, CallBody, DeliveryId, NewTransfer, Transfer } from '@connex/protocol'
import {
  cancelTransfer,
  ClientError,
  confirmAsRegistrar,
  confirmTransfer,
  createBurnRequest,
  createFopTransfer,
  createMintRequest,
  createRepoTransfer,
  createReturn,
  createSecLendTransfer,
  createSubstitution,
  getTransfer,
} from '@connex/sdk/preparing'
import type { Client, DetailsToStore, LedgerCall, SendOptions } from '@connex/sdk/preparing'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listRegistryInstruments } from '../../storage/queries/instruments.ts'
import { findTenantNames } from '../../storage/queries/tenants.ts'
import { loadDetails } from '../../storage/sharing/deliveryDetails.ts'
import type { HeldDetails } from '../../storage/sharing/deliveryDetails.ts'
import type { Caller } from './ownClient.ts'
import type { Acted } from './transaction.ts'

type Planned<Result> = {
  calls: readonly LedgerCall[]
  /** Of a creation. */
  created: DetailsToStore | undefined
  result: Result
}

const NOT_SENT = { txHash: TxHash.parse(ZERO_BYTES32), block: BlockNumber.parse(0) }

/** Runs a function of the SDK as far as its calls. `plan((options) => cancelTransfer(client, parameters, options))` */
async function plan<Result>(act: (options: SendOptions) => Promise<Result>): Promise<Planned<Result>> {
  let calls: readonly LedgerCall[] = []
  let created: DetailsToStore | undefined
  const result = await act({
    dryRun: 'only',
    storeBy: (delivery) => {
      created = delivery
      return Promise.resolve()
    },
    sendBy: (given) => {
      calls = given
      return Promise.resolve(NOT_SENT)
    },
  })
  return { calls, created, result }
}

/** A new transfer or request, by its type. */
function createOf(client: Client, wanted: NewTransfer, options: SendOptions) {
  if (wanted.transferType === 'SEC_LEND') {
    const both = { deliver: inUnits(wanted.deliver), receive: inUnits(wanted.receive) }
    return createSecLendTransfer(client, { ...wanted, ...both }, options)
  }
  if (wanted.transferType === 'REPO') return createRepoTransfer(client, inUnits(wanted), options)
  if (wanted.transferType === 'FOP') return createFopTransfer(client, inUnits(wanted), options)
  const create = wanted.transferType === 'MINT' ? createMintRequest : createBurnRequest
  return create(client, inUnits(wanted), options)
}

const inUnits = <Wanted extends { quantity: string }>(
  wanted: Wanted,
): Omit<Wanted, 'quantity'> & { quantity: bigint } => ({ ...wanted, quantity: BigInt(wanted.quantity) })

/** What the ledger would take, and yet nobody wants: it does not ask who the other side is, nor whether a custodian keeps this. */
async function checkNewTransfer(db: Queryable, own: Address, wanted: NewTransfer): Promise<void> {
  if ('counterpartyAddr' in wanted) {
    const { counterpartyAddr } = wanted
    if (counterpartyAddr === own) throw invalid('counterpartyAddr', 'is your own tenant')
    const known = await findTenantNames(db, [counterpartyAddr])
    if (!known.has(counterpartyAddr)) throw invalid('counterpartyAddr', 'is not a tenant of the platform')
  }
  if (wanted.transferType !== 'SEC_LEND') return checkAsset(db, own, '', wanted)
  await checkAsset(db, own, 'deliver.', wanted.deliver)
  await checkAsset(db, own, 'receive.', wanted.receive)
}

type Asset = Extract<NewTransfer, { transferType: 'FOP' }>

async function checkAsset(
  db: Queryable,
  own: Address,
  path: string,
  {
    registryManagerAddr,
    registrarAddr,
    registryId,
    quantity,
  }: Pick<Asset, 'registryManagerAddr' | 'registrarAddr' | 'registryId' | 'quantity'>,
): Promise<void> {
  if (quantity === '0') throw invalid(`${path}quantity`, 'must be above zero')
  const filters = { registryManagerAddr, registrarAddr, registryIds: [registryId] }
  const { items } = await listRegistryInstruments(db, own, filters, {})
  if (items.length === 0) throw invalid(`${path}registryId`, 'is not a registry of this custodian')
}

type Act<Body> = (caller: Caller, client: Client, body: Body) => Promise<Acted>

export const actTransfer: Act<NewTransfer> = async ({ context, viewer }, client, wanted) => {
  await checkNewTransfer(context.database.kysely, viewer.tenant, wanted)
  return creation((options) => createOf(client, wanted, options))
}

export const actReturn: Act<CallBody<'prepareReturn'>> = (_, client, { quantities, ...wanted }) => {
  const parameters = { ...wanted, ...(quantities === undefined ? {} : { quantities: unitsOf(quantities) }) }
  return creation((options) => createReturn(client, parameters, options))
}

export const actSubstitution: Act<CallBody<'prepareSubstitution'>> = (_, client, wanted) => {
  const incoming = wanted.in.map(({ quantity, ...asset }) => ({
    ...asset,
    quantity: quantity === 'ENOUGH' ? ('ENOUGH' as const) : BigInt(quantity),
  }))
  const parameters = { ...wanted, out: unitsOf(wanted.out), in: incoming }
  return creation((options) => createSubstitution(client, parameters, options))
}

/** A proposal needs the private details: colleagues approve by them. */
export async function actConfirmation(
  caller: Caller,
  client: Client,
  { role, ...parameters }: CallBody<'prepareConfirmation'>,
  how: Pick<SendOptions, 'isProposal'> = {},
): Promise<Acted> {
  const { deliveryId } = parameters
  const transfer = await getTransfer(client, deliveryId)
  const { calls } = await plan((options) =>
    role === 'REGISTRAR'
      ? confirmAsRegistrar(client, deliveryId, options)
      : confirmTransfer(client, { ...parameters, transfer }, { ...options, ...how })
          .catch(refuseDetails)
          .catch((error: unknown) => refuseRole(error, transfer, caller.viewer.tenant)),
  )
  return { calls, deliveryId, knownDetails: (await findHeld(caller, deliveryId))?.details ?? undefined }
}

/** The API's own error says what to send to confirm anyway. */
function refuseDetails(error: unknown): never {
  const isOfDetails =
    error instanceof ClientError && (error.code === 'detailsMissing' || error.code === 'detailsDiffer')
  throw isOfDetails ? new ApiError(error.code, {}, { cause: error }) : error
}

/** Says which role can confirm, where the tenant has nothing to confirm as a party. */
function refuseRole(error: unknown, transfer: Transfer, tenant: Address): never {
  const { code, message } = error instanceof ClientError ? error : { code: undefined, message: '' }
  const isOther = owedBy(transfer).some((owed) => owed.tenant === tenant && owed.mayGiveNow)
  if (code !== 'nothingToConfirm' || !isOther) throw error
  const detail = `${message} As registrar or coordinator it can: send "role": "REGISTRAR".`
  throw new ApiError('actionRefused', { detail, reason: code }, { cause: error })
}

export const actCancel: Act<CallBody<'prepareCancel'>> = async (caller, client, parameters) => {
  const { deliveryId } = parameters
  const { calls, result } = await plan((options) => cancelTransfer(client, parameters, options))
  const { kind: cancel, reason } = result
  return {
    calls,
    deliveryId,
    knownDetails: (await findHeld(caller, deliveryId))?.details ?? undefined,
    cancel,
    comment: reason?.comment,
  }
}

async function creation(create: (options: SendOptions) => Promise<unknown>): Promise<Acted> {
  const { calls, created } = await plan(create)
  if (created === undefined) throw new ApiError('unforeseen')
  return { calls, ...created }
}

async function findHeld(
  { context, viewer }: Caller,
  deliveryId: DeliveryId,
): Promise<HeldDetails | undefined> {
  const found = await loadDetails(context.database.kysely, viewer.tenant, [deliveryId])
  return found.get(deliveryId)
}

const unitsOf = (quantities: Readonly<Record<string, string>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(quantities).map(([lot, quantity]) => [lot, BigInt(quantity)]))
