import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press, settle, type } from '../../../../test/press.ts'
import { createWorld, OWN_TENANT, pageOf, renderScreen, type Answers } from '../../../../test/screen.tsx'
import { CUSTODIAN, MANAGER, OTHER, REGISTRAR, REGISTRY_ID } from '../../../../test/transfers.ts'
import { tenantsQuery } from '../../../lib/tenants.ts'
import { deals } from '../../../messages/en/deals.ts'
import { ticket } from '../../../messages/en/ticket.ts'
import { addMessages } from '../../../messages/t.ts'
import { accountsQuery, instrumentsQuery, positionsQuery } from '../../../shared/deal/useAssetChoices.ts'
import CreateTransferDialog from './CreateTransferDialog.tsx'
import type { TransferDraft } from './transferDraft.ts'

addMessages(deals)
addMessages(ticket)

const position = {
  registryManagerAddr: MANAGER,
  registrarAddr: REGISTRAR,
  registryId: REGISTRY_ID,
  owner: OWN_TENANT,
  account: '4100',
  identifier: 'DE0001102580',
  label: 'Alpen 2031',
  quantity: '9000',
  earmarked: '0',
  available: '9000',
  decimals: 0,
  unit: 'UNITS',
}
const draft: Partial<TransferDraft> = {
  kind: 'FOP',
  counterpartyAddr: OTHER,
  deliver: { registryId: REGISTRY_ID, account: '4100', quantity: '5,000' },
  description: 'One week',
}

async function renderDialog(
  prefill: Partial<TransferDraft>,
  answers: Answers = {},
  controllers: readonly object[] = [],
) {
  const log: string[] = []
  const world = createWorld(answers, { custodians: [CUSTODIAN] })
  const { client, queries } = world
  queries.setQueryData(['platform', 'dapp-controllers'], controllers)
  queries.setQueryData(tenantsQuery(client).queryKey, [{ name: 'Baltic', address: OTHER }] as never)
  if (answers.positions === undefined)
    queries.setQueryData(positionsQuery(client, CUSTODIAN, OWN_TENANT).queryKey, [position] as never)
  queries.setQueryData(instrumentsQuery(client, CUSTODIAN, 'receive').queryKey, [])
  queries.setQueryData(accountsQuery(client, CUSTODIAN).queryKey, [])
  await renderScreen(<CreateTransferDialog prefill={prefill} onClose={() => log.push('close')} />, world)
  await settle(20)
  return { log, world }
}

const step = () => document.querySelector('[aria-current=step]')?.textContent
const legManager = (active: boolean) =>
  pageOf([{ registryType: 'EXTERNAL', active, deliveryLegManager: addressText }])
const addressText = `0x${'9'.repeat(40)}`

it('refuses to review what is incomplete, and marks each field', async () => {
  await renderDialog({ kind: 'FOP' })
  expect(step()).toBe('1 Terms')
  await press('Review')
  expect(step()).toBe('1 Terms')
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(screen.getAllByText('Required').length).toBeGreaterThanOrEqual(3)
})

it('refuses more than the account has', async () => {
  await renderDialog({ ...draft, deliver: { registryId: REGISTRY_ID, account: '4100', quantity: '9,001' } })
  expect(screen.getByText('Maximum quantity is 9,000')).toBeTruthy()
  await press('Review')
  expect(step()).toBe('1 Terms')
})

it('reviews no quantity while the decimals of the instrument are not known', async () => {
  await renderDialog(draft, { positions: new Response('', { status: 500 }) })
  await press('Review')
  expect(step()).toBe('1 Terms')
  expect(screen.getByLabelText('Instrument').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('The instrument data could not be loaded. Please try again.')).toBeTruthy()
})

it('reviews complete terms on paper after a dry run, signs nothing, and goes back to the fields', async () => {
  const { world } = await renderDialog(draft)
  await press('Review')
  await waitFor(() => expect(step()).toBe('2 Review and sign'))
  await waitFor(() =>
    expect(document.querySelector('[aria-live=polite]')?.textContent).toContain('Alpen 2031'),
  )
  expect(await screen.findByText('The ledger check could not run')).toBeTruthy()
  expect(world.arrived.map(({ name }) => name)).not.toContain('publishRawTx')
  await press('Back')
  expect(step()).toBe('1 Terms')
})

it('runs nothing before the review', async () => {
  const { world } = await renderDialog(draft)
  await type(/^Description/, 'Two weeks')
  await settle(20)
  expect(world.arrived.map(({ name }) => name)).not.toContain('me')
  expect(screen.queryByText(/ledger check/)).toBeNull()
})

it.each([
  [{ legManagers: legManager(false) }, 'Repos are not available: this ledger cannot document cash'],
  [{ legManagers: pageOf([]) }, 'Repos are not available: this ledger cannot document cash'],
  [{}, 'Could not check whether cash legs are available'],
])('blocks a repo where cash cannot be documented, or that is not known: %#', async (answers, title) => {
  await renderDialog({ kind: 'REPO' }, answers)
  expect(await screen.findByText(title)).toBeTruthy()
})

it('allows a repo where cash can be documented, and asks for nothing where no cash is', async () => {
  const { world } = await renderDialog({ kind: 'REPO' }, { legManagers: legManager(true) })
  await waitFor(() => expect(world.arrived.map(({ name }) => name)).toContain('legManagers'))
  await settle(20)
  expect(screen.queryByText(/cannot document cash|Could not check/)).toBeNull()
})
