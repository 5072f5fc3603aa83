// Whether the rest of the network sees this server as its configuration does: the platform on the ledger, each hosted tenant
// registered with this server's address, and the node account entitled and able to push their data. A server with a wrong setup
// otherwise runs, answers, and reaches nobody.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@connex/protocol'
import type { Setup } from './api/call/context.ts'
import type { Config } from './common/config.ts'
import type { Logger } from './common/logger.ts'
import { PRIVATE_PEER } from './common/peerFetch.ts'
import { ASK_OPERATOR_TENANT } from './ledger/calls.ts'
import type { Endpoints } from './ledger/endpoints.ts'
import type { Database } from './storage/engine/openDatabase.ts'
import { findHostedTenants } from './storage/queries/tenants.ts'
import type { HostedTenant } from './storage/queries/tenants.ts'
import { findUncalledTenants } from './storage/sharing/outbox.ts'

const EVERY_MS = 2_000
/** A platform manager stays one. */
const PLATFORM_EVERY_MS = 60_000
const SIGNER_EVERY_MS = 10_000
const TIMEOUT_MS = 3_000

export type SetupWatch = Setup & { stop: () => Promise<void> }

type Options = {
  config: Pick<Config, 'platformManager' | 'chainId' | 'hostedTenants' | 'publicBasePath'>
  nodeAccount: Address
  database: Pick<Database, 'kysely'>
  endpoints: Pick<Endpoints, 'ask'>
  /** The origins under which others reach this server. */
  origins: ReadonlySet<string>
  /** Why the node account's key cannot sign, null if it can. */
  findSignerProblem: () => Promise<string | null>
  /** Whether the index has read the whole ledger, so that what it does not know does not exist. */
  isLive: () => boolean
}

/**
 * Looks every two seconds, and logs each problem once when it comes and when it goes.
 *
 * @example watchSetup(options).platformProblem() // 'There is no contract at PLATFORM_MANAGER 0x12….'
 */
export function watchSetup({ log, ...options }: Options & { log: Logger }): SetupWatch {
  const stopping = new AbortController()
  let platform: string | null = null
  let tenants: readonly string[] = []
  let signer: string | null = null
  let trustedUntil = 0
  let signerTrustedUntil = 0

  async function lookAtPlatform(): Promise<string | null> {
    if (performance.now() < trustedUntil) return null
    const problem = await findPlatformProblem(options)
    if (problem === null) trustedUntil = performance.now() + PLATFORM_EVERY_MS
    return problem
  }

  async function lookAtSigner(): Promise<string | null> {
    if (performance.now() < signerTrustedUntil) return null
    const problem = await options.findSignerProblem()
    if (problem === null) signerTrustedUntil = performance.now() + SIGNER_EVERY_MS
    return problem
  }

  async function look(): Promise<void> {
    const [onLedger, onIndex, ofSigner] = await Promise.allSettled([
      lookAtPlatform(),
      findTenantProblems(options),
      lookAtSigner(),
    ])
    const before = [platform, signer, ...tenants]
    // While ledger or database do not answer, what was known stays: their own health check reports them.
    if (onLedger.status === 'fulfilled') platform = onLedger.value
    if (onIndex.status === 'fulfilled' && onIndex.value !== undefined) tenants = onIndex.value
    if (ofSigner.status === 'fulfilled') signer = ofSigner.value
    const now = [platform, signer, ...tenants]
    for (const problem of now)
      if (problem !== null && !before.includes(problem)) log.warn({ problem }, 'setup problem')
    for (const problem of before)
      if (problem !== null && !now.includes(problem)) log.info({ problem }, 'setup problem solved')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    platformProblem: () => platform,
    otherProblems: () => (signer === null ? tenants : [signer, ...tenants]),
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Only a platform manager names the tenant of its operator. */
async function findPlatformProblem({
  config: { platformManager, chainId },
  endpoints,
}: Options): Promise<string | null> {
  const call = [{ to: platformManager, data: ASK_OPERATOR_TENANT }, 'latest']
  const answer = await endpoints.ask({ method: 'eth_call', params: call }, { timeoutMs: TIMEOUT_MS })
  if ('result' in answer && /^0x0{24}(?!0{40})[0-9a-f]{40}$/i.test(String(answer.result))) return null
  const place = `PLATFORM_MANAGER ${platformManager} on the ledger with chain id ${chainId}`
  return 'result' in answer && answer.result === '0x'
    ? `There is no contract at ${place}. Set it to the PlatformManager of the deployment's result.`
    : `The contract at ${place} is not a platform manager. Set it to the PlatformManager of the deployment's result.`
}

/** Undefined while the index has not read the whole ledger, or the server does not listen yet. */
async function findTenantProblems(options: Options): Promise<readonly string[] | undefined> {
  if (!options.isLive() || options.origins.size === 0) return undefined
  const { database, config, nodeAccount } = options
  const [tenants, uncalled] = await Promise.all([
    findHostedTenants(database.kysely, config.hostedTenants, nodeAccount),
    findUncalledTenants(database.kysely, PRIVATE_PEER),
  ])
  return [
    ...tenants.flatMap((tenant) => problemsOf(tenant, options)),
    ...uncalled.map(
      ({ name, apiUrl }) =>
        `The server of ${name}, ${apiUrl}, is in a private network: private data reaches it once PEER_NETWORKS names that network.`,
    ),
  ]
}

function problemsOf(tenant: HostedTenant, { config, origins, nodeAccount }: Options): string[] {
  const { address, name, apiUrl } = tenant
  if (name === null)
    return [`The tenant ${address} of HOSTED_TENANTS is not registered on the platform. Correct the address.`]
  // Registered without a server, as an operator may be: it exchanges no private data, and whoever sends it some reads so.
  if (apiUrl === '') return []
  const problems: string[] = []
  const own = [...origins].map((origin) => origin + config.publicBasePath)
  if (!own.includes(normalUrl(apiUrl)))
    problems.push(
      `The tenant ${name} is registered with the server ${apiUrl}, which is not among the PUBLIC_ORIGINS of this one: other servers push its data elsewhere.`,
    )
  if (!tenant.isNodeAccountGranted)
    problems.push(
      `The tenant ${name} has not granted user.NODE_ACCOUNT to this server's node account ${nodeAccount}: its private data reaches no other server. Its administrator grants it: connex admin grant ${nodeAccount} --as node`,
    )
  return problems
}

/** `normalUrl('HTTPS://Bank.example/')` → 'https://bank.example' */
function normalUrl(text: string): string {
  const url = URL.parse(text)
  return url === null ? text : url.origin + url.pathname.replace(/\/$/, '')
}
