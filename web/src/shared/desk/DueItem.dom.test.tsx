import type { DueEvent } from '@connex/protocol'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addressOf, createWorld, renderScreen } from '../../../test/screen.tsx'
import { tenantsQuery } from '../../lib/tenants.ts'
import { DueLink } from './DueItem.tsx'

const baltic = addressOf('b')
const nothing = { securities: [], cash: null }

async function hrefOf(event: Partial<DueEvent>): Promise<string | undefined> {
  const world = createWorld()
  world.queries.setQueryData(tenantsQuery(world.client).queryKey, [
    { name: 'Baltic Trust Bank', address: baltic },
  ] as never)
  const whole = { deliveryId: null, workflowId: null, counterpartyAddr: null, kind: 'EXPIRY', ...event }
  const rendered = await renderScreen(
    <DueLink event={{ incoming: nothing, outgoing: nothing, ...whole } as unknown as DueEvent}>due</DueLink>,
    world,
  )
  const link = screen.getByText('due').getAttribute('href') ?? undefined
  rendered.unmount()
  return link === undefined ? undefined : decodeURIComponent(link)
}

const id = `0x${'5e'.repeat(32)}` as DueEvent['deliveryId']
const held = { securities: [{ identifier: 'DE000A2LQ5M4' }], cash: null } as unknown as DueEvent['incoming']

it('leads nowhere where nothing is held', async () => {
  expect(await hrefOf({ kind: 'MATURITY' })).toBeUndefined()
  expect(await hrefOf({ kind: 'EXPIRY', incoming: held })).toBeUndefined()
})

it('leads to a transfer, and to a proposal', async () => {
  expect(await hrefOf({ deliveryId: id, counterpartyAddr: baltic })).toBe(`/transactions?row=${id}`)
  expect(await hrefOf({ workflowId: 'w1' })).toBe('/approvals?row=w1')
})

it('leads to the transfers with a counterparty, by its name', async () => {
  expect((await hrefOf({ counterpartyAddr: baltic }))?.replaceAll('+', ' ')).toBe(
    '/transactions?counterparty=is:Baltic Trust Bank',
  )
})

it('leads to what is held of an instrument that matures or pays', async () => {
  for (const kind of ['MATURITY', 'COUPON'] as const)
    expect(await hrefOf({ kind, incoming: held })).toBe('/holdings?identifier=is:DE000A2LQ5M4')
  expect(await hrefOf({ kind: 'MATURITY', outgoing: held })).toBe('/holdings?identifier=is:DE000A2LQ5M4')
})
