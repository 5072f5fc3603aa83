import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConsequencesPanel } from './ConsequencesPanel.tsx'

it('shows each of three legs that read alike, and each of their notes', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const leg = 'You deliver 100 Hanse 2034.'
  const note = 'Available 300, then 200'
  const steps = [{ when: 'Now', text: 'You earmark it.', notes: [note, note, note] }]
  const { rerender } = render(<ConsequencesPanel consequences={{ legs: [leg, leg, leg], steps }} />)
  rerender(<ConsequencesPanel consequences={{ legs: ['Another one.', leg, leg, leg], steps }} />)
  expect(screen.getAllByText(leg)).toHaveLength(3)
  expect(screen.getAllByText(note)).toHaveLength(3)
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
