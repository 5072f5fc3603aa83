import { TxHash } from '@connex/protocol'
import { ClientError } from '@connex/sdk'
import { expect, it } from 'vitest'
import { pendingHashOf } from './pendingTransaction.ts'

const hash = TxHash.parse(`0x${'ab'.repeat(32)}`)

it('finds the hash of a pending transaction, and no other', () => {
  expect(pendingHashOf(new ClientError('keptForLater', hash))).toBe(hash)
  expect(pendingHashOf(new ClientError('keptForLater', 'no hash'))).toBeUndefined()
  expect(pendingHashOf(new ClientError('unreachable', hash))).toBeUndefined()
  expect(pendingHashOf(new Error('other'))).toBeUndefined()
})
