import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** ricmoo's collection: wallets by pyethsaletool, geth, parity and early ethers. The password is hex. */
export type CollectedWallet = {
  name: string
  type: string
  address: string
  password: string
  content: string
}

/** The key store tests of the ethereum/tests repository. */
export type KeystoreTest = { json: Record<string, unknown>; password: string; priv: string }

/** Public vectors: the shared folder beside the repository if it exists, else the copies in this one. */
function readVector(name: string): Buffer {
  const shared = new URL(`../../../../shared/vectors/${name}`, import.meta.url)
  return readFileSync(existsSync(shared) ? shared : new URL(`vectors/${name}`, import.meta.url))
}

export const readCollectedWallets = (): CollectedWallet[] =>
  JSON.parse(gunzipSync(readVector('wallets.json.gz')).toString('utf8')) as CollectedWallet[]

export const readKeystoreTests = (): Record<string, KeystoreTest> =>
  JSON.parse(readVector('keystore-ethereum-tests.json').toString('utf8')) as Record<string, KeystoreTest>
