// Instruments: created, revised, expired, and who may hold a private placement.
import { creationMarks, identifierTypes, instrumentManagerAbi, instrumentTypes } from '@connex/contracts'
import type { Address, Fingerprint } from '@connex/protocol'
import {
  Bytes32,
  InstrumentDetails,
  InstrumentId,
  fingerprintOf,
  freshSalt,
  randomBytes32,
} from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { parseInput } from '../parseInput.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/controller.ts'
import { asciiWord, hex } from '../ledger/scalars.ts'
import { execute, send, storeFirst } from '../ledger/send.ts'
import type { LedgerCall, SendOptions, Sent } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'

export type InstrumentParameters = {
  instrumentType: 'BOND' | 'FUND' | 'PRIVATE'
  identifierType: 'ISIN' | 'WKN' | 'DOCUMENT_REFERENCE'
  /** An ISIN or WKN as text; a document's fingerprint as 32 bytes of hex. */
  identifier: string
  /** A unit is 10^-decimals; at most 18. */
  decimals: number
  details: Omit<InstrumentDetails, 'salt'>
  /** Default the caller's tenant; another one where the caller's tenant is a data provider. */
  issuerAddr?: Address | undefined
  /** Who answers registrations instead of the issuer. */
  depositaryAddr?: Address | undefined
  /** Makes it a private placement: only these tenants may hold it. */
  whitelist?: readonly Address[] | undefined
  /** 'TO_IMPORT': its registries import from another registry first. Default 'NONE'. */
  creationMark?: 'NONE' | 'TO_IMPORT' | undefined
}

/**
 * Creates an instrument: its details lie with the issuer's server first, their fingerprint goes to the ledger.
 *
 * @example
 * const { instrumentId } = await createInstrument(client, {
 *   instrumentType: 'BOND', identifierType: 'ISIN', identifier: 'DE000A1EWWW0', decimals: 0, details: { label: 'Hanseatic 2030' },
 * })
 */
export async function createInstrument(
  client: Client,
  parameters: InstrumentParameters,
  options: SendOptions = {},
): Promise<Sent & { instrumentId: InstrumentId }> {
  requireClient(client)
  const instrumentId = InstrumentId.parse(randomBytes32())
  const details = parseInput(InstrumentDetails, { ...parameters.details, salt: randomBytes32() })
  const identifier = ledgerIdentifier(parameters)
  const manager = await dappOf(client, 'instrument')
  const issuer = parameters.issuerAddr ?? (await currentMe(client)).tenant.address
  const privateDataFp = await storeInstrumentDetails(client, instrumentId, details, options)
  const creation = creationCall(
    manager,
    instrumentId,
    termsOf({ ...parameters, identifier }, issuer, privateDataFp),
    parameters,
  )
  return { instrumentId, ...(await send(client, [creation], options)) }
}

type Terms = ReturnType<typeof termsOf>

type Identifier = Pick<InstrumentParameters, 'identifierType' | 'identifier'>

/** One word: a document's fingerprint, or a text that fits. */
function ledgerIdentifier({ identifierType, identifier }: Identifier): `0x${string}` {
  if (identifierType === 'DOCUMENT_REFERENCE') {
    if (!Bytes32.safeParse(identifier).success)
      throw new ClientError('invalidInput', 'identifier must be a fingerprint: 0x followed by 64 hex digits')
    return hex(identifier)
  }
  if (new TextEncoder().encode(identifier).length > 32)
    throw new ClientError('invalidInput', 'identifier must be at most 32 bytes')
  return asciiWord(identifier)
}

const termsOf = (parameters: InstrumentParameters, issuer: Address, privateDataFp: string) => ({
  identifierType: identifierTypes.indexOf(parameters.identifierType),
  identifier: hex(parameters.identifier),
  instrumentType: instrumentTypes.indexOf(parameters.instrumentType),
  issuer: hex(issuer),
  privateDataFp: hex(privateDataFp),
  creationMark: creationMarks.indexOf(parameters.creationMark ?? 'NONE'),
})

/** The ledger has one function for each way of creating. */
function creationCall(
  manager: Address,
  instrumentId: InstrumentId,
  terms: Terms,
  { decimals, depositaryAddr, whitelist }: InstrumentParameters,
): LedgerCall {
  const abi = instrumentManagerAbi
  const id = hex(instrumentId)
  const tenants = whitelist?.map(hex)
  const depositary = depositaryAddr === undefined ? undefined : hex(depositaryAddr)
  if (tenants !== undefined && depositary !== undefined) {
    const args = [id, terms, tenants, depositary, decimals] as const
    return contractCall(abi, manager, 'createPrivateInstrumentWithDepositaryV2', args)
  }
  if (tenants !== undefined)
    return contractCall(abi, manager, 'createPrivateInstrumentV2', [id, terms, tenants, decimals])
  if (depositary !== undefined)
    return contractCall(abi, manager, 'createInstrumentWithDepositaryV2', [id, terms, depositary, decimals])
  return contractCall(abi, manager, 'createInstrumentV2', [id, terms, decimals])
}

export type RevisionParameters = {
  instrumentId: InstrumentId
  /** The complete details; omitted fields are removed. */
  details: Omit<InstrumentDetails, 'salt'>
  /** May change only while the instrument is in no registry. */
  decimals?: number | undefined
}

/**
 * Publishes a new revision of an instrument's details. Registrations requested for the former revision must be requested
 * again.
 *
 * @example
 * await reviseInstrument(client, { instrumentId, details: { label: 'Hanseatic 2030, amended' } })
 */
export async function reviseInstrument(
  client: Client,
  { instrumentId, details, decimals }: RevisionParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  const salted = parseInput(InstrumentDetails, { ...details, salt: freshSalt() })
  const fp = hex(await storeInstrumentDetails(client, instrumentId, salted, options))
  const id = hex(instrumentId)
  return decimals === undefined
    ? execute(client, instrumentManagerAbi, manager, 'createInstrumentRevision', [id, fp], options)
    : execute(
        client,
        instrumentManagerAbi,
        manager,
        'createInstrumentRevisionV2',
        [id, fp, decimals],
        options,
      )
}

/**
 * Ends an instrument's life: no more is issued; holdings can still move and be terminated.
 *
 * @example
 * await expireInstrument(client, { instrumentId })
 */
export async function expireInstrument(
  client: Client,
  { instrumentId }: { instrumentId: InstrumentId },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  return execute(client, instrumentManagerAbi, manager, 'expireInstrument', [hex(instrumentId)], options)
}

/**
 * Makes a private placement public: everybody may hold it. This cannot be undone.
 *
 * @example
 * await makePublic(client, { instrumentId })
 */
export async function makePublic(
  client: Client,
  { instrumentId }: { instrumentId: InstrumentId },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  return execute(client, instrumentManagerAbi, manager, 'makePublic', [hex(instrumentId)], options)
}

export type WhitelistParameters = {
  instrumentId: InstrumentId
  tenants: readonly Address[]
  /** false takes them off; their holdings remain. */
  isWhitelisted: boolean
}

/**
 * Sets who may hold a private placement, from the next movement on.
 *
 * @example
 * await updateWhitelist(client, { instrumentId, tenants: [investorAddr], isWhitelisted: true })
 */
export async function updateWhitelist(
  client: Client,
  { instrumentId, tenants, isWhitelisted }: WhitelistParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  const args = [hex(instrumentId), tenants.map(hex), isWhitelisted] as const
  return execute(client, instrumentManagerAbi, manager, 'updateWhitelist', args, options)
}

/** An instrument's details are on the tenant's own server before their fingerprint goes to the ledger. */
async function storeInstrumentDetails(
  client: Client,
  instrumentId: InstrumentId,
  details: InstrumentDetails,
  options: SendOptions,
): Promise<Fingerprint> {
  const privateDataFp = fingerprintOf(details)
  const body = { instrumentId, details }
  const stored = await storeFirst(client, 'putInstrumentDetails', body, options)
  if (stored !== undefined && stored.fingerprint !== privateDataFp)
    throw new ClientError('unexpectedAnswer', 'fingerprint')
  return privateDataFp
}
