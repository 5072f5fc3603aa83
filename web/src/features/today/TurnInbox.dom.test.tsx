import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { press } from '../../../test/press.ts'
import { createWorld, OWN_TENANT } from '../../../test/screen.tsx'
import { NOW, transferOf } from '../../../test/transfers.ts'
import { ViewerContext } from '../../lib/Viewer.ts'
import { transactions } from '../../messages/en/transactions.ts'
import { addMessages } from '../../messages/t.ts'
import { TurnInbox, type TurnActions } from './TurnInbox.tsx'
import { turnOf, type Turn } from './turns.ts'

addMessages(transactions)

const world = createWorld()
const turns = ['1', '2', '3'].map((id) => turnOf(transferOf(id), OWN_TENANT, NOW))

function renderInbox(shown: readonly Turn[], more: Partial<TurnActions> = {}) {
  const log: string[] = []
  const nameOf = (id: string | undefined) => id?.slice(2, 3) ?? 'none'
  const inbox = (rows: readonly Turn[], openId?: string) => (
    <QueryClientProvider client={world.queries}>
      <ViewerContext value={world.viewer}>
        <TurnInbox
          turns={rows}
          now={NOW}
          empty={<p>Nothing waits</p>}
          openId={openId}
          onOpen={(id) => log.push(`open ${nameOf(id)}`)}
          onAct={(kind, { deliveryId }) => log.push(`${kind} ${nameOf(deliveryId)}`)}
          renderTrack={() => null}
          readOnlyReason={() => undefined}
          {...more}
        />
      </ViewerContext>
    </QueryClientProvider>
  )
  const { rerender } = render(inbox(shown))
  return { log, show: (rows: readonly Turn[], openId?: string) => rerender(inbox(rows, openId)) }
}

const key = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))
const rowOf = (id: string) => document.querySelector(`[data-id^="0x${id}"]`)

it('says what comes next where nothing waits', () => {
  renderInbox([])
  expect(screen.getByText('Nothing waits')).toBeTruthy()
})

it('says what to do, with whom, how much and since when', () => {
  renderInbox(turns)
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Confirm delivery')
  expect(first?.textContent).toContain('Alpen 2031 · Deal 1')
  expect(first?.textContent).toContain('5,000 units')
  expect(first?.textContent).toContain('waiting 2 h')
})

it('opens a row, and confirms what its button says', async () => {
  const { log } = renderInbox(turns)
  await act(async () => void fireEvent.click(screen.getAllByText('Confirm delivery')[1] ?? document.body))
  await act(async () => void fireEvent.click(screen.getAllByText('Confirm Delivery')[2] ?? document.body))
  expect(log).toEqual(['open 2', 'confirm 3'])
})

it('confirms nothing that the user must not act on, by its button or its key', async () => {
  const { log } = renderInbox([turns[0] as Turn], { readOnlyReason: () => 'Read only' })
  await press('Confirm Delivery')
  await key('c')
  expect(log).toEqual([])
})

it('moves by J and K from the first row, stops at the ends, and acts on the active row', async () => {
  const { log } = renderInbox(turns)
  await key('j')
  expect(rowOf('1')?.contains(document.activeElement)).toBe(true)
  await key('j')
  await key('j')
  await key('j')
  expect(rowOf('3')?.contains(document.activeElement)).toBe(true)
  await key('k')
  await key('c')
  expect(log).toEqual(['confirm 2'])
})

it('follows the open panel with the arrows, and closes it with Escape', async () => {
  const { log, show } = renderInbox(turns)
  await key('j')
  show(turns, turns[0]?.opens)
  await key('ArrowDown')
  await key('ArrowUp')
  await key('Escape')
  expect(log).toEqual(['open 2', 'open 1', 'open none'])
})

it('marks the first row’s button as the next step, unless a panel is open', () => {
  const { show } = renderInbox(turns)
  const variants = () =>
    screen.getAllByText('Confirm Delivery').map((text) => text.closest('button')?.dataset['variant'])
  expect(variants()).toEqual(['next', 'secondary', 'secondary'])
  show(turns, turns[1]?.opens)
  expect(variants()).toEqual(['secondary', 'secondary', 'secondary'])
})

it('folds away a row that is done, which can no longer be used, and then removes it', async () => {
  const { show } = renderInbox(turns)
  show(turns.slice(1))
  expect(rowOf('1')?.hasAttribute('inert')).toBe(true)
  expect(rowOf('2')?.hasAttribute('inert')).toBe(false)
  await act(async () => void fireEvent.animationEnd(rowOf('1') ?? document.body))
  expect(rowOf('1')).toBeNull()
  expect(rowOf('2')).not.toBeNull()
})
