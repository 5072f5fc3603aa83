import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillIn, readSteps, takeNotes } from './page.ts'
import type { Notes } from './page.ts'

const steps = readSteps(readFileSync(join(import.meta.dirname, '../docs/going-live.md'), 'utf8'))

test('only the blocks of a host are commands', () => {
  expect(readSteps('```json\n{}\n```\n```sh\nls\n```')).toEqual([])
})

test('blocks for each tenant run together within a section, others alone', () => {
  const fence = (info: string) => `\`\`\`sh ${info}\ndate\n\`\`\`\n`
  const page = `## A\n${fence('operator')}${fence('tenant for each tenant')}${fence('operator server for each tenant')}## B\n${fence('tenant for each tenant')}`
  expect(readSteps(page).map(({ heading, blocks }) => [heading, blocks.length])).toEqual([
    ['A', 1],
    ['A', 2],
    ['B', 1],
  ])
  expect(readSteps(page)[1]?.blocks[1]).toMatchObject({ place: 'operator', isServer: true, text: 'date\n' })
})

test('a block may be for one kind of database alone', () => {
  const page = readSteps(
    '## A\n```sh bank-a on PostgreSQL\ndate\n```\n```sh bank-a embedded\ndate\n```\n```sh bank-a\ndate\n```',
  )
  expect(page.flatMap(({ blocks }) => blocks)).toMatchObject([
    { place: 'bank-a', engine: 'PostgreSQL' },
    { place: 'bank-a', engine: 'embedded' },
    { place: 'bank-a', engine: undefined },
  ])
})

test('a word in capitals becomes what was printed last for it, an unknown word stays', () => {
  const notes: Notes = new Map()
  takeNotes(notes, 'Invited: Alpenbank, invitation 3. Its token: a-B')
  takeNotes(notes, 'Invited: Baltic, invitation 4. Its token: c-D')
  expect(fillIn('register-tenant INVITATION TOKEN TENANT_ADDRESS', notes)).toBe(
    'register-tenant 4 c-D TENANT_ADDRESS',
  )
})

test('the page has a place of the consortium for each block, and both kinds of server', () => {
  const blocks = steps.flatMap((step) => step.blocks)
  const places = ['every host', 'operator', 'tenant', 'registrar', 'bank-a', 'bank-b']
  expect(blocks.filter(({ place }) => !places.includes(place))).toEqual([])
  expect(blocks.filter(({ isServer }) => isServer).map(({ place }) => place)).toEqual(['operator', 'tenant'])
})
