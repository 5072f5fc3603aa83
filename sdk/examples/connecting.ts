// From a wallet file to a session: unlock, identify the user, listen, and close.
import {
  allowOwnContracts,
  call,
  createClient,
  createLocalSigner,
  createMemoryJournal,
  discoverVersion,
  isWaitingToSign,
  login,
  logout,
  openSession,
  readWalletFile,
  republishTakenBack,
  resumeTransactions,
  subscribe,
  subscribeTogether,
  unlockWallet,
  waitForIndex,
  whoami,
  withSigner,
} from '@connex/sdk'

export async function connecting(baseUrl: string, walletFile: string, password: string): Promise<void> {
  // Read the file first: a hostile one is refused before the key is derived.
  const wallet = readWalletFile(walletFile)
  const privateKey = await unlockWallet(wallet, password)
  const signer = createLocalSigner(privateKey, { chainId: 31337 })
  privateKey.fill(0)

  // Nothing can be called before a version is chosen.
  const anonymous = createClient({ baseUrl, chainId: 31337, journal: createMemoryJournal() })
  await discoverVersion(anonymous)
  const client = withSigner(anonymous, signer)

  // Limits the signer to the tenant's contracts, and gets the token for platform calls.
  const { user, tenant } = await openSession(client)
  console.info(`${user.name} of ${tenant.name}: ${user.status}`)

  // The same in steps, for a client that loads its screens meanwhile.
  const me = await whoami(client)
  await login(client)
  await allowOwnContracts(client, me)

  // Publishes transactions again that were signed before a crash; none can execute twice.
  for (const { txHash, outcome } of await resumeTransactions(client)) console.info(txHash, outcome)

  const stop = subscribe(client, { onEvent: ({ topic }) => console.info(`${topic} changed`) })
  // After a chain reorg: publishes again what it took back, on a ledger whose blocks are not final at once.
  for (const { txHash, outcome } of await republishTakenBack(client)) console.info(txHash, outcome)
  // In a browser, the tabs of one wallet take turns; without Web Locks they do not.
  const stopTogether = subscribeTogether(client, { onEvent: ({ topic }) => console.info(topic) })
  // A browser's vault signs 300 requests a minute: what comes then waits, and is not lost.
  if (isWaitingToSign(client)) console.info('The wallet has reached its limit.')
  // Every call of the endpoint table is typed by its name.
  const health = await call(client, 'health')
  console.info(health.status)
  await waitForIndex(client, 1)
  stop()
  stopTogether()

  await logout(client)
  signer.lock()
}
