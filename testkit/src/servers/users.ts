import { Address } from '@connex/protocol'
import { createClient, createLocalSigner, discoverVersion } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type TestUser = { key: `0x${string}`; address: Address; account: LocalAccount }

export function newUser(): TestUser {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  return { key, account, address: Address.parse(account.address) }
}

// The SDK's client for a test's user, signed in.

export async function testClient(baseUrl: string, { key }: TestUser, version?: number): Promise<Client> {
  const signer = createLocalSigner(key, { chainId: 31337 })
  const client = createClient({ baseUrl, signer, ...(version === undefined ? {} : { version }) })
  await discoverVersion(client)
  return client
}
