import type { Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import * as generated from '../../generated/index.ts'
import { lowerFirst } from '../generate/modules.ts'
import { ledgerCalls, ledgerShapes, missingCalls, missingFields } from './ledgerNames.ts'

const modules: Readonly<Record<string, unknown>> = generated
const contracts = [
  ...new Set([
    ...ledgerCalls.flatMap((call) => call.contracts),
    ...ledgerShapes.map(({ contract }) => contract),
  ]),
]
const abis = new Map(contracts.map((name) => [name, (modules[`${lowerFirst(name)}Abi`] ?? []) as Abi]))

test('the contracts have every function that the specification names', () => {
  expect(ledgerCalls.flatMap((call) => missingCalls(abis, call))).toEqual([])
})

test('the contracts have every shape that the specification names, with each of its fields', () => {
  expect(ledgerShapes.flatMap((shape) => missingFields(abis, shape))).toEqual([])
})

test('every row of the checklist that is about the contracts is in the table', () => {
  const rows = [...ledgerShapes, ...ledgerCalls].map(({ row }) => row)
  const wanted = Array.from({ length: 123 }, (_, index) => `L${String(index + 1).padStart(3, '0')}`)
  // L015 is about the client: its calls go through a provider.
  expect(wanted.filter((row) => !rows.includes(row))).toEqual(['L015'])
})

describe('missing names are listed', () => {
  const call = { row: 'L000', name: 'turn', contracts: ['Wheel'], functions: ['turn'] }
  const turn = { type: 'function', name: 'turn', inputs: [], outputs: [], stateMutability: 'view' } as const

  test('a contract, a function, a parameter', () => {
    expect(missingCalls(new Map(), call)).toEqual(['L000 Wheel.turn'])
    expect(missingCalls(new Map([['Wheel', []]]), call)).toEqual(['L000 Wheel.turn'])
    expect(missingCalls(new Map([['Wheel', [turn]]]), call)).toEqual([])
    expect(missingCalls(new Map([['Wheel', [turn]]]), { ...call, takes: 'speed' })).toEqual([
      'L000 Wheel.turn with speed',
    ])
  })

  test('a field, also where it is in another struct', () => {
    const struct = (...names: string[]) => ({
      type: 'tuple' as const,
      name: '',
      components: names.map((name) => ({ name, type: 'bool' as const })),
    })
    const answering = (...outputs: ReturnType<typeof struct>[]) =>
      new Map([['Wheel', [{ ...turn, outputs }]]])
    const shape = {
      row: 'L000',
      name: 'Spoke',
      contract: 'Wheel',
      functions: ['turn'],
      fields: ['long', 'thin'],
    }
    expect(missingFields(answering(struct('long', 'thin', 'round')), shape)).toEqual([])
    expect(missingFields(answering(struct('long')), shape)).toEqual(['L000 Wheel.turn: Spoke with thin'])
    expect(missingFields(answering(struct('long'), struct('thin')), shape)).toEqual([
      'L000 Wheel.turn: Spoke with long, thin',
    ])
  })
})
