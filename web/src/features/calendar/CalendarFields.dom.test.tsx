import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { settle, type } from '../../../test/press.ts'
import { calendarsDialog } from '../../messages/en/desk/calendarsDialog.ts'
import { textFile } from '../../messages/en/forms/textFile.ts'
import { addMessages } from '../../messages/t.ts'
import { CalendarFields } from './CalendarFields.tsx'
import type { CalendarDraft } from './calendarImport.ts'

addMessages(calendarsDialog)
addMessages(textFile)

type Checked = Parameters<typeof CalendarFields>[0]['checked']

function renderFields(checked: Partial<Checked> = {}) {
  const changes: Partial<CalendarDraft>[] = []
  function Fields() {
    const [draft, setDraft] = useState<CalendarDraft>({ currency: 'USD', text: '', until: '' })
    const change = (part: Partial<CalendarDraft>) => {
      changes.push(part)
      setDraft({ ...draft, ...part })
    }
    return <CalendarFields draft={draft} checked={checked} onChange={change} />
  }
  render(<Fields />)
  return { changes }
}

const choose = async (file: File) => {
  const input = document.querySelector('input[type=file]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
  await settle(5)
}
const state = () => document.querySelector<HTMLElement>('[data-state]')?.dataset['state']

it('takes the lines of a file, and names it', async () => {
  const { changes } = renderFields()
  expect(state()).toBe('empty')
  await choose(new File(['2026-12-24,Christmas Eve\n'], 'closed.csv'))
  expect(changes).toEqual([{ text: '2026-12-24,Christmas Eve\n' }])
  expect(screen.getByText('closed.csv')).toBeTruthy()
  expect(state()).toBe('chosen')
})

it('refuses a file that is not text, and leaves the lines as they were', async () => {
  const { changes } = renderFields()
  await choose(new File([new Uint8Array([0xff, 0xfe, 0x00, 0xd8])], 'closed.xlsx'))
  expect(changes).toEqual([])
  expect(state()).toBe('refused')
  expect(screen.getByText('closed.xlsx')).toBeTruthy()
  expect(screen.getByRole('status').textContent).not.toBe('')
})

it('takes pasted lines, and says what is wrong with them and with the last day', async () => {
  const { changes } = renderFields({ linesFault: 'Line 1 has no date.', untilFault: 'Too early.' })
  await type(/^Closed days/, 'tomorrow')
  expect(changes).toEqual([{ text: 'tomorrow' }])
  expect(screen.getByText('Line 1 has no date.')).toBeTruthy()
  expect(screen.getByText('Too early.')).toBeTruthy()
})
