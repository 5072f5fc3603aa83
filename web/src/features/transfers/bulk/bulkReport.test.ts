import type { Address, Transfer } from '@connex/protocol'
import { beforeEach, expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { bulk } from '../../../messages/en/bulk.ts'
import { addMessages } from '../../../messages/t.ts'
import { clearToasts, dismissToast, readToasts } from '../../../ui/toast/toasts.ts'
import { createBulkReport, reportToast } from './bulkReport.ts'

addMessages(app)
addMessages(bulk)

beforeEach(clearToasts)

const nameOf = () => 'Rhône Capital'
const transfer = (deliveryId: string) =>
  ({ deliveryId, transferType: 'FOP', counterpartyAddr: '0x02' as Address }) as unknown as Transfer

it('D6: after the dialog has closed, a toast names each failure and its reason', () => {
  const rows = [
    { state: 'done', text: 'Transfer confirmed', transfer: transfer('0x1') },
    { state: 'failed', text: 'Rhône Capital canceled this transfer.', transfer: transfer('0x2') },
  ] as const
  expect(reportToast('confirm', rows, { count: 2, hasEnded: true, nameOf })).toEqual({
    tone: 'danger',
    title: '1 confirmed, 1 failed',
    text: 'FoP with Rhône Capital (0x2): Rhône Capital canceled this transfer.',
  })
})

it('names three failures, and counts the others', () => {
  const rows = ['0x1', '0x2', '0x3', '0x4', '0x5'].map((id) => ({
    state: 'failed' as const,
    text: `${id} failed.`,
    transfer: transfer(id),
  }))
  const { title, text } = reportToast('confirm', rows, { count: 5, hasEnded: true, nameOf })
  expect(title).toBe('0 confirmed, 5 failed')
  expect(text).toMatch(/0x1 failed\..*0x2 failed\..*0x3 failed\. And 2 more\.$/)
})

it('shows nothing while the dialog is open, then how far they are, then the end', () => {
  const report = createBulkReport('confirm', nameOf)
  report.show()
  expect(readToasts()).toEqual([])
  report.start(2)
  report.change(transfer('0x1'), { state: 'done', text: '' })
  expect(readToasts()).toEqual([])
  report.show()
  expect(readToasts()).toMatchObject([{ tone: 'progress', text: '1 of 2 done' }])
  report.change(transfer('0x2'), { state: 'done', text: '' })
  report.end()
  expect(readToasts()).toMatchObject([{ tone: 'success', title: '2 confirmed' }])
})

it('once dismissed, comes back only with the outcome', () => {
  clearToasts()
  const report = createBulkReport('confirm', nameOf)
  report.start(1)
  report.show()
  for (const { id } of readToasts()) dismissToast(id)
  report.change(transfer('0x1'), { state: 'failed', text: 'The ledger could not be reached' })
  expect(readToasts()).toEqual([])
  report.end()
  expect(readToasts()).toMatchObject([{ tone: 'danger', title: '0 confirmed, 1 failed' }])
})
