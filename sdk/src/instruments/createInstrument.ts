import { creationMarks, identifierTypes, instrumentManagerAbi, instrumentTypes } from '@connex/contracts'
import { InstrumentDetails, InstrumentId } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { asciiWord } from '../ledger/asciiWord.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/dappOf.ts'
import type { LedgerCall } from '../ledger/delegate.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { randomBytes32 } from '../ledger/randomBytes32.ts'
import { send } from '../ledger/send.ts'
import { currentMe } from '../platform/whoami.ts'
import { storeInstrumentDetails } from './storeInstrumentDetails.ts'

export type InstrumentParameters = {
  instrumentType: 'BOND' | 'FUND' | 'PRIVATE'
  identifierType: 'ISIN' | 'WKN' | 'DOCUMENT_REFERENCE'
  /** An ISIN or WKN as text; a document's fingerprint as 32 bytes of hex. */
  identifier: string
  /** A unit is 10^-decimals; at most 18. */
  decimals: number
  details: Omit<InstrumentDetails, 'salt'>
  /** Default the own tenant; another one where the own tenant is a data provider. */
  issuerAddr?: Address | undefined
  /** Who answers registrations instead of the issuer. */
  depositaryAddr?: Address | undefined
  /** Makes it a private placement: only these tenants may hold it. */
  whitelist?: readonly Address[] | undefined
  /** 'TO_IMPORT': its registries take over another register first. Default 'NONE'. */
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
  const details = InstrumentDetails.parse({ ...parameters.details, salt: randomBytes32() })
  const manager = await dappOf(client, 'instrument')
  const issuer = parameters.issuerAddr ?? (await currentMe(client)).tenant.address
  const privateDataFp = await storeInstrumentDetails(client, instrumentId, details, options)
  const creation = creationCall(manager, instrumentId, termsOf(parameters, issuer, privateDataFp), parameters)
  return { instrumentId, ...(await send(client, [creation], options)) }
}

type Terms = ReturnType<typeof termsOf>

const termsOf = (parameters: InstrumentParameters, issuer: Address, privateDataFp: string) => ({
  identifierType: identifierTypes.indexOf(parameters.identifierType),
  identifier:
    parameters.identifierType === 'DOCUMENT_REFERENCE'
      ? hex(parameters.identifier)
      : asciiWord(parameters.identifier),
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
