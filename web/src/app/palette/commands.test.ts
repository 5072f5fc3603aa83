import { expect, it } from 'vitest'
import { findCommands } from './commands.ts'

const commands = ['Holdings', 'Meridian Registrars - Accounts', 'Nordhafen Custody - Accounts'].map(
  (label) => ({ label }),
)
const found = (typed: string) => findCommands(commands, typed).map(({ label }) => label)

it('finds nothing where a typed word begins none', () => {
  expect(found('mer burn')).toEqual([])
})

it('finds by the beginnings of words, in any order and case', () => {
  expect(found('acc MER')).toEqual(['Meridian Registrars - Accounts'])
})

it('finds a name without its accents', () => {
  const rhone = { label: 'Rhône Registrars - Accounts' }
  expect(findCommands([rhone], 'rhone acc')).toEqual([rhone])
})

it('finds by further words that are not shown', () => {
  const lending = { label: 'Create Sec. Lend Transfer', keywords: 'securities lending loan' }
  expect(findCommands([lending], 'create loan')).toEqual([lending])
  expect(findCommands([lending], 'lent')).toEqual([])
})

it('offers everything before anything is typed', () => {
  expect(found('  ')).toHaveLength(3)
})
