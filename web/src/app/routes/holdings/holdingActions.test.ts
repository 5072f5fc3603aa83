import type { Position } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { expect, it } from 'vitest'
import { creationDialog, creationRefusal } from './holdingActions.ts'

const position = { registryId: '0x1', account: '4100118', available: '100' } as Position
const custodian = { key: 'm:r', label: 'Meridian' } as unknown as Custodian

it('refuses a past day, an unknown custodian, and a holding that is fully earmarked', () => {
  const source = { position, custodian, isPast: false }
  expect(creationRefusal({ ...source, isPast: true })).toMatch(/past date/)
  expect(creationRefusal({ ...source, custodian: undefined })).toMatch(/not configured/)
  expect(creationRefusal({ ...source, position: { ...position, available: '0' } as Position })).toMatch(
    /fully earmarked/,
  )
  expect(creationRefusal(source)).toBeUndefined()
})

it('prefills instrument, account and custodian, and delivers', () => {
  const source = { position, custodian, isPast: false }
  const prefill = { custodianKey: 'm:r', direction: 'DELIVER' }
  const deliver = { registryId: '0x1', account: '4100118', quantity: '' }
  expect(creationDialog('REPO', source)).toEqual({
    kind: 'create',
    prefill: { kind: 'REPO', ...prefill, deliver },
  })
  expect(creationDialog('ANY', source, '1.00')).toEqual({
    kind: 'create',
    prefill: { ...prefill, deliver: { ...deliver, quantity: '1.00' } },
  })
  expect(creationDialog('BURN', source)).toEqual({ kind: 'burn', position, custodian })
})
