// From a wallet file to a session: unlock, ask who we are, listen, and leave.
import {
  call,
  createClient,
  createLocalSigner,
  createMemoryJournal,
  discoverVersion,
  login,
  logout,
  openSession,
  readWalletFile,
  resumeTransactions,
  subscribe,
  subscribeTogether,
  unlockWallet,
  waitForIndex,
  whoami,
  withSigner,
} from '@connex/sdk'

export async function connecting(baseUrl: string, walletFile: string, password: string): Promise<void> {
  // Looked at first: a hostile file is refused before any work is done.
  const wallet = readWalletFile(walletFile)
  const privateKey = await unlockWallet(wallet, password)
  const signer = createLocalSigner(privateKey, { chainId: 31337 })
  privateKey.fill(0)

  // Nothing can be called before a version is chosen.
  const anonymous = createClient({ baseUrl, chainId: 31337, journal: createMemoryJournal() })
  await discoverVersion(anonymous)
  const client = withSigner(anonymous, signer)

  // The signer is told to which contracts its transactions may go, and platform calls get their token.
  const { user, tenant } = await openSession(client)
  console.info(`${user.name} of ${tenant.name}: ${user.status}`)
  await login(client)
  await whoami(client)

  // What was signed before a crash is published again, which is harmless.
  for (const { txHash, outcome } of await resumeTransactions(client)) console.info(txHash, outcome)

  const stop = subscribe(client, { onEvent: ({ topic }) => console.info(`${topic} changed`) })
  // In a browser the tabs of one wallet share one line; without Web Locks each has its own.
  const stopTogether = subscribeTogether(client, { onEvent: ({ topic }) => console.info(topic) })
  // Every call of the endpoint table is typed by its name.
  const health = await call(client, 'health')
  console.info(health.status)
  await waitForIndex(client, 1)
  stop()
  stopTogether()

  await logout(client)
  signer.lock()
}
