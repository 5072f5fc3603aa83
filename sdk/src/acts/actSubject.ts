// What a workflow of acts is about, where the specification has a name for it.
import { INSTRUMENT_WORKFLOW_ACTIONS, REGISTRY_WORKFLOW_ACTIONS } from '@connex/protocol'
import type { Address, InstrumentId, Workflow } from '@connex/protocol'
import { registryIdOf } from '../ledger/scalars.ts'
import type { LedgerCall } from '../ledger/transaction.ts'
import { findNamedCall } from '../ledger/calls/namedCalls.ts'
import type { NamedCall } from '../ledger/calls/namedCalls.ts'

export type ActSubject = Pick<Workflow, 'entity' | 'entityId' | 'action'>

/**
 * The subject of the first call, where all are of one action; undefined for what is just a batch. Pure.
 *
 * @example
 * actSubject(calls, tenant.address) // { entity: 'instrument', entityId: registryId, action: 'suspendRegistry' }
 */
export function actSubject(
  calls: readonly Pick<LedgerCall, 'to' | 'data'>[],
  own: Address,
): ActSubject | undefined {
  const subjects = calls.map((call) => subjectOf(call, own))
  const [first] = subjects
  return subjects.every((one) => one?.action === first?.action) ? first : undefined
}

function subjectOf({ to, data }: Pick<LedgerCall, 'to' | 'data'>, own: Address): ActSubject | undefined {
  const call = findNamedCall(to, data)
  if (call === undefined) return undefined
  const { functionName, args } = call
  if (functionName === 'forcedTransfer')
    return { entity: 'forced_transfer', entityId: String(args['reasonFp']), action: functionName }
  const ofInstrument = INSTRUMENT_WORKFLOW_ACTIONS.find((name) => name === functionName)
  if (ofInstrument !== undefined)
    return { entity: 'instrument', entityId: String(args['instrumentId']), action: ofInstrument }
  const name = functionName.startsWith('unregisterAs') ? 'deregister' : functionName
  const ofRegistry = REGISTRY_WORKFLOW_ACTIONS.find((one) => one === name)
  if (ofRegistry === undefined) return undefined
  // A task of a registry has its id, even where it is only requested.
  return {
    entity: 'instrument',
    entityId: 'registryId' in args ? String(args['registryId']) : requestedId(args, own),
    action: ofRegistry,
  }
}

const requestedId = ({ instrumentManager, instrumentId }: NamedCall['args'], own: Address): string =>
  registryIdOf({
    registrarAddr: own,
    instrumentManagerAddr: instrumentManager as Address,
    instrumentId: instrumentId as InstrumentId,
  })
