// Whether this process can work: its database reads and writes, and its ledger executes calls. However many health checks arrive,
// each of the three is probed once at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { freshNonce, ZERO_ADDRESS } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import type { Logger } from '../../common/logger.ts'
import type { Endpoints } from '../../ledger/endpoints.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { readCursor } from '../../storage/projections/cursor.ts'
import { useNonces } from '../../storage/queries/credentials.ts'
import type { Probe } from '../call/context.ts'
import { readHead, readTip } from '../ledger/head.ts'
import { createLedgerRpc } from '../ledger/ledgerRpc.ts'

/** Health checks are answered this soon, even if the database or the ledger hangs. */
const PATIENCE_MS = 3_000
/** A write costs more than a read, and health checks are open to anybody. */
const WRITE_REST_MS = 1_000
/** A probe that hangs for this many times the patience has lost its connection. */
const ABANDON_AFTER = 5

type Options = {
  database: Database
  endpoints: Endpoints
  log: Logger
  /** Users' transactions carry no tip, and could. */
  isWithoutTip?: boolean
  patienceMs?: number
}

/** `const { canWrite } = await createProbe({ database, endpoints, log })()` */
export function createProbe({
  database,
  endpoints,
  log,
  isWithoutTip = false,
  patienceMs = PATIENCE_MS,
}: Options): Probe {
  const ledger = createLedgerRpc(endpoints, patienceMs)
  const read = share(patienceMs, 0, () => readCursor(database.kysely))
  const write = share(patienceMs, WRITE_REST_MS, () => writeNonce(database))
  // A ledger may know its last block and execute nothing: a call to the zero address makes it execute.
  const execute = share(patienceMs, 0, () =>
    Promise.all([
      readHead(ledger),
      ledger.call('eth_call', [{ to: ZERO_ADDRESS, data: '0x', gas: '0xc350' }, 'latest']),
      isWithoutTip ? readTip(ledger) : null,
    ]),
  )
  let couldWrite = true
  return async () => {
    const [cursor, blocks, writing] = await Promise.allSettled([read(), execute(), write()])
    if (cursor.status === 'rejected') throw unavailable('The database does not answer.', cursor.reason)
    if (blocks.status === 'rejected') throw unavailable('The ledger does not answer.', blocks.reason)
    const canWrite = writing.status === 'fulfilled'
    if (couldWrite && !canWrite) log.error({ err: writing.reason }, 'the database cannot write')
    if (canWrite && !couldWrite) log.info('the database writes again')
    couldWrite = canWrite
    const indexedBlock = cursor.value?.block_number ?? null
    const [{ number, baseFee }, , missingTip] = blocks.value
    const ledgerProblems = endpoints.problems()
    return { indexedBlock, ledgerBlock: number, baseFee, missingTip, canWrite, ledgerProblems }
  }
}

const unavailable = (detail: string, cause: unknown) => new ApiError('unavailable', { detail }, { cause })

async function writeNonce({ kysely, requireRoom }: Database): Promise<void> {
  await requireRoom()
  await useNonces(kysely, [{ user: ZERO_ADDRESS, nonce: freshNonce() }])
}

type Attempt<Result> = { since: number; isOver: boolean; result: Promise<Result> }

/** Callers share an attempt that is running, or started less than `restMs` ago. */
function share<Result>(patienceMs: number, restMs: number, attempt: () => Promise<Result>) {
  let last: Attempt<Result> | undefined
  const start = (since: number): Attempt<Result> => {
    const started: Attempt<Result> = { since, isOver: false, result: attempt() }
    const end = () => {
      started.isOver = true
    }
    started.result.then(end, end)
    return started
  }
  return (): Promise<Result> => {
    const now = performance.now()
    const age = last === undefined ? Infinity : now - last.since
    if (last === undefined || age > (last.isOver ? restMs : ABANDON_AFTER * patienceMs)) last = start(now)
    return within(Math.max(0, patienceMs - (now - last.since)), last.result)
  }
}

async function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  const ended = new AbortController()
  const late = sleep(ms, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`No answer within ${ms} ms.`)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    late.catch(() => undefined)
    ended.abort()
  }
}
