import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type } from '../../../test/press.ts'
import { createWorld, pageOf, renderScreen } from '../../../test/screen.tsx'
import { SessionContext, type CurrentSession } from '../../session/useSession.ts'
import CommandPalette from './CommandPalette.tsx'

const CUSTODIAN = { key: 'manager:meridian', label: 'Meridian' }
const current = { session: { custodians: [CUSTODIAN] } } as unknown as CurrentSession

async function renderPalette() {
  const log: string[] = []
  const world = createWorld({
    transfers: pageOf([]),
    positions: pageOf([]),
    registryInstruments: pageOf([]),
    tenants: pageOf([]),
  })
  const screenOf = await renderScreen(
    <SessionContext value={current}>
      <CommandPalette onClose={() => log.push('close')} onKeys={() => log.push('keys')} />
    </SessionContext>,
    world,
  )
  return { ...screenOf, log }
}

const FIELD = 'Search transfers, ISINs, screens…'
const field = () => screen.getByRole('combobox')
const key = (name: string) => act(async () => void fireEvent.keyDown(field(), { key: name }))
const options = () => screen.getAllByRole('option')
const active = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true')
const labels = () => options().map((option) => option.textContent)

it('reads only the transfers that wait for the user’s tenant while nothing is typed', async () => {
  const { world } = await renderPalette()
  const lists = () => world.arrived.filter(({ name }) => name === 'transfers')
  await vi.waitFor(() => expect(lists()).toHaveLength(1))
  expect(lists()[0]?.url.searchParams.get('waiting')).toBe('true')
})

it('begins with the first command, walks down and up, and around the ends', async () => {
  await renderPalette()
  const last = options().length - 1
  expect(active()).toBe(0)
  await key('ArrowDown')
  await key('ArrowDown')
  expect(active()).toBe(2)
  await key('ArrowUp')
  expect(active()).toBe(1)
  await key('ArrowUp')
  await key('ArrowUp')
  expect(active()).toBe(last)
  await key('ArrowDown')
  expect(active()).toBe(0)
  expect(field().getAttribute('aria-activedescendant')).toBe(options()[0]?.id)
})

it('finds commands by the beginnings of their words, the custodians’ too, and starts again at the first', async () => {
  await renderPalette()
  await key('ArrowDown')
  await type(FIELD, 'mer acc')
  expect(labels()).toEqual(['Meridian - Accounts'])
  expect(active()).toBe(0)
  await type(FIELD, 'burn')
  expect(labels().join()).toContain('Meridian')
})

it('runs a command by Enter or a click, and closes first', async () => {
  const { log, address } = await renderPalette()
  await type(FIELD, 'keyboard')
  await key('Enter')
  expect(log).toEqual(['close', 'keys'])
  await type(FIELD, 'holdings')
  await act(async () => void fireEvent.click(options()[0] ?? document.body))
  expect(log).toEqual(['close', 'keys', 'close'])
  expect(address()).toBe('/holdings')
})

it('says that nothing was found, or that more letters are needed to search', async () => {
  await renderPalette()
  await type(FIELD, 'zzzz')
  expect(screen.queryAllByRole('option')).toEqual([])
  await key('Enter')
  await key('ArrowDown')
  expect(await screen.findByText(/zzzz/)).toBeTruthy()
  await type(FIELD, 'z')
  expect(screen.getByText(/at least/)).toBeTruthy()
})
