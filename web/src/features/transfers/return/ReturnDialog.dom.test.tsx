import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '../../../../test/press.ts'
import { createWorld, OWN_TENANT, pageOf, renderScreen } from '../../../../test/screen.tsx'
import { CUSTODIAN, legOf, openRepo, OTHER, REGISTRY_ID } from '../../../../test/transfers.ts'
import { tenantsQuery } from '../../../lib/tenants.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'
import { accountsQuery, positionsQuery } from '../../../shared/deal/useAssetChoices.ts'
import { dealQuery, returnQuery } from '../shared/dealQueries.ts'
import { detailsQuery } from '../shared/transferQueries.ts'
import ReturnDialog from './ReturnDialog.tsx'

addMessages(transactions)

const opening = openRepo()
const { deliveryId } = opening
const lot = {
  lot: 'P1',
  kind: 'PURCHASED',
  outstanding: 600n,
  delivered: 600n,
  inFlight: 0n,
  holder: OTHER,
  giver: OWN_TENANT,
  asset: { decimals: 0, identifier: 'DE000A2LQ5M4' },
}
const repo = {
  purchaseDate: '2026-11-20',
  repurchaseDate: '2026-12-04',
  purchasePrice: '1000.00',
  rate: '2',
  dayCount: 'ACT/360',
}
const details = { description: 'One week', repo, cashQuantity: '1000.00', cashCurrency: 'EUR' }

async function renderReturn(found: object | null, closing: object | null = null) {
  const log: string[] = []
  const world = createWorld()
  const { client, queries } = world
  queries.setQueryData(['platform', 'dapp-controllers'], [])
  queries.setQueryData(tenantsQuery(client).queryKey, [{ name: 'Baltic', address: OTHER }] as never)
  queries.setQueryData(dealQuery(client, deliveryId).queryKey, {
    deal: { kind: 'REPO', lots: [lot], events: [] },
    deliveries: [],
  } as never)
  queries.setQueryData(detailsQuery(client, deliveryId).queryKey, found as never)
  queries.setQueryData(['transfers', 'closing', deliveryId], closing)
  await renderScreen(<ReturnDialog transfer={opening} onClose={() => log.push('close')} />, world)
  /** Whether it has been computed what goes back, or why nothing can. */
  const hasComputed = () =>
    queries
      .getQueryCache()
      .getAll()
      .some(
        ({ queryKey: [, what], state }) =>
          what === 'return' && (state.status === 'error' || state.fetchStatus !== 'idle'),
      )
  return { log, world, hasComputed }
}

it('refuses to return a deal whose terms are not those of the ledger', async () => {
  const { hasComputed } = await renderReturn({ status: 'FINGERPRINT_MISMATCH', details })
  expect(screen.getByRole('alert').textContent).toContain('The form could not be prefilled.')
  await press('Review')
  expect(hasComputed()).toBe(false)
})

it('refuses to return what is closed, or on its way back', async () => {
  const { hasComputed } = await renderReturn({ status: 'SYNCED', details }, { deliveryId: '0x02' })
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(hasComputed()).toBe(false)
})

it('computes what goes back by the agreed terms, and says why it cannot', async () => {
  const { hasComputed } = await renderReturn({ status: 'SYNCED', details })
  expect(hasComputed()).toBe(true)
  expect(screen.getByText(/with Baltic/)).toBeTruthy()
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  await press('Review')
  expect(screen.queryByText('Sign and send')).toBeNull()
})

const ACCOUNT = '100'
const note = {
  assetId: REGISTRY_ID,
  decimals: 0,
  identifier: `0x${'09'.repeat(32)}`,
  label: 'Harbor Lease (HI-3)',
}
const bond = { ...note, assetId: `0x${'d'.repeat(64)}`, identifier: 'DE000A2LQ5M4', label: 'Hanse 2034' }
const assets = [note, bond]
const positions = assets.map(({ assetId, ...asset }) => ({
  ...asset,
  registryManagerAddr: CUSTODIAN.registryManagerAddr,
  registrarAddr: CUSTODIAN.registrarAddr,
  registryId: assetId,
  instrumentId: `0x${'1'.repeat(64)}`,
  owner: OWN_TENANT,
  account: ACCOUNT,
  custodyChainId: null,
  quantity: '600',
  earmarked: '0',
  available: '600',
  redeemable: '0',
  unit: 'UNITS',
}))

/** The viewer has just received a note and a bond. Its holdings were read before, and had less of them or none. */
async function renderReturnOfBoth(readPositions: () => unknown, readBefore: object[] = []) {
  const moves = assets.map((asset, index) => ({
    lot: `P${index + 1}`,
    asset,
    sender: OWN_TENANT,
    receiver: OTHER,
    quantity: 600n,
  }))
  const brought = moves.map((one, legIdx) => ({ ...one, legIdx, way: 'forth' }))
  const came = { sender: OTHER, receiver: OWN_TENANT, receiverAccount: ACCOUNT }
  const world = createWorld({ positions: readPositions }, { custodians: [CUSTODIAN] })
  const { client, queries } = world
  const prepare = (queryKey: readonly unknown[], data: unknown, updatedAt = Date.now()) =>
    queries.setQueryData(queryKey, data, { updatedAt })
  prepare(['platform', 'dapp-controllers'], [])
  prepare(tenantsQuery(client).queryKey, [
    { name: 'Baltic', address: OTHER },
    { name: 'Meridian', address: CUSTODIAN.registrarAddr },
  ])
  prepare(detailsQuery(client, deliveryId).queryKey, { status: 'SYNCED', details })
  prepare(['transfers', 'closing', deliveryId], null)
  prepare(dealQuery(client, deliveryId).queryKey, {
    deal: {
      kind: 'REPO',
      lots: moves.map((one) => ({ ...lot, ...one, holder: OWN_TENANT, giver: OTHER })),
      events: [{ status: 'SETTLED', deliveryId, moves: brought }],
    },
    deliveries: [{ deliveryId, legs: [legOf(came), legOf({ ...came, legIdx: 1, assetId: bond.assetId })] }],
  })
  const parameters = { deliveryId, repurchaseDate: repo.repurchaseDate }
  prepare(returnQuery(client, parameters).queryKey, {
    moves,
    payment: { payer: OTHER, payee: OWN_TENANT, principal: 100_000n, interest: 78n },
  })
  prepare(accountsQuery(client, CUSTODIAN).queryKey, [{ accountNum: ACCOUNT, accountName: 'Main' }])
  prepare(positionsQuery(client, CUSTODIAN, OWN_TENANT).queryKey, readBefore, 1)
  await renderScreen(<ReturnDialog transfer={opening} onClose={() => undefined} />, world)
}

it('reviews no quantity of an instrument that could not be loaded', async () => {
  await renderReturnOfBoth(() => new Response('', { status: 500 }))
  await press('Review')
  expect(screen.getAllByText('The instrument data could not be loaded. Please try again.')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Sign and create' })).toBeNull()
})

it.each([
  ['none of it', []],
  ['less of it', positions.map((one) => ({ ...one, quantity: '599', available: '599' }))],
])('holds a click on Review while holdings that had %s are read again', async (_, before) => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  await renderReturnOfBoth(() => promise, before)
  await press('Review')
  expect(screen.queryByRole('button', { name: 'Sign and create' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  resolve(pageOf(positions))
  expect(await screen.findByRole('button', { name: 'Sign and create' })).toBeTruthy()
})

it('names what leaves an account as a desk does: a bond by its code, a private note by its label', async () => {
  await renderReturnOfBoth(() => pageOf(positions))
  expect(screen.getByLabelText('Deliver Harbor Lease (HI-3) from account at Meridian')).toBeTruthy()
  expect(screen.getByLabelText('Deliver DE000A2LQ5M4 from account at Meridian')).toBeTruthy()
})
