import type { AccountNumber, Address, DeliveryLeg, Position, RegistryId } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountUse, lastAccount, rememberAccount } from './lastAccounts.ts'
import { proposedAccount, rememberProposal } from './proposedAccount.ts'

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

it('a form proposes no account out of which nothing can go, and none that the custodian no longer has', () => {
  const custodian = { registryManagerAddr: '0x04', registrarAddr: '0x03' } as Custodian
  const held = [
    { registryId: '0xaa', account: '4100118', available: '100' },
    { registryId: '0xbb', account: '4100118', available: '0' },
  ] as Position[]
  const accounts = [{ value: '4100118', label: '4100118' }]
  const propose = (side: 'deliver' | 'receive', registryId: string, accountNumber: string) => {
    const place = { tenant: '0x01' as Address, side, custodian }
    rememberProposal(place, {
      registryId: registryId as RegistryId,
      account: account(accountNumber),
      quantity: 1n,
    })
    return proposedAccount(place, registryId, { held, accounts })
  }
  expect(propose('deliver', '0xaa', '4100120')).toBeUndefined()
  expect(propose('deliver', '0xbb', '4100118')).toBeUndefined()
  expect(propose('deliver', '0xaa', '4100118')).toBe('4100118')
  expect(propose('receive', '0xbb', '4100120')).toBeUndefined()
  expect(propose('receive', '0xbb', '4100118')).toBe('4100118')
})
