import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createWorld, OWN_TENANT, renderScreen } from '../../../test/screen.tsx'
import {
  CUSTODIAN,
  legOf,
  MANAGER,
  OTHER,
  REGISTRAR,
  REGISTRY_ID,
  transferOf,
} from '../../../test/transfers.ts'
import { tenantsQuery } from '../../lib/tenants.ts'
import { accountsQuery } from '../../shared/desk/accounts.ts'
import AccountPanel from './AccountPanel.tsx'

const where = { registryManagerAddr: MANAGER, registrarAddr: REGISTRAR, owner: OWN_TENANT, account: '4100' }
const position = {
  registryId: REGISTRY_ID,
  identifier: 'DE0001102580',
  label: 'Alpen 2031',
  quantity: '5000',
  available: '4000',
  decimals: 0,
}
const incoming = transferOf('1', {
  deliver: null,
  receive: { ...position, quantity: '700', unit: 'UNITS', account: '4100' },
  legs: [legOf({ sender: OTHER, receiver: OWN_TENANT })],
})

async function renderPanel(
  rowId = '4100',
  { positions = [position], transfers = [incoming] }: { positions?: object[]; transfers?: object[] } = {},
) {
  const world = createWorld()
  const { client, queries } = world
  const account = {
    accountNum: '4100',
    accountName: 'House account',
    category: null,
    internalIdentifier: 'H-1',
  }
  queries.setQueryData(accountsQuery(client, CUSTODIAN).queryKey, [account] as never)
  queries.setQueryData(tenantsQuery(client).queryKey, [{ name: 'Baltic', address: OTHER }] as never)
  queries.setQueryData(['positions', 'account', where], positions)
  queries.setQueryData(['transfers', 'receipts', CUSTODIAN.key, '4100'], transfers)
  const log: string[] = []
  await renderScreen(
    <AccountPanel
      custodian={CUSTODIAN}
      rowId={rowId}
      renderStatus={() => 'Pending'}
      onHolding={(id) => log.push(`holding ${id}`)}
      onTransfer={({ deliveryId }) => log.push(`transfer ${deliveryId.slice(2, 3)}`)}
      onClose={() => log.push('close')}
    />,
    world,
  )
  return { world, log }
}

it('does not know an account of another number', async () => {
  await renderPanel('9')
  expect(screen.getByText('Account 9')).toBeTruthy()
  expect(screen.queryByText('House account')).toBeNull()
  expect(screen.queryByText('Alpen 2031')).toBeNull()
})

it('shows the names of the account, what it holds and what will come into it', async () => {
  const { log } = await renderPanel()
  for (const text of ['House account', 'H-1', 'Meridian', '5,000', '700'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/4,000/)).toBeTruthy()
  await act(async () => screen.getByText('5,000').click())
  await act(async () => screen.getByText('700').click())
  expect(log).toEqual([`holding ${MANAGER}.${REGISTRY_ID}.4100`, 'transfer 1'])
})

it('says that it holds nothing and expects nothing', async () => {
  await renderPanel('4100', { positions: [], transfers: [] })
  expect(screen.queryByText('5,000')).toBeNull()
  expect(document.querySelectorAll('section p, section li').length).toBeGreaterThan(0)
})

it.each(['positions', 'transfers'])('reads again when %s have changed', async (topic) => {
  const { world } = await renderPanel()
  expect(world.arrived).toEqual([])
  await act(() => world.queries.invalidateQueries({ queryKey: [topic] }))
  await vi.waitFor(() => expect(world.arrived.map(({ name }) => name)).toContain(topic))
})
