import { readFile } from 'node:fs/promises'
import { createClient, createLocalSigner, discoverVersion, readWalletFile, unlockWallet } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { Sandbox } from './sandbox.ts'
import { walletOf } from './sandbox.ts'

const CHAIN_ID = 31337

/** A user of the sandbox by the SDK: for what the web client does not do, such as the platform's own administration. */
export async function clientOf(sandbox: Sandbox, user: string): Promise<Client> {
  const { file, password, url } = walletOf(sandbox, user)
  const privateKey = await unlockWallet(readWalletFile(await readFile(file, 'utf8')), password)
  const client = createClient({
    baseUrl: url,
    signer: createLocalSigner(privateKey, { chainId: CHAIN_ID }),
  })
  await discoverVersion(client)
  return client
}
