import { Address } from '@connex/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from 'viem'

export type TestUser = { key: `0x${string}`; address: Address; account: LocalAccount }

export function newUser(): TestUser {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  return { key, account, address: Address.parse(account.address) }
}
