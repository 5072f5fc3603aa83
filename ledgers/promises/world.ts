// The platform on a ledger, as the promises find it: one after the other, on the same ledger.
import assert from 'node:assert/strict'
import type { Deployment } from '@connex/contracts/deploy'
import { AccountNumber } from '@connex/protocol'
import type { DeliveryId, TransferState, TxHash } from '@connex/protocol'
import { createSession, walletOf } from '../../sdk/src/client/client.ts'
import type { Client } from '../../sdk/src/client/client.ts'
import { createMemoryJournal } from '../../sdk/src/client/journal.ts'
import type { SignedTransaction } from '../../sdk/src/client/journal.ts'
import type { Progress, SendOptions, Sent } from '../../sdk/src/ledger/transaction.ts'
import { configureAccount } from '../../sdk/src/registries/assets.ts'
import { listPositions } from '../../sdk/src/registries/queries.ts'
import { createFopTransfer } from '../../sdk/src/transfers/createTransfer.ts'
import type { FopParameters } from '../../sdk/src/transfers/createTransfer.ts'
import { getTransfer } from '../../sdk/src/transfers/queries.ts'
import type { PlatformFixture, TenantName, TestRegistry } from '../../testkit/src/fixtures/platform.ts'
import type { Network } from '../networks/network.ts'

/** What the first promises make, for the later ones. */
type Opened = {
  platform: PlatformFixture
  /** Of the server's database. */
  dataDir: string
  bond: TestRegistry
  loan: TestRegistry
}

export type World = {
  network: Network
  deployment?: Deployment
  opened?: Opened
  /** The number of the next account. */
  next: number
}

/** Slow ledgers need their time. */
export const WAIT_MS = 300_000
const PATIENTLY = { waitMs: WAIT_MS }

export const newWorld = (network: Network): World => ({ network, next: 3000 })

/** `const { platform, bond } = openedIn(world)` */
export function openedIn({ opened }: World): Opened {
  if (opened === undefined) throw new Error('The platform is not there.')
  return opened
}

/** The registrar's wallet on a device of its own. */
export const device = (world: World, fetch?: typeof globalThis.fetch): Client => ({
  ...openedIn(world).platform.clients.registrar,
  session: createSession(),
  journal: createMemoryJournal(),
  ...(fetch === undefined ? {} : { fetch }),
})

/** The same device, after its line was mended or its program restarted. */
export const restarted = (client: Client): Client => ({ ...client, session: createSession(), fetch })

/** A line that breaks before the server has the transaction. */
export const brokenLine: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (pathname.endsWith('/publish-raw-tx')) throw new TypeError('the line broke')
  return fetch(input, init)
}

/** Opens another account of Alpenbank's: something that the registrar can always do. */
export function openAccount(world: World, client: Client, options: SendOptions = {}): Promise<Sent> {
  world.next += 1
  const { registryManagerAddr, tenants } = openedIn(world).platform
  const account = AccountNumber.parse(String(world.next))
  return configureAccount(
    client,
    { registryManagerAddr, ownerAddr: tenants.alpen, account },
    { ...PATIENTLY, ...options },
  )
}

/** The same, without waiting for a block: resolves once it is published. */
export async function publishAccount(world: World, client: Client): Promise<TxHash> {
  const published = Promise.withResolvers<TxHash>()
  const left = new AbortController()
  const onProgress = (progress: Progress): void => {
    if (progress.step !== 'published') return
    published.resolve(progress.txHash)
    left.abort(new Error('the program ended'))
  }
  await openAccount(world, client, { onProgress, signal: left.signal, dryRun: false }).catch(published.reject)
  return published.promise
}

/** Blocks come again once the work asks for them, and afterwards in any case. */
export async function withoutBlocks<Result>(
  { network }: World,
  work: (resume: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  await network.pause()
  let isPaused = true
  const resume = async (): Promise<void> => {
    if (!isPaused) return
    isPaused = false
    await network.resume()
  }
  try {
    return await work(resume)
  } finally {
    await resume()
  }
}

/** Alpenbank delivers the bond to Baltic. */
export const deliver = (
  world: World,
  quantity: bigint,
  more: Partial<FopParameters> = {},
  options: SendOptions = {},
) => {
  const { bond, platform } = openedIn(world)
  return createFopTransfer(
    platform.clients.alpen,
    {
      ...bond.asset(bond.alpen, quantity),
      direction: 'DELIVER',
      counterpartyAddr: platform.tenants.baltic,
      description: 'Collateral',
      ...more,
    },
    { ...PATIENTLY, ...options },
  )
}

/** Quantity and earmarked quantity. */
export async function held(
  world: World,
  tenant: 'alpen' | 'baltic',
  registry: 'bond' | 'loan' = 'bond',
): Promise<[quantity: number, earmarked: number]> {
  const { platform, ...opened } = openedIn(world)
  const { registryId, [tenant]: account } = opened[registry]
  const { items } = await listPositions(platform.clients[tenant], { registryId, account })
  const [position] = items
  return [Number(position?.quantity ?? 0), Number(position?.earmarked ?? 0)]
}

export async function assertState(
  world: World,
  viewer: TenantName,
  deliveryId: DeliveryId,
  state: TransferState,
): Promise<void> {
  const transfer = await getTransfer(openedIn(world).platform.clients[viewer], deliveryId)
  assert.equal(transfer.state, state)
}

export const storedBy = (client: Client): Promise<readonly SignedTransaction[]> =>
  client.journal.read(walletOf(client))

/** How many transactions of the wallet are in blocks. */
export const latestNonce = async ({ network }: World, { signer }: Client): Promise<number> =>
  Number(await network.rpc('eth_getTransactionCount', signer?.address, 'latest'))

type Receipt = { blockNumber: string; status: string }

export const receiptOf = async ({ network }: World, txHash: TxHash): Promise<Receipt | null> =>
  (await network.rpc('eth_getTransactionReceipt', txHash)) as Receipt | null
