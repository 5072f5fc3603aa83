import { describe, expect, test } from 'vitest'
import {
  DELIVERY_TRANSITIONS,
  INSTRUMENT_TRANSITIONS,
  NOMINATION_TRANSITIONS,
  REGISTRATION_TRANSITIONS,
  REGISTRY_TRANSITIONS,
  TENANT_TRANSITIONS,
  USER_TRANSITIONS,
  WORKFLOW_TRANSITIONS,
  nextState,
} from './transitions.ts'
import type { Transitions } from './transitions.ts'

type Table = Transitions<string, string>

const tables: Record<string, { table: Table; first: string; final: string[] }> = {
  workflow: { table: WORKFLOW_TRANSITIONS, first: 'PENDING', final: ['ABORTED', 'EXECUTED', 'REJECTED'] },
  user: { table: USER_TRANSITIONS, first: 'INVITED', final: ['DELETED'] },
  nomination: { table: NOMINATION_TRANSITIONS, first: 'NONE', final: [] },
  delivery: { table: DELIVERY_TRANSITIONS, first: 'NONE', final: ['CANCELED', 'SETTLED'] },
  instrument: { table: INSTRUMENT_TRANSITIONS, first: 'NONE', final: ['EXPIRED'] },
  registry: { table: REGISTRY_TRANSITIONS, first: 'NONE', final: ['DEREGISTERED'] },
  registration: { table: REGISTRATION_TRANSITIONS, first: 'NONE', final: ['DEREGISTERED'] },
}

describe.each(Object.entries(tables))('of the %s', (_, { table, first, final }) => {
  test('every state is reached from the first', () => {
    const reached = new Set([first])
    for (const state of reached) for (const next of Object.values(table[state] ?? {})) reached.add(next!)
    expect([...reached].sort()).toEqual(Object.keys(table).sort())
  })

  test('what is final leads nowhere', () => {
    const ends = Object.entries(table).filter(([, acts]) => Object.keys(acts).length === 0)
    expect(ends.map(([state]) => state).sort()).toEqual(final)
  })
})

test.each<[string, Table, string, string, string | undefined]>([
  ['a rejected workflow is not confirmed', WORKFLOW_TRANSITIONS, 'REJECTED', 'confirm', undefined],
  [
    'a workflow with every confirmation takes no more',
    WORKFLOW_TRANSITIONS,
    'CONFIRMED',
    'confirm',
    undefined,
  ],
  [
    'a revoked confirmation leaves the workflow PENDING',
    WORKFLOW_TRANSITIONS,
    'CONFIRMED',
    'revoke',
    'PENDING',
  ],
  ['nobody activates an invited user', USER_TRANSITIONS, 'INVITED', 'activate', undefined],
  ['a tenant is registered only once confirmed', TENANT_TRANSITIONS, 'INVITED', 'register', undefined],
  ['a confirmed tenant is registered', TENANT_TRANSITIONS, 'CONFIRMED', 'register', 'ACTIVE'],
  ['a rejected nomination ends CANCELLED, two L', NOMINATION_TRANSITIONS, 'NOMINATED', 'reject', 'CANCELLED'],
  ['so does a revoked one', NOMINATION_TRANSITIONS, 'NOMINATED', 'revoke', 'CANCELLED'],
  ['what was cancelled is not committed', NOMINATION_TRANSITIONS, 'CANCELLED', 'commit', undefined],
  [
    'a request is not deregistered before it was confirmed',
    REGISTRATION_TRANSITIONS,
    'REQUESTED',
    'unregister',
    undefined,
  ],
  ['a draft is created on the ledger', INSTRUMENT_TRANSITIONS, 'DRAFT', 'create', 'CREATED'],
  ['a settled delivery is not cancelled', DELIVERY_TRANSITIONS, 'SETTLED', 'cancel', undefined],
])('%s', (_, table, state, act, next) => {
  expect(nextState(table, state, act)).toBe(next)
})
