import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Column } from '../../lib/table/Column.ts'
import { allLocally, pageLocally } from '../../lib/table/pageLocally.ts'
import { initialTableState, type TableState } from '../../lib/table/TableState.ts'
import { app } from '../../messages/en/app.ts'
import { addMessages } from '../../messages/t.ts'
import { press, settle } from '../../../test/press.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

addMessages(app)

type Row = { id: string; name: string; quantity: number; state: string }

const ROWS: Row[] = [
  { id: 'a', name: 'Alpen 2031', quantity: 5, state: 'OPEN' },
  { id: 'b', name: 'Baltic 2029', quantity: 7, state: 'OPEN' },
  { id: 'c', name: 'Cedar 2027', quantity: 2, state: 'DONE' },
]
const OPTIONS = [
  { value: 'OPEN', label: 'Open' },
  { value: 'DONE', label: 'Done' },
]
const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    text: ({ name }) => name,
    width: 200,
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'quantity',
    header: 'Quantity',
    text: ({ quantity }) => String(quantity),
    width: 90,
    isNumeric: true,
    filter: { kind: 'quantity', pill: 'Quantity' },
    isInPanel: true,
  },
  {
    id: 'state',
    header: 'State',
    text: ({ state }) => OPTIONS.find(({ value }) => value === state)?.label ?? '',
    width: 90,
    filter: { kind: 'choice', options: OPTIONS, valueFor: ({ state }) => state },
  },
  { id: 'id', header: 'Id', text: ({ id }) => id, width: 60, isHiddenAtFirst: true },
]

const rowId = ({ id }: Row) => id

async function renderTable(more: Partial<DataTableProps<Row>> = {}, initial: Partial<TableState> = {}) {
  const states: TableState[] = []
  function Table() {
    const [state, setState] = useState<TableState>({ ...initialTableState, itemsPerPage: 10, ...initial })
    const answer = {
      page: pageLocally(ROWS, COLUMNS, state),
      readAll: async () => allLocally(ROWS, COLUMNS, state),
    }
    return (
      <DataTable
        id="test"
        name="Papers"
        columns={COLUMNS}
        rowId={rowId}
        answer={answer}
        state={state}
        onStateChange={(next) => {
          states.push(next)
          setState(next)
        }}
        empty={{ title: 'Nothing yet', text: 'Papers appear here.' }}
        {...more}
      />
    )
  }
  const result = render(<Table />)
  await settle()
  return { ...result, states }
}

const names = () => [...document.querySelectorAll('tbody tr[data-row] td')].map((cell) => cell.textContent)
const headers = () => [...document.querySelectorAll('th')].map((header) => header.textContent.trim())

it('shows the rows, without the columns that are hidden at first', async () => {
  await renderTable()
  expect(names()).toEqual(['Alpen 2031', '5', 'Open', 'Baltic 2029', '7', 'Open', 'Cedar 2027', '2', 'Done'])
  expect(headers()).toEqual(['Name', 'Quantity', 'State'])
  expect(screen.getByText('1–3 of 3')).toBeTruthy()
  expect(screen.queryByText('Nothing yet')).toBeNull()
})

it('says that there is nothing yet, and how to begin', async () => {
  const empty = {
    title: 'Nothing yet',
    text: 'Papers appear here.',
    action: <button type="button">Create</button>,
  }
  await renderTable({ answer: { page: { items: [], totalItemCount: 0 } }, empty })
  expect(await screen.findByText('Nothing yet')).toBeTruthy()
  expect(screen.getByText('Papers appear here.')).toBeTruthy()
  expect(screen.getByText('Create')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

it('says that nothing was found, and clears the search and the filters', async () => {
  const { states } = await renderTable({}, { search: 'zzz', filters: { state: ['DONE'] } })
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
  await press('Clear search and filters')
  expect(states.at(-1)).toMatchObject({ search: '', filters: {}, page: 1 })
  expect(names()).toHaveLength(9)
})

it('says that a page is past the end, and goes to the first', async () => {
  const { states } = await renderTable({}, { page: 9 })
  await press(/first page/i)
  expect(states.at(-1)?.page).toBe(1)
  expect(names()).toHaveLength(9)
})

it('shows a failure in place of the rows, or above those that it still has', async () => {
  const onRetry = vi.fn<() => void>()
  const error = {
    title: 'No answer',
    consequence: 'Nothing was changed.',
    advice: 'The server is away.',
    code: 'unreachable',
  }
  const { unmount } = await renderTable({ answer: { page: undefined, error, onRetry } })
  expect(screen.getByText('No answer')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
  await press('Try again')
  expect(onRetry).toHaveBeenCalledOnce()
  unmount()
  await renderTable({ answer: { page: { items: ROWS, totalItemCount: 3 }, error, onRetry } })
  expect(screen.getByText('No answer')).toBeTruthy()
  expect(names()).toHaveLength(9)
})

it('shows an outline while the first answer is loading', async () => {
  await renderTable({ answer: { page: undefined } })
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  expect(document.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(8)
})

it('opens a row by a click, and never for a control in it', async () => {
  const { states } = await renderTable({ canOpenRows: true, rowActions: () => [] })
  await act(async () => fireEvent.click(screen.getByText('Baltic 2029')))
  expect(states.at(-1)?.openRowId).toBe('b')
  await act(async () =>
    fireEvent.click(screen.getAllByRole('button', { name: /actions/i })[0] ?? document.body),
  )
  expect(states).toHaveLength(1)
})

it('hides beside an open panel what the panel shows too', async () => {
  await renderTable({ panel: <aside>Panel</aside> })
  expect(headers()).toEqual(['Name', 'State'])
  expect(screen.getByText('Panel')).toBeTruthy()
})

it('selects rows over pages, and ends the selection with another query', async () => {
  const onSelect = vi.fn<(ids: string[]) => void>()
  const bulkActions = (rows: readonly Row[], clear: () => void) => [
    { id: 'go', label: 'Go', onSelect: () => (onSelect(rows.map(rowId)), clear()) },
  ]
  await renderTable({ bulkActions, rowActions: () => [] })
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  await act(async () => fireEvent.click(boxes()[1] ?? document.body))
  await act(async () => fireEvent.click(boxes()[3] ?? document.body, { shiftKey: true }))
  await settle()
  await press('Go')
  expect(onSelect).toHaveBeenLastCalledWith(['a', 'b', 'c'])
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(0)
  await act(async () => fireEvent.click(boxes()[0] ?? document.body))
  await settle()
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(4)
})

it('sorts by a header, one way and the other', async () => {
  const { states } = await renderTable()
  const header = within(screen.getByRole('columnheader', { name: /Name/ })).getAllByRole('button')[0]
  await act(async () => fireEvent.click(header ?? document.body))
  expect(states.at(-1)?.sort).toEqual({ column: 'name', order: 'asc' })
  await act(async () => fireEvent.click(header ?? document.body))
  expect(states.at(-1)?.sort).toEqual({ column: 'name', order: 'desc' })
  expect(names()[0]).toBe('Cedar 2027')
})

it('turns pages, and begins at the first with another number of rows', async () => {
  const page = { items: ROWS, totalItemCount: 23 }
  const { states } = await renderTable({ answer: { page } }, { page: 2 })
  expect(screen.getByText('11–13 of 23')).toBeTruthy()
  await press('Previous page')
  expect(states.at(-1)?.page).toBe(1)
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Items per page'), { target: { value: '25' } }),
  )
  expect(states.at(-1)).toMatchObject({ page: 1, itemsPerPage: 25 })
})

it('offers a file only of rows that can be read', async () => {
  const { unmount } = await renderTable({ answer: { page: { items: ROWS, totalItemCount: 3 } } })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  unmount()
  await renderTable()
  await press('Export')
  expect(await screen.findByText('All 3 rows, visible columns')).toBeTruthy()
  expect(screen.getAllByRole('menuitem')).toHaveLength(2)
})

it('shows a hidden column, and moves one past its neighbor', async () => {
  await renderTable()
  await press('Columns')
  await press('Id', 'checkbox')
  expect(headers()).toEqual(['Name', 'Quantity', 'State', 'Id'])
  await press('Move State up')
  expect(headers()).toEqual(['Name', 'State', 'Quantity', 'Id'])
  await press('Move Name down')
  expect(headers()).toEqual(['State', 'Name', 'Quantity', 'Id'])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move State up' }).disabled).toBe(true)
  for (const name of ['State', 'Name', 'Quantity', 'Id']) await press(name, 'checkbox')
  expect(headers()).toEqual(['Id'])
})

it('resizes a column while the pointer is held, wherever it goes, and within limits', async () => {
  const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  await renderTable()
  const handle = document.querySelector('th [class*=resize]') ?? document.body
  const width = () => JSON.parse(localStorage.getItem('connex.table.test') ?? '{}') as { widths?: object }
  await act(async () => void fireEvent.pointerDown(handle, { pointerId: 7, clientX: 200 }))
  expect(capture).toHaveBeenCalledExactlyOnceWith(7)
  await act(async () => void fireEvent.pointerMove(handle, { clientX: 260 }))
  expect(width().widths).toEqual({ name: 260 })
  await act(async () => void fireEvent.pointerMove(handle, { clientX: -900 }))
  expect(width().widths).toEqual({ name: 64 })
  await act(async () => void fireEvent.pointerUp(handle))
  await act(async () => void fireEvent.pointerMove(handle, { clientX: 400 }))
  expect(width().widths).toEqual({ name: 64 })
})

it('sorts cards by what a column head would sort them by, and keeps the keys of the list from the grid', async () => {
  const { states } = await renderTable({ panel: <p>One paper</p>, card: ({ name }) => name })
  const list = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Usual order', 'Name'])
  expect(fireEvent.keyDown(list, { key: 'ArrowDown' })).toBe(true)
  fireEvent.change(list, { target: { value: 'name' } })
  expect(states.at(-1)?.sort).toEqual({ column: 'name', order: 'asc' })
  await press('Sort descending')
  expect(states.at(-1)?.sort).toEqual({ column: 'name', order: 'desc' })
  fireEvent.change(list, { target: { value: '' } })
  expect(states.at(-1)?.sort).toBeUndefined()
})
