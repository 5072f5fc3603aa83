import { describe, expect, test } from 'vitest'
import { breaks } from '../deployment/layout.ts'
import type { StorageLayout } from './artifacts.ts'
import { layoutOf } from './storageLayouts.ts'

const record = [
  { label: 'creator', slot: '0', offset: 0, type: 't_address' },
  { label: 'state', slot: '0', offset: 20, type: 't_uint8' },
]

const types: StorageLayout['types'] = {
  t_address: { label: 'address', numberOfBytes: '20' },
  t_uint8: { label: 'uint8', numberOfBytes: '1' },
  't_struct(Record)12_storage': { label: 'struct Record', numberOfBytes: '32', members: record },
  't_mapping(t_uint8,t_struct(Record)12_storage)': {
    label: 'mapping(uint8 => struct Record)',
    numberOfBytes: '32',
  },
  't_array(t_struct(Record)12_storage)dyn_storage': {
    label: 'struct Record[]',
    numberOfBytes: '32',
    base: 't_struct(Record)12_storage',
  },
}

const layout: StorageLayout = {
  storage: [
    { label: 'platform', slot: '0', offset: 0, type: 't_address' },
    { label: 'records', slot: '1', offset: 0, type: 't_mapping(t_uint8,t_struct(Record)12_storage)' },
    { label: 'queue', slot: '2', offset: 0, type: 't_array(t_struct(Record)12_storage)dyn_storage' },
  ],
  types,
}

const withMembers = (members: typeof record, numberOfBytes = '32'): StorageLayout => ({
  ...layout,
  types: { ...types, 't_struct(Record)12_storage': { label: 'struct Record', numberOfBytes, members } },
})

const judge = (now: StorageLayout): string[] => breaks('Manager', layoutOf(layout), layoutOf(now))

test('a layout lists its lines, without compiler ids', () => {
  expect(layoutOf(layout)).toEqual({
    storage: [
      'slot 0 byte 0: address platform',
      'slot 1 byte 0: mapping(uint8 => struct Record) records',
      'slot 2 byte 0: struct Record[] of 32 bytes each queue',
    ],
    structs: { 'struct Record': ['slot 0 byte 0: address creator', 'slot 0 byte 20: uint8 state'] },
  })
})

test('an addition at the end breaks nothing', () => {
  const more = { label: 'fee', slot: '3', offset: 0, type: 't_uint8' }
  expect(judge({ ...layout, storage: [...layout.storage, more] })).toEqual([])
  const member = { label: 'votes', slot: '0', offset: 21, type: 't_uint8' }
  expect(judge(withMembers([...record, member]))).toEqual([])
})

describe('a break is', () => {
  test('a variable taken away', () => {
    expect(judge({ ...layout, storage: layout.storage.slice(0, 2) })).toEqual([
      'Manager: was "slot 2 byte 0: struct Record[] of 32 bytes each queue", is gone',
    ])
  })

  test('a variable put between', () => {
    const [platform, records] = layout.storage
    const between = { label: 'fee', slot: '1', offset: 0, type: 't_uint8' }
    const moved = { ...records!, slot: '2' }
    expect(judge({ ...layout, storage: [platform!, between, moved] })).toHaveLength(2)
  })

  test('another type in the same place', () => {
    const [platform, ...others] = layout.storage
    expect(judge({ ...layout, storage: [{ ...platform!, type: 't_uint8' }, ...others] })).toEqual([
      'Manager: was "slot 0 byte 0: address platform", is slot 0 byte 0: uint8 platform',
    ])
  })

  test('members of a struct in another order', () => {
    expect(judge(withMembers([...record].reverse()))).toHaveLength(2)
  })

  test('a struct that grows within an array', () => {
    const member = { label: 'votes', slot: '1', offset: 0, type: 't_uint8' }
    expect(judge(withMembers([...record, member], '64'))).toEqual([
      'Manager: was "slot 2 byte 0: struct Record[] of 32 bytes each queue", is slot 2 byte 0: struct Record[] of 64 bytes each queue',
    ])
  })
})
