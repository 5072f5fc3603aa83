import { beforeEach, expect, it } from 'vitest'
import { clearToasts, dismissToast, readToasts, showToast, updateToast } from './toasts.ts'

const titles = () => readToasts().map(({ title }) => title)

beforeEach(clearToasts)

it('does not bring back a toast of a session that has ended', () => {
  const id = showToast({ tone: 'progress', title: '3 of 8 done' })
  clearToasts()
  updateToast(id, { tone: 'danger', title: '3 confirmed, 5 failed' })
  expect(titles()).toEqual([])
})

it('shows the end of what the user dismissed', () => {
  const id = showToast({ tone: 'progress', title: '3 of 8 done' })
  dismissToast(id)
  updateToast(id, { tone: 'success', title: '8 confirmed' })
  expect(titles()).toEqual(['8 confirmed'])
})

it('shows the next session what it does', () => {
  clearToasts()
  showToast({ tone: 'success', title: 'Transfer confirmed' })
  expect(titles()).toEqual(['Transfer confirmed'])
})
