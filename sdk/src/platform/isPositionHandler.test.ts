import { Address } from '@connex/protocol'
import { expect, test } from 'vitest'
import { isPositionHandler } from './isPositionHandler.ts'

const instanceAddr = Address.parse(`0x${'1'.repeat(40)}`)
const READ_ONLY = 'registry.SHARED_POSITION_HANDLING_RO'
const HANDLING = 'registry.SHARED_POSITION_HANDLING'

test('the read-only privilege alone, or another one, does not make a position handler', () => {
  expect(isPositionHandler({ privileges: [], instancePrivileges: [] })).toBe(false)
  expect(isPositionHandler({ privileges: [READ_ONLY, 'user.TENANT_ADMIN'], instancePrivileges: [] })).toBe(
    false,
  )
  expect(
    isPositionHandler({ privileges: [], instancePrivileges: [{ instanceAddr, privileges: [READ_ONLY] }] }),
  ).toBe(false)
})

test('the privilege does, everywhere or on an instance', () => {
  expect(isPositionHandler({ privileges: [HANDLING], instancePrivileges: [] })).toBe(true)
  expect(
    isPositionHandler({ privileges: [], instancePrivileges: [{ instanceAddr, privileges: [HANDLING] }] }),
  ).toBe(true)
})
