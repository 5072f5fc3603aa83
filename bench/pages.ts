// Pages of large lists, requested from servers like any other page: the same of 10,000 rows and of 1,000,000 in turn.
import { performance } from 'node:perf_hooks'
import { GROWN, growPositions, withoutIndexes, growTransfers } from './market/rows.ts'
import { serveCopy } from './market/copy.ts'
import type { Copy } from './market/copy.ts'
import type { BenchFixture } from './market/fixture.ts'
import { atMost, cpuOf, median, quantile } from './measure.ts'
import type { Gate } from './measure.ts'
import { sendSigned } from '../testkit/src/servers/requests.ts'

const REAL = 2_000
const ROUNDS = 15
const TURNED = 30
const SMALL = 10_000
const LARGE = 1_000_000
const MIDDLE = 100_000

const TRANSFERS = '/api/v6/transfer/transfers'
const POSITIONS = '/api/v6/registry-manager/positions'

export type Pages = Record<string, Gate>

export async function pages(market: BenchFixture): Promise<Pages> {
  const { alpenbank } = market.members
  const numReal = await countTransfers(market)
  if (numReal < REAL) throw new Error(`There are ${numReal} real transfers, fewer than ${REAL}.`)
  await market.close()
  const serve = (rows: number) =>
    serveCopy(market, (db) =>
      withoutIndexes(db, GROWN, async () => {
        await growTransfers(db, alpenbank.address, Math.ceil(rows / numReal))
        await growPositions(db, alpenbank.address, rows)
      }),
    )
  const small = await serve(SMALL)
  const middle = await serve(MIDDLE)
  const large = await serve(LARGE)
  const copies = [small, middle, large]
  try {
    await crossCheck(market, numReal, copies)
    const id = await idOf(market, small)
    const alike = async (target: string) => {
      const times = await inTurn(market, target, { small, large })
      return atMost(3, median(times.large), median(times.small))
    }
    const answered = async (query: string, copy: Copy) => {
      const times = await inTurn(market, `${TRANSFERS}?${query}`, { copy })
      return atMost(300, quantile(times.copy, 0.95))
    }
    return {
      transferByKeyMs: await alike(`${TRANSFERS}?transfer-id=${id}`),
      newestTransfersMs: await alike(TRANSFERS),
      // Ten instruments have that account in the small copy, so that its page is full there too.
      positionsOfAnAccountMs: await alike(`${POSITIONS}?account=1001&items-per-page=10`),
      positionsMs: await alike(POSITIONS),
      filteredOf100000Ms: await answered('filter=XX0000&items-per-page=20', middle),
      sortedOf100000Ms: await answered('sort-by=counterparty&items-per-page=20', middle),
      pageTurnedOf100000CpuMs: await cpuOfAPage(market, middle, [small, large]),
    }
  } finally {
    for (const copy of copies) await copy.stop()
  }
}

/** Server and database together. The other servers are stopped, since their work would count too. */
async function cpuOfAPage(market: BenchFixture, copy: Copy, others: readonly Copy[]): Promise<Gate> {
  for (const other of others) await other.stop()
  const all = async () =>
    (await cpuOf(process.pid)) - process.cpuUsage().user / 1e6 - process.cpuUsage().system / 1e6
  const turn = async () => {
    for (let page = 2; page < 2 + TURNED; page += 1)
      await ask(market, copy, `${TRANSFERS}?page=${page}&items-per-page=20`)
  }
  await turn()
  const before = await all()
  await turn()
  return atMost(25, (((await all()) - before) * 1000) / TURNED)
}

async function ask({ members }: BenchFixture, { url }: Copy, target: string): Promise<Listed> {
  const { status, text } = await sendSigned(url, members.alpenbank.user, { target })
  if (status !== 200) throw new Error(`${target}: ${status} ${text.slice(0, 200)}`)
  return JSON.parse(text) as Listed
}

type Listed = { items: { deliveryId: string }[]; totalItemCount: number }

async function inTurn<Name extends string>(
  market: BenchFixture,
  target: string,
  copies: Readonly<Record<Name, Copy>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(copies) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = -2; round < ROUNDS; round += 1)
    for (const name of names) {
      const began = performance.now()
      await ask(market, copies[name], target)
      if (round >= 0) times[name].push(performance.now() - began)
    }
  return times
}

async function countTransfers({ database, members }: BenchFixture): Promise<number> {
  const rows = await database.kysely
    .selectFrom('transfer_views')
    .select('delivery_id')
    .where('viewer', '=', members.alpenbank.address)
    .where('to_block', 'is', null)
    .execute()
  return rows.length
}

/** What a server says of the larger sets is what it says of the real transactions, so many times. */
async function crossCheck(market: BenchFixture, numReal: number, copies: readonly Copy[]): Promise<void> {
  for (const query of ['', '&state=SETTLED', '&direction=DELIVER', '&transfer-type=MINT']) {
    const totals: number[] = []
    for (const copy of copies)
      totals.push((await ask(market, copy, `${TRANSFERS}?items-per-page=1${query}`)).totalItemCount)
    const sizes = [SMALL, MIDDLE, LARGE].map((rows) => Math.ceil(rows / numReal))
    const real = totals.map((total, index) => total / (sizes[index] ?? 1))
    if (new Set(real).size !== 1)
      throw new Error(`The seeded rows are not like the real ones: ${query} ${totals.join()}`)
  }
}

const idOf = async (market: BenchFixture, copy: Copy): Promise<string> =>
  (await ask(market, copy, `${TRANSFERS}?items-per-page=1`)).items[0]?.deliveryId ?? ''
