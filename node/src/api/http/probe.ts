// Whether this process can work: it reads and writes its database, and its ledger computes. However many ask after the health,
// one look at each of the three is under way.
import { setTimeout as sleep } from 'node:timers/promises'
import { ZERO_ADDRESS, freshNonce } from '@connex/protocol'
import type { Logger } from '../../common/logger.ts'
import { readCursor } from '../../storage/projections/cursor.ts'
import { useNonces } from '../../storage/queries/credentials.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { ApiError } from '../../common/errors.ts'
import { createLedgerRpc } from '../ledger/ledgerRpc.ts'

/** Who asks wants an answer soon, also where the database or the ledger hangs. */
const PATIENCE_MS = 3_000
/** A write costs more than a read, and anybody may ask: one a second will do. */
const WRITE_REST_MS = 1_000
/** A look that hangs this many times longer than anybody waits for it has lost its connection. */
const ABANDON_AFTER = 5

export type Vitals = {
  indexedBlock: number | null
  ledgerBlock: number
  /** Whether it takes what every request writes, its nonce. */
  canWrite: boolean
}

export type Probe = () => Promise<Vitals>

type Given = { database: Database; ledgerRpcUrl: string; log: Logger; patienceMs?: number }

/**
 * Throws 'unavailable', with the reason, where the database or the ledger does not answer in time.
 * `const { canWrite } = await createProbe({ database, ledgerRpcUrl, log })()`
 */
export function createProbe({ database, ledgerRpcUrl, log, patienceMs = PATIENCE_MS }: Given): Probe {
  const ledger = createLedgerRpc(ledgerRpcUrl, patienceMs)
  const read = share(patienceMs, 0, () => readCursor(database.kysely))
  const write = share(patienceMs, WRITE_REST_MS, () => writeNonce(database))
  // A ledger may know its last block and compute nothing: the call to nobody makes it compute.
  const compute = share(patienceMs, 0, () =>
    Promise.all([
      ledger.call('eth_blockNumber'),
      ledger.call('eth_call', [{ to: ZERO_ADDRESS, data: '0x', gas: '0xc350' }, 'latest']),
    ]),
  )
  let couldWrite = true
  return async () => {
    const [cursor, blocks, written] = await Promise.allSettled([read(), compute(), write()])
    if (cursor.status === 'rejected') throw unavailable('The database does not answer.', cursor.reason)
    if (blocks.status === 'rejected') throw unavailable('The ledger does not answer.', blocks.reason)
    const canWrite = written.status === 'fulfilled'
    if (couldWrite && !canWrite) log.error({ err: written.reason }, 'the database cannot write')
    if (canWrite && !couldWrite) log.info('the database writes again')
    couldWrite = canWrite
    const indexedBlock = cursor.value?.block_number ?? null
    return { indexedBlock, ledgerBlock: Number(blocks.value[0]), canWrite }
  }
}

const unavailable = (detail: string, cause: unknown) => new ApiError('unavailable', { detail }, { cause })

async function writeNonce({ kysely, requireRoom }: Database): Promise<void> {
  await requireRoom()
  await useNonces(kysely, [{ user: ZERO_ADDRESS, nonce: freshNonce() }])
}

type Look<Result> = { since: number; isOver: boolean; found: Promise<Result> }

/** Everybody who asks while a look is under way, or within `restMs` of its beginning, gets what it finds. */
function share<Result>(patienceMs: number, restMs: number, look: () => Promise<Result>) {
  let last: Look<Result> | undefined
  const begin = (since: number): Look<Result> => {
    const begun: Look<Result> = { since, isOver: false, found: look() }
    const end = () => {
      begun.isOver = true
    }
    begun.found.then(end, end)
    return begun
  }
  return (): Promise<Result> => {
    const now = performance.now()
    const age = last === undefined ? Infinity : now - last.since
    if (last === undefined || age > (last.isOver ? restMs : ABANDON_AFTER * patienceMs)) last = begin(now)
    return within(Math.max(0, patienceMs - (now - last.since)), last.found)
  }
}

async function within<Result>(ms: number, found: Promise<Result>): Promise<Result> {
  const ended = new AbortController()
  const late = sleep(ms, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`No answer within ${ms} ms.`)
  })
  try {
    return await Promise.race([found, late])
  } finally {
    late.catch(() => undefined)
    ended.abort()
  }
}
