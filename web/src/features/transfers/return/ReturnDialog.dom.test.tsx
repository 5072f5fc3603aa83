import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '../../../../test/press.ts'
import { createWorld, OWN_TENANT, renderScreen } from '../../../../test/screen.tsx'
import { openRepo, OTHER } from '../../../../test/transfers.ts'
import { tenantsQuery } from '../../../lib/tenants.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'
import { dealQuery } from '../shared/dealQueries.ts'
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
