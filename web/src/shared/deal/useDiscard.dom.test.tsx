import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '../../../test/press.ts'
import { useDiscard } from './useDiscard.tsx'

function Form({ isFilled, onClose }: { isFilled: boolean; onClose: () => void }) {
  const { close, question } = useDiscard(isFilled, onClose)
  return (
    <>
      <button onClick={close}>Cancel</button>
      {question}
    </>
  )
}

/** Whether the browser would ask before it leaves the page. */
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('a pristine form closes at once, and the page may be left', async () => {
  const onClose = vi.fn<() => void>()
  render(<Form isFilled={false} onClose={onClose} />)
  expect(wouldAsk()).toBe(false)
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
})

it('a filled-in form asks before it closes, and so does the browser until the form is empty again', async () => {
  const onClose = vi.fn<() => void>()
  const { rerender } = render(<Form isFilled onClose={onClose} />)
  expect(wouldAsk()).toBe(true)
  await press('Cancel')
  await press('Keep editing')
  expect(onClose).not.toHaveBeenCalled()
  await press('Cancel')
  await press('Discard')
  expect(onClose).toHaveBeenCalledOnce()
  rerender(<Form isFilled={false} onClose={onClose} />)
  expect(screen.queryByText('Discard')).toBeNull()
  expect(wouldAsk()).toBe(false)
})
