import { Address } from '@connex/protocol'
import { expect, test } from 'vitest'
import { tenantLabels } from './tenants.ts'

const at = (digit: string) => Address.parse(`0x${digit.repeat(40)}`)
const label = (...names: string[]) => [
  ...tenantLabels(names.map((name, index) => ({ name, address: at(String(index + 1)) }))).values(),
]

test('WEB-02 what hides in a name or turns its direction is shown as such, beside the address', () => {
  for (const hidden of ['\u200B', '\u2066', '\uFEFF', '\u00AD', '\n', '\u2028'])
    expect(label(`Baltic${hidden} Trust`)[0]).toBe('Baltic\u{fffd} Trust (0x1111…1111)')
})

test('WEB-02 a name in letters that look like ours has its address beside it', () => {
  // Cyrillic a, and a whole name in Cyrillic.
  expect(label('B\u0430ltic Trust Bank')).toEqual(['B\u0430ltic Trust Bank (0x1111…1111)'])
  expect(label('\u0412\u0435\u0441\u0430')[0]).toContain('(0x1111…1111)')
})

test('two tenants of one name differ by their addresses', () => {
  expect(label('Baltic', 'Baltic', 'Rhône Capital')).toEqual([
    'Baltic (0x1111…1111)',
    'Baltic (0x2222…2222)',
    'Rhône Capital',
  ])
})

test('a plain name stays as it is, its accents composed', () => {
  expect(label('Rho\u0302ne Capital & Co. 2')).toEqual(['Rhône Capital & Co. 2'])
})
