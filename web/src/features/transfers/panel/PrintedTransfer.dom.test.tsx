import { beforeEach, expect, it, vi } from 'vitest'
import { press } from '../../../../test/press.ts'
import { renderScreen } from '../../../../test/screen.tsx'
import { createDesk, transferOf } from '../../../../test/transfers.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import PrintButton from './PrintedTransfer.tsx'

addMessages(transactions)
addMessages(transfers)
beforeEach(() => void vi.stubGlobal('print', () => undefined))

async function paperOf(more: object): Promise<string> {
  const settled = { deliveryState: 'SETTLED', state: 'SETTLED', closedTxHash: null, createdByUser: null }
  const printed = transferOf('1', { ...settled, ...more })
  await renderScreen(<PrintButton transfer={printed} terms={[]} reasons={new Map()} />, createDesk())
  await press('Print confirmation')
  return document.querySelector('body > main')?.textContent ?? ''
}

const OPENING = `0x${'2'.repeat(64)}`

it('names its delivery, and the opening of its deal, by their whole ids', async () => {
  const paper = await paperOf({ openingDeliveryId: OPENING })
  expect(paper).toContain(`0x${'1'.repeat(64)}`)
  expect(paper).toContain(`Delivery id of the opening${OPENING}`)
})

it('names no opening of a transfer that belongs to no deal', async () => {
  const paper = await paperOf({})
  expect(paper).toContain(`0x${'1'.repeat(64)}`)
  expect(paper).not.toContain('opening')
})
