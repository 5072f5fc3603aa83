import type { Me } from '@connex/protocol'
import { expect, it } from 'vitest'
import { formatDateTime } from '../lib/format.ts'
import { refusalOf } from './access.ts'

const NOW = 1_800_000_000
const me = (part: Partial<Me['user']>): Pick<Me, 'user'> => ({
  user: { status: 'ACTIVE', lockExpiration: null, walletExpiresAt: null, ...part } as Me['user'],
})
const refused = (part: Partial<Me['user']>) => {
  const refusal = refusalOf(me(part), NOW * 1000)
  return refusal && [refusal.key, refusal.values]
}

it('D2: refuses a user who is not active, is locked, or whose wallet has expired, and says until when', () => {
  expect(refused({ status: 'INACTIVE' })).toEqual(['error_user_not_active', { status: 'INACTIVE' }])
  expect(refused({ lockExpiration: NOW + 1 })).toEqual([
    'error_account_locked',
    { expiration: formatDateTime(NOW + 1) },
  ])
  expect(refused({ walletExpiresAt: NOW })).toEqual([
    'error_wallet_expired',
    { expiration: formatDateTime(NOW) },
  ])
})

it('D2: lets in whoever may work, from the second on in which the lock ends', () => {
  expect(refused({})).toBeUndefined()
  expect(refused({ lockExpiration: NOW, walletExpiresAt: NOW + 1 })).toBeUndefined()
})
