import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { press, settle, type } from '../../../../test/press.ts'
import type { FilterField } from '../../../lib/table/Column.ts'
import { initialTableState, type TableState } from '../../../lib/table/TableState.ts'
import { app } from '../../../messages/en/app.ts'
import { tableTools } from '../../../messages/en/table/tableTools.ts'
import { addMessages } from '../../../messages/t.ts'
import { FilterBar } from './FilterBar.tsx'

addMessages(app)
addMessages(tableTools)

const FIELDS: readonly FilterField[] = [
  { id: 'name', label: 'Name', kind: 'text' },
  { id: 'quantity', label: 'Quantity', kind: 'quantity', pill: 'Quantity' },
  {
    id: 'state',
    label: 'State',
    kind: 'choice',
    pill: 'State',
    options: [
      { value: 'OPEN', label: 'Open' },
      { value: 'DONE', label: 'Done' },
    ],
  },
  { id: 'due', label: 'Due', kind: 'day', zone: 'utc' },
]

function renderBar(filters: TableState['filters'] = {}, fields = FIELDS) {
  const states: TableState[] = []
  function Bar() {
    const [state, setState] = useState<TableState>({ ...initialTableState, page: 3, filters })
    const change = (next: TableState) => {
      states.push(next)
      setState(next)
    }
    return <FilterBar fields={fields} state={state} onStateChange={change} count={1284} />
  }
  return { ...render(<Bar />), states, last: () => states.at(-1)?.filters }
}

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

it('shows nothing where nothing can be filtered', () => {
  expect(renderBar({}, []).container.innerHTML).toBe('')
})

it('has a pill for each usual filter that is not active, and one button for all', () => {
  renderBar()
  expect(buttons()).toEqual(['Quantity', 'State', 'Filter'])
  expect(screen.getByText('Filter').dataset['on']).toBeUndefined()
})

it('has a chip for each active filter, in words, which removes it', async () => {
  const { last } = renderBar({
    name: ['contains:Alp'],
    state: ['OPEN', 'DONE', 'GONE'],
    due: ['at-least:2026-11-23', 'at-most:2026-11-27'],
  })
  expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
    'Name: contains Alp',
    'State: Open, Done, GONE',
    expect.stringMatching(/^Due: .*2026.*2026/),
  ])
  expect(buttons()).toContain('Quantity')
  expect(buttons()).not.toContain('State')
  expect(screen.getByText('Filter').dataset['on']).toBe('true')
  await press('Remove the filter on State')
  expect(last()).toEqual({ name: ['contains:Alp'], due: ['at-least:2026-11-23', 'at-most:2026-11-27'] })
})

it('opens and closes the editor of one filter, or of all', async () => {
  renderBar()
  await press('Quantity')
  expect(await screen.findByRole('group', { name: 'Quantity' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Name' })).toBeNull()
  await press('Filter')
  expect(await screen.findByRole('group', { name: 'Name' })).toBeTruthy()
  expect(screen.getByText('Show 1,284 rows')).toBeTruthy()
})

it('applies a quantity that is one, once typing pauses or ends, and from the first page', async () => {
  const { states, last } = renderBar()
  await press('Quantity')
  await type('At least', '1,5oo')
  await settle(450)
  expect(states).toEqual([])
  const field = screen.getByLabelText<HTMLInputElement>('At least')
  await act(async () => void fireEvent.blur(field))
  expect(states).toEqual([])
  expect(field.value).toBe('1,5oo')
  await type('At least', '1,500')
  expect(states).toEqual([])
  await settle(450)
  expect(last()).toEqual({ quantity: ['at-least:1500'] })
  expect(states.at(-1)?.page).toBe(1)
  await type('At most', '2000')
  await act(async () => void fireEvent.keyDown(screen.getByLabelText('At most'), { key: 'Enter' }))
  expect(last()).toEqual({ quantity: ['at-least:1500', 'at-most:2000'] })
  await settle(450)
  expect(states).toHaveLength(2)
  await type('At least', '')
  await act(async () => void fireEvent.blur(field))
  expect(last()).toEqual({ quantity: ['at-most:2000'] })
})

it('compares a text as the operator says, and nothing while there is no text', async () => {
  const { states, last } = renderBar({ name: ['is:Alpen'] })
  await press('Name: is Alpen')
  const operator = await screen.findByRole('combobox')
  await act(async () => void fireEvent.change(operator, { target: { value: 'starts' } }))
  expect(last()).toEqual({ name: ['starts:Alpen'] })
  await type('Name', '  ')
  await act(async () => void fireEvent.blur(screen.getByRole('textbox')))
  expect(last()).toEqual({})
  await act(async () => void fireEvent.change(operator, { target: { value: 'contains' } }))
  expect(states).toHaveLength(2)
  await type('Name', ' Bal ')
  await act(async () => void fireEvent.blur(screen.getByRole('textbox')))
  expect(last()).toEqual({ name: ['contains:Bal'] })
})
