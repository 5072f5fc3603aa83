import type { AccountNumber, Address, DeliveryLeg } from '@connex/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountUse, lastAccount, rememberAccount } from './lastAccounts.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const leg = { assetManagerAddr: '0x04', registrar: '0x03', assetId: '0xaa' } as DeliveryLeg
const use = accountUse('0x01' as Address, 'receive', leg)
const account = (text: string) => text as AccountNumber

it('proposes nothing the first time, nor where what is stored cannot be read', () => {
  expect(lastAccount(use)).toBeUndefined()
  for (const text of ['{', '{}', '[1]', 'null', JSON.stringify([[use, 'no account']])]) {
    stored.set('connex.accounts', text)
    expect(lastAccount(use)).toBeUndefined()
  }
})

it('proposes the last account of the same use, and of no other tenant, side, custodian or instrument', () => {
  rememberAccount(use, account('4100118'))
  rememberAccount(use, account('4100120'))
  expect(lastAccount(use)).toBe('4100120')
  const others = [
    accountUse('0x02' as Address, 'receive', leg),
    accountUse('0x01' as Address, 'deliver', leg),
    accountUse('0x01' as Address, 'receive', { ...leg, registrar: '0x05' as Address }),
    accountUse('0x01' as Address, 'receive', { ...leg, assetId: '0xbb' as DeliveryLeg['assetId'] }),
  ]
  for (const other of others) expect(lastAccount(other)).toBeUndefined()
})

it('forgets the oldest of more than a desk uses', () => {
  for (let number = 0; number <= 500; number++) rememberAccount(`use ${number}`, account('7'))
  expect(lastAccount('use 0')).toBeUndefined()
  expect(lastAccount('use 1')).toBe('7')
})
