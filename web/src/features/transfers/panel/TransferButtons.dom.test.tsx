import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press } from '../../../../test/press.ts'
import { createWorld, renderScreen, type World } from '../../../../test/screen.tsx'
import { legOf, OTHER, transferOf } from '../../../../test/transfers.ts'
import { tenantsQuery } from '../../../lib/tenants.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { TransferButtons } from './TransferButtons.tsx'

addMessages(transactions)
addMessages(transfers)

function worldOf(): World {
  const world = createWorld()
  world.queries.setQueryData(tenantsQuery(world.client).queryKey, [
    { name: 'Baltic', address: OTHER },
  ] as never)
  return world
}

async function renderButtons(more: object = {}, world = worldOf()) {
  const log: string[] = []
  await renderScreen(
    <TransferButtons
      transfer={transferOf('1', more)}
      onAction={(action, { deliveryId }) => log.push(`${action} ${deliveryId.slice(2, 3)}`)}
    />,
    world,
  )
  const buttons = screen.getAllByRole('button').map((button) => ({
    label: button.textContent,
    variant: button.dataset['variant'],
    isDisabled: button.getAttribute('aria-disabled') === 'true' || (button as HTMLButtonElement).disabled,
  }))
  return { log, buttons }
}

it('offers the next step last and as the next step, after what else can be done', async () => {
  const { log, buttons } = await renderButtons()
  const last = buttons.at(-1)
  expect(last).toMatchObject({ label: 'Confirm Delivery', variant: 'next' })
  expect(buttons.slice(0, -1).every(({ variant }) => variant === 'secondary')).toBe(true)
  expect(buttons.map(({ label }) => label)).toContain('Cancel')
  await press('Confirm Delivery')
  await press('Cancel')
  expect(log).toEqual(['confirm 1', 'cancel 1'])
})

it('says why nothing can be done by a user who may only read', async () => {
  const world = worldOf()
  world.viewer.user = { ...world.viewer.user, privileges: [] }
  const { log, buttons } = await renderButtons({}, world)
  expect(buttons.every(({ isDisabled }) => isDisabled)).toBe(true)
  await press('Confirm Delivery')
  expect(log).toEqual([])
})

it('says what must come first where a payment is owed that cannot be given yet', async () => {
  const cash = legOf({
    legIdx: 1,
    legType: 'EXTERNAL',
    registrar: '0x0000000000000000000000000000000000000000',
  })
  const legs = [
    legOf({ sender: OTHER, receiver: cash.sender, receiverConfirmed: true, senderConfirmed: false }),
    cash,
  ]
  const { buttons } = await renderButtons({ transferType: 'REPO', state: 'PENDING_COUNTERPARTY', legs })
  expect(buttons.map(({ label, isDisabled }) => [label, isDisabled])).toContainEqual([
    'Confirm Payment SentThe securities must be earmarked first.',
    true,
  ])
})

it('offers only a copy once it is over', async () => {
  const { log, buttons } = await renderButtons({ deliveryState: 'SETTLED', state: 'SETTLED' })
  expect(buttons.some(({ label }) => label === 'Cancel' || label.startsWith('Confirm'))).toBe(false)
  await press(/copy/i)
  expect(log).toEqual(['copy 1'])
})

it('offers to return a repo that has opened, and none of its returns', async () => {
  const settled = { transferType: 'REPO', deliveryState: 'SETTLED', state: 'SETTLED' }
  const labels = async (openingDeliveryId: string | null) => {
    const { buttons } = await renderButtons({ ...settled, openingDeliveryId })
    cleanup()
    return buttons.map(({ label }) => label)
  }
  expect(await labels(null)).toContain('Create Return')
  expect(await labels(`0x${'2'.repeat(64)}`)).not.toContain('Create Return')
})
