// A worker thread, since key derivation blocks its thread.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { createWalletFile } from '@connex/sdk'
import type { WalletToWrite } from './wallets.ts'

for (const { file, password, privateKey } of workerData as WalletToWrite[]) {
  const text = await createWalletFile(Buffer.from(privateKey.slice(2), 'hex'), password)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
