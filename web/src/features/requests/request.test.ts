import type { Address } from '@connex/protocol'
import { expect, it } from 'vitest'
import { actorText, requestState } from './request.ts'

const alpen = '0x01' as Address
const meridian = '0x03' as Address
const nameOf = (address: Address) => (address === alpen ? 'Alpenbank' : 'Meridian')
const request = { registrarAddr: meridian, canceledBy: null, wasRefused: false }

it('names whoever must act on a request, and whoever ended it', () => {
  expect(actorText({ ...request, state: 'PENDING_CUSTODIAN' }, nameOf)).toBe('Meridian')
  expect(actorText({ ...request, state: 'PENDING' }, nameOf)).toBe('you')
  const canceled = { ...request, state: 'CANCELED' } as const
  expect(actorText({ ...canceled, canceledBy: meridian, wasRefused: true }, nameOf)).toBe(
    'refused by Meridian',
  )
  expect(actorText({ ...canceled, canceledBy: alpen }, nameOf)).toBe('by Alpenbank')
  expect(actorText(canceled, nameOf)).toBe('')
  expect(actorText({ ...request, state: 'SETTLED' }, nameOf)).toBe('')
})

it('has three states, whoever must act', () => {
  expect(requestState({ deliveryState: 'CREATED' })).toBe('PENDING')
  expect(requestState({ deliveryState: 'PENDING' })).toBe('PENDING')
  expect(requestState({ deliveryState: 'SETTLED' })).toBe('SETTLED')
})
