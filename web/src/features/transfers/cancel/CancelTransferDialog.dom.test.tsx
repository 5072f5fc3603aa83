import type { Transfer } from '@connex/protocol'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press, settle, type } from '../../../../test/press.ts'
import { OWN_TENANT, renderScreen } from '../../../../test/screen.tsx'
import { createDesk, legOf, OTHER, REGISTRAR, transferOf } from '../../../../test/transfers.ts'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { transferQuery } from '../shared/transferQueries.ts'
import CancelTransferDialog from './CancelTransferDialog.tsx'

for (const messages of [transactions, transfers, dealForms]) addMessages(messages)

const confirmed = { senderConfirmed: true, receiverConfirmed: true }
const matched = transferOf('1', { state: 'PENDING_CUSTODIAN', legs: [legOf(confirmed)] })
const asRegistrar = transferOf('1', {
  legs: [legOf({ ...confirmed, sender: OTHER, receiver: REGISTRAR, registrar: OWN_TENANT })],
})

async function renderCancel(transfer: Transfer) {
  const log: string[] = []
  const world = createDesk()
  const { client, queries } = world
  await renderScreen(<CancelTransferDialog transfer={transfer} onClose={() => log.push('close')} />, world)
  await settle(20)
  const change = (now: Transfer) =>
    act(async () => void queries.setQueryData(transferQuery(client, transfer.deliveryId).queryKey, now))
  return { log, world, change }
}

it('cancels alone what is not yet matched, after the ledger’s check', async () => {
  const { world } = await renderCancel(transferOf('1', { legs: [legOf({ receiverConfirmed: false })] }))
  expect(screen.getByText('Cancel this transfer?')).toBeTruthy()
  expect(screen.getByText(/canceled immediately, and any earmark for it is released/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel transfer' })).toBeTruthy()
  expect(await screen.findByText('The ledger check could not run')).toBeTruthy()
  expect(world.arrived.map(({ name }) => name)).not.toContain('publishRawTx')
})

it('requests what both sides have confirmed, with the day from which it ends alone', async () => {
  await renderCancel(matched)
  expect(screen.getByText('Request cancellation?')).toBeTruthy()
  expect(screen.getByText(/so Baltic must agree/)).toBeTruthy()
  expect(screen.getByText(/^It expires on/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Request cancellation' })).toBeTruthy()
})

it('agrees to what the other side has requested', async () => {
  await renderCancel({
    ...matched,
    cancelVotes: [{ tenant: OTHER, at: 1, reasonFp: '0x0' }],
  } as unknown as Transfer)
  expect(screen.getByText('Agree to the cancellation?')).toBeTruthy()
  expect(screen.getByText(/Baltic has requested cancellation/)).toBeTruthy()
})

it('refuses as custodian only with a reason: nothing is checked before there is one', async () => {
  await renderCancel(asRegistrar)
  expect(screen.getByText('Refuse this transfer?')).toBeTruthy()
  await type(/^Reason/, '   ')
  await settle(20)
  expect(screen.queryByText(/ledger check/)).toBeNull()
  await type(/^Reason/, 'Wrong account')
  expect(await screen.findByText('The ledger check could not run')).toBeTruthy()
})

it('signs nothing of a transfer that was canceled meanwhile, and says by whom', async () => {
  const { change } = await renderCancel(matched)
  await change(
    transferOf('1', {
      deliveryState: 'CANCELED',
      state: 'CANCELED',
      canceledBy: OTHER,
      wasRefused: false,
      legs: [legOf(confirmed)],
    }),
  )
  expect(await screen.findByText('This transfer has changed')).toBeTruthy()
  expect(screen.getAllByText(/^Baltic canceled this transfer\./).length).toBeGreaterThan(0)
  expect(screen.queryByText(/must agree/)).toBeNull()
})

it('drops a reason only once its user wants that', async () => {
  const { log } = await renderCancel(matched)
  await type(/^Reason/, 'Wrong account')
  await press('Keep transfer')
  expect(log).toEqual([])
  await type(/^Reason/, '')
  await press('Keep transfer')
  expect(log).toEqual(['close'])
})
