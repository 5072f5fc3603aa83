import type { Transfer } from '@connex/protocol'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press, settle } from '../../../../test/press.ts'
import { createWorld, pageOf, renderScreen, type Answers } from '../../../../test/screen.tsx'
import { transferOf } from '../../../../test/transfers.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import BulkDialog from './BulkDialog.tsx'
import { BulkRow } from './BulkRow.tsx'
import type { PlannedTransfer } from './bulkPlan.ts'

for (const messages of [transactions, transfers, dealForms]) addMessages(messages)

const platform: Answers = { dappControllers: pageOf([]), tenants: pageOf([]) }
const settled = transferOf('1', { deliveryState: 'SETTLED', state: 'SETTLED' })

async function renderBulk(verb: 'confirm' | 'cancel', chosen: readonly Transfer[], answers: Answers = {}) {
  const log: string[] = []
  const world = createWorld({ ...platform, ...answers })
  world.queries.setQueryData(['platform', 'dapp-controllers'], [])
  await renderScreen(
    <BulkDialog
      verb={verb}
      transfers={chosen}
      onStart={() => log.push('start')}
      onClose={() => log.push('close')}
    />,
    world,
  )
  return { log, world }
}

const RUNNING = /^Checking/
const outline = () => [...document.querySelectorAll('p[role=status]')].map((line) => line.textContent)

it('has an outline of each transfer while the plan is read, and cannot be signed', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { log } = await renderBulk('confirm', [transferOf('1'), transferOf('2')], {
    positions: never,
    assetAccounts: never,
  })
  expect(outline()).toHaveLength(1)
  await press(/^Sign and confirm 2/)
  expect(log).toEqual([])
})

it('says why the plan could not be read, without an outline of what will not come', async () => {
  const { log } = await renderBulk('confirm', [transferOf('1')])
  expect(await screen.findByText(/No (positions|assetAccounts)/)).toBeTruthy()
  expect(outline()).toEqual([])
  await press(/^Sign and confirm 1/)
  expect(log).toEqual([])
})

it('leaves out what cannot be canceled, with the reason, and signs nothing of it', async () => {
  const { log } = await renderBulk('cancel', [settled])
  expect(await screen.findByText('Left out: 1')).toBeTruthy()
  expect(screen.getByText('Settled.')).toBeTruthy()
  expect(screen.queryByText(RUNNING)).toBeNull()
  await press(/^Sign and cancel 0/)
  await settle(5)
  expect(log).toEqual([])
})

const planned = (more: object = {}) =>
  ({
    transfer: transferOf('1'),
    label: undefined,
    skipReason: undefined,
    accounts: { deliver: '4100' },
    ...more,
  }) as unknown as PlannedTransfer

it('has in a row what is done, with its id, the legs with their accounts and the terms', async () => {
  const { unmount } = await renderScreen(
    <BulkRow planned={planned({ label: 'Confirm Delivery' })} progress={undefined} />,
  )
  const text = document.querySelector('li')?.textContent ?? ''
  expect(text).toContain('Confirm Delivery · 0x1111')
  expect(text).toContain('5,000 Alpen 2031')
  expect(text).toContain('4100')
  expect(text).toContain('Deal 1')
  unmount()
  await renderScreen(<BulkRow planned={planned()} progress={undefined} />)
  expect(document.querySelector('li')?.textContent).not.toMatch(/ · 0x1111|undefined/)
})

it('has in a row why it is left out, or how far it has come', async () => {
  const { unmount } = await renderScreen(
    <BulkRow planned={planned({ skipReason: 'Nothing to confirm.' })} progress={undefined} />,
  )
  expect(screen.getByText('Nothing to confirm.')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  await renderScreen(
    <BulkRow planned={planned()} progress={{ state: 'failed', text: 'Refused.' } as never} />,
  )
  expect(screen.getByRole('status').textContent).toBe('Refused.')
  expect(document.querySelector('li')?.dataset['state']).toBe('failed')
})
