// The SDK's client for a test's user, signed in.
import { createClient, createLocalSigner, discoverVersion } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { TestUser } from './newUser.ts'

export async function testClient(baseUrl: string, { key }: TestUser, version?: number): Promise<Client> {
  const signer = createLocalSigner(key, { chainId: 31337 })
  const client = createClient({ baseUrl, signer, ...(version === undefined ? {} : { version }) })
  await discoverVersion(client)
  return client
}
