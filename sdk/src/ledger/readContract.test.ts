// Contract state by name, on the real server and the real ledger.
import { deliveryManagerAbi, platformManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import type { PlatformFixture } from '../../../testkit/src/fixtures/platform.ts'
import { LedgerError } from '../errors.ts'
import { call } from '../http/call.ts'
import { setRefundLimits } from '../platform/operator.ts'
import { dappOf } from './controller.ts'
import { hex } from './scalars.ts'
import { readContract } from './readContract.ts'

let world: PlatformFixture
beforeAll(async () => {
  world = await startPlatformFixture()
})
afterAll(() => world?.close())

const NOBODY = Address.parse(`0x${'9'.repeat(40)}`)

test('H1: an address that is not a contract of the platform is not read', async () => {
  const reading = readContract(world.clients.alpen, platformManagerAbi, NOBODY, 'refundSettings', [])
  await expect(reading).rejects.toMatchObject({ status: 400, code: 'contractUnknown' })
})

test('a view that reverts tells why in a sentence', async () => {
  const { alpen } = world.clients
  const manager = await dappOf(alpen, 'delivery')
  const reading = readContract(alpen, deliveryManagerAbi, manager, 'isParticipant', [
    `0x${'1'.repeat(64)}`,
    [],
    hex(world.tenants.alpen),
  ])
  await expect(reading).rejects.toMatchObject({ message: 'This delivery is not on the ledger.' })
})

test('what a contract says is what the server says of it', async () => {
  const { alpen } = world.clients
  const platform = await call(alpen, 'platform')
  const settings = await readContract(alpen, platformManagerAbi, platform.address, 'refundSettings', [])
  expect(String(settings.refundThreshold)).toBe(platform.refundThreshold)
})

test('only the platform’s operator changes the refund limits, each to its own value and within the bounds', async () => {
  const { operator, clients } = world
  const refundSettings = async () => {
    const platform = await dappOf(operator, 'platform')
    return readContract(operator, platformManagerAbi, platform, 'refundSettings', [])
  }
  const before = await refundSettings()
  const wanted = { refundThreshold: 50_000_000n, refundLimit: 750_000_000n }
  await expect(setRefundLimits(clients.alpen, wanted)).rejects.toBeInstanceOf(LedgerError)
  const reversed = { refundThreshold: wanted.refundLimit, refundLimit: wanted.refundThreshold }
  await expect(setRefundLimits(operator, reversed)).rejects.toBeInstanceOf(LedgerError)
  expect(await refundSettings()).toEqual(before)
  await setRefundLimits(operator, wanted)
  expect(await refundSettings()).toMatchObject(wanted)
  expect(await call(operator, 'platform')).toMatchObject({ refundThreshold: '50000000' })
})
