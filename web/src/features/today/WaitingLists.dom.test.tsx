import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addressOf, createWorld, pageOf, renderScreen } from '../../../test/screen.tsx'
import { tenantsQuery } from '../../lib/tenants.ts'
import { ownRequestsQuery } from './todayQueries.ts'
import { WaitingLists } from './WaitingLists.tsx'

type Props = Parameters<typeof WaitingLists>[0]

const [baltic, cedar, meridian] = [addressOf('b'), addressOf('c'), addressOf('d')]
const since = Math.floor(Date.now() / 1000) - 3_600

const group = (party: 'COUNTERPARTY' | 'CUSTODIAN', tenant: string, count: number) =>
  ({ party, tenant, count, since }) as Props['waiting'][number]

const request = (id: string, kind: 'RECALL' | 'SUBSTITUTION') => ({
  messageId: id,
  kind,
  party: 'COUNTERPARTY',
  counterpartyAddr: baltic,
  openingDeliveryId: `0x${id.repeat(64)}`,
  securities: [],
  offered: [],
  date: kind === 'RECALL' ? '2026-11-30' : null,
  createdAt: since,
})

async function renderLists(waiting: Props['waiting'], requests: readonly object[] = []) {
  const world = createWorld()
  const { client, queries } = world
  queries.setQueryData(
    tenantsQuery(client).queryKey,
    ['Baltic', 'Cedar', 'Meridian'].map((name, index) => ({
      name,
      address: [baltic, cedar, meridian][index],
    })) as never,
  )
  queries.setQueryData(ownRequestsQuery(client).queryKey, pageOf(requests) as never)
  return renderScreen(
    <WaitingLists
      waiting={waiting}
      numRequests={requests.length}
      custodianKeyOf={(registrar) => (registrar === meridian ? 'manager:meridian' : undefined)}
    />,
    world,
  )
}

const lists = () =>
  [...document.querySelectorAll('details')].map((list) => ({
    title: list.querySelector('h2')?.textContent,
    isOpen: list.open,
    rows: within(list)
      .queryAllByRole('link')
      .map((link) => link.textContent),
  }))
const searchOf = (link: HTMLElement) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://a').searchParams)

it('is closed, with a zero, where nobody else is waited for', async () => {
  await renderLists([])
  expect(lists()).toEqual([
    { title: 'With counterparties', isOpen: false, rows: [] },
    { title: 'With custodians', isOpen: false, rows: [] },
  ])
  expect(screen.getAllByText('0')).toHaveLength(2)
})

it('has each party with its transfers, and a link to them', async () => {
  await renderLists([group('COUNTERPARTY', baltic, 3), group('CUSTODIAN', meridian, 1)])
  const [counterparties, custodians] = lists()
  expect(counterparties).toMatchObject({
    isOpen: true,
    rows: [expect.stringMatching(/^Baltic3 transferssince /)],
  })
  expect(custodians).toMatchObject({
    isOpen: true,
    rows: [expect.stringMatching(/^Meridian1 transfersince /)],
  })
  expect(screen.getAllByRole('link').map(searchOf)).toEqual([
    { state: 'PENDING_COUNTERPARTY', waiting: 'false', counterparty: 'is:Baltic', sort: 'lastAt' },
    { state: 'PENDING_CUSTODIAN', waiting: 'false', custodian: 'manager:meridian', sort: 'lastAt' },
  ])
})

it('has the viewer’s own requests, one or several, with the counterparties alone', async () => {
  await renderLists([], [request('1', 'RECALL')])
  const [counterparties, custodians] = lists()
  expect(counterparties?.isOpen).toBe(true)
  expect(counterparties?.rows).toEqual([
    expect.stringMatching(/^BalticYou ask for .* back by 30 Nov 2026.*1 request/),
  ])
  expect(custodians?.rows).toEqual([])
  expect(searchOf(screen.getByRole('link'))).toEqual({ row: `0x${'1'.repeat(64)}` })
  expect(screen.getByText('1')).toBeTruthy()
})

it('counts transfers and requests together, and stays closed if it would push the rest away', async () => {
  const many = Array.from({ length: 4 }, () => group('COUNTERPARTY', cedar, 2))
  const distinct = many.map((one, index) => ({ ...one, tenant: addressOf(String(index + 1)) }))
  await renderLists(distinct, [request('1', 'SUBSTITUTION')])
  expect(screen.getByText('9')).toBeTruthy()
  expect(lists()[0]).toMatchObject({ isOpen: false, rows: { length: 5 } })
})
