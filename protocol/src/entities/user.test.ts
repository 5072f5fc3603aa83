import { expect, test } from 'vitest'
import { WALLET_WARNING, walletExpirationStatus } from './user.ts'
import type { UserStatus, WalletExpirationStatus } from './user.ts'

const now = 1_800_000_000

test.each<[UserStatus, number | null, WalletExpirationStatus]>([
  ['INACTIVE', now - 1, 'INACTIVE_USER'],
  ['INVITED', null, 'INACTIVE_USER'],
  ['ACTIVE', null, 'EXCLUDED'],
  ['ACTIVE', now - 1, 'EXPIRED'],
  ['ACTIVE', now, 'EXPIRED'],
  ['ACTIVE', now + 1, 'EXPIRING'],
  ['ACTIVE', now + WALLET_WARNING, 'EXPIRING'],
  ['ACTIVE', now + WALLET_WARNING + 1, 'ACTIVE'],
])('the wallet of an %s user that ends at %s is %s', (status, walletExpiresAt, expected) => {
  expect(walletExpirationStatus({ status, walletExpiresAt }, now)).toBe(expected)
})
