// The specification's own list of calls (§7), against the table.
import { expect, test } from 'vitest'
import { api } from './index.ts'
import { isReading } from '../endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import specified from '../../test/specifiedCalls.json' with { type: 'json' }

const table = Object.values<Endpoint>(api).map(({ method, path }) => `${method} ${path}`)

test.each(specified)('%s is in the table', (call) => {
  expect(table).toContain(call)
})

test("beside these the table has calls of ours: whether it is ready, sending again what was lost, reading contract state, a desk's questions, messages of a deal, acting by HTTP alone", () => {
  expect(table.filter((call) => !specified.includes(call))).toEqual([
    'GET /health/ready',
    'PUT /sync/operations/resend',
    'POST /dlt/eth/rpc',
    'GET /transfer/summary',
    'GET /transfer/due',
    'GET /transfer/requests',
    'GET /transfer/counterparties',
    'GET /transfer/custodians',
    'GET /registry-manager/positions/totals',
    'GET /transfer/transfers/totals',
    'POST /transfer/transfers/prepare',
    'POST /transfer/transfers/return/prepare',
    'POST /transfer/transfers/substitution/prepare',
    'POST /transfer/transfers/confirm/prepare',
    'POST /transfer/transfers/cancel/prepare',
    'POST /dlt/eth/refund/prepare',
    'POST /confirmation-workflows/prepare',
    'POST /confirmation-workflows/act/prepare',
    'POST /confirmation-workflows/confirm/prepare',
    'POST /confirmation-workflows/execute/prepare',
    'POST /confirmation-workflows/reject/prepare',
    'POST /platform/administration/prepare',
    'POST /instrument-manager/instruments/prepare',
    'POST /registry-manager/registry/prepare',
    'POST /registry-manager/positions/prepare',
    'POST /dlt/eth/publish-signature',
    'GET /transfer/deals',
    'PUT /delivery-manager/deliveries/messages',
    'GET /delivery-manager/deliveries/messages',
    'GET /transfer/ladder',
    'GET /transfer/ladder/flows',
  ])
})

test("whoever may ask a desk's questions may read the proposals that expire", () => {
  const { privileges = [], exemptedBy = [] } = api.dueEvents
  const readers: readonly string[] = api.workflows.privileges ?? []
  expect([...privileges, ...exemptedBy].filter((name) => !readers.includes(name))).toEqual([])
})

test('platform calls take the bearer token; who am I takes either, and the calls that come before it none', () => {
  const others = Object.values<Endpoint>(api).filter(
    ({ path, authentication }) => path.startsWith('/platform') && authentication !== 'bearer',
  )
  expect(Object.fromEntries(others.map(({ path, authentication }) => [path, authentication]))).toEqual({
    '/platform/login': 'signed',
    '/platform/me': 'signedOrBearer',
    '/platform/tenants/users/registrations/confirm': 'wallet',
    '/platform/tenants/invitations/confirm': 'wallet',
  })
})

test('nothing but platform calls takes a bearer token', () => {
  const bearing = Object.values<Endpoint>(api).filter(({ authentication }) => /bearer/i.test(authentication))
  expect(bearing.filter(({ path }) => !path.startsWith('/platform'))).toEqual([])
})

test('a read-only privilege opens no writing call, and every reading call that its twin opens', () => {
  for (const endpoint of Object.values<Endpoint>(api)) {
    const { path, privileges = [] } = endpoint
    const readOnly = privileges.filter((name) => name.endsWith('_RO'))
    if (!isReading(endpoint)) expect([path, readOnly]).toEqual([path, []])
    else for (const name of readOnly) expect(privileges).toContain(name.slice(0, -3))
  }
})
