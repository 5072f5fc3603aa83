import { join } from 'node:path'
import { DEFAULT_BASE_URL } from '@connex/protocol'
import type { Me, TxHash } from '@connex/protocol'
import {
  call,
  ClientError,
  createClient,
  discoverVersion,
  openSession,
  resumeTransactions,
  withSigner,
} from '@connex/sdk'
import type { Client, Resumed } from '@connex/sdk'
import { CliError } from '../CliError.ts'
import type { Context } from '../command/Command.ts'
import type { Values } from '../command/Option.ts'
import { failureOf } from '../command/failure.ts'
import { timeText } from '../terminal/text.ts'
import type { connectionOptions } from './connectionOptions.ts'
import { keySourceOf, openSigner, remembered } from './keySource.ts'
import type { KeySource } from './keySource.ts'
import { createFileJournal } from './fileJournal.ts'
import { readLogin, stateDirectory } from './lastLogin.ts'

export type Session = {
  readonly client: Client
  readonly me: Me
  readonly server: string
  /** Where its key lies, as a login stores it. */
  readonly key: KeySource
  readonly chainId: number
}

export type ConnectionContext = Pick<Context, 'environment' | 'terminal' | 'signal'> & {
  readonly options: Values<typeof connectionOptions>
}

/**
 * Unlocks the wallet or finds its remote signer, identifies its user, and refuses an inactive or locked one.
 *
 * @example
 * const { client, me } = await connect(context)
 */
export async function connect(context: ConnectionContext): Promise<Session> {
  const session = await identify(context)
  const { status, lockExpiration } = session.me.user
  if (status !== 'ACTIVE') throw CliError.of('userNotActive', status)
  const now = Date.now() + session.client.connection.clockSkew
  if (lockExpiration !== null && lockExpiration * 1000 > now)
    throw CliError.of('userLocked', timeText(lockExpiration))
  return session
}

/** The same, for locked and inactive users too. */
export async function identify(context: ConnectionContext): Promise<Session> {
  const { options, signal, terminal } = context
  const opened = await openWallet(context)
  terminal.status.show(`Connecting to ${opened.server} …`)
  const me = await openSession(opened.client, { signal })
  terminal.status.clear()
  checkTenant(me, options.tenant)
  return { ...opened, me }
}

/** Unlocks the wallet only: an invited user has no account yet. */
export async function openWallet(context: ConnectionContext): Promise<Omit<Session, 'me'>> {
  const { options, environment, signal } = context
  const last = readLogin(context)
  const source = keySourceOf(context, last?.key)
  // An empty variable counts as unset.
  const server = options.server ?? (environment['CONNEX_SERVER'] || last?.server || DEFAULT_BASE_URL)
  const journal = createFileJournal(join(stateDirectory(context), 'signed'))
  // The chain id of the last login: the same server cannot make the wallet sign for another ledger.
  const known = last?.server === server.replace(/\/+$/, '') ? last.chainId : undefined
  const open = createClient({ baseUrl: checkedUrl(server), journal, chainId: known })
  const chainId = await discover(open, signal)
  const signer = await openSigner(context, source, chainId)
  const client = withSigner(open, signer)
  return { client, server: open.baseUrl, key: remembered(source, signer.address), chainId }
}

function checkedUrl(server: string): string {
  const url = URL.parse(server)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw CliError.of('usage', `--server must be a URL such as ${DEFAULT_BASE_URL}, not '${server}'.`)
  return server
}

async function discover(client: Client, signal: AbortSignal): Promise<number> {
  await discoverVersion(client, { signal })
  const { chainId } = client.connection
  if (chainId !== undefined) return chainId
  // Without an answer the server is probably not running: let the call report that.
  await call(client, 'health', { signal })
  throw new ClientError('chainUnknown')
}

function checkTenant({ tenant }: Me, expected: string | undefined): void {
  if (expected === undefined) return
  const isMeant = [tenant.name, tenant.address].some((name) => name.toLowerCase() === expected.toLowerCase())
  if (!isMeant) throw CliError.of('otherTenant', tenant.name, expected)
}

/** `connect`, then resume earlier transactions: the next one's nonce follows theirs. */
export async function connectToSign(context: ConnectionContext): Promise<Session> {
  const session = await connect(context)
  await resume(context, session)
  return session
}

export type ResumedTransaction = {
  readonly txHash: TxHash
  readonly outcome: Resumed['outcome']
  readonly wasTakenBack: boolean
  readonly reason: string | undefined
}

const outcomes: Record<Resumed['outcome'], string> = {
  mined: 'has executed',
  refused: 'was refused by the ledger; nothing moved',
  replaced: 'was replaced by another transaction of this wallet and did not execute',
}

/** Resumes the transactions that this wallet signed earlier. */
export async function resume(
  { terminal, signal }: Pick<Context, 'terminal' | 'signal'>,
  { client }: Pick<Session, 'client'>,
): Promise<ResumedTransaction[]> {
  const resumed = await resumeTransactions(client, { signal })
  return resumed.map(({ txHash, outcome, wasTakenBack, error }) => {
    const reason = error === undefined ? undefined : failureOf(error).message
    const before = wasTakenBack ? 'Taken back by a chain reorg' : 'Signed earlier'
    const again = wasTakenBack && outcome === 'mined' ? ' again' : ''
    const cause = reason === undefined ? '.' : `: ${reason}`
    terminal.note(`${before}: ${txHash} ${outcomes[outcome]}${again}${cause}`)
    return { txHash, outcome, wasTakenBack, reason }
  })
}
