// A server that reads the chain up to a block, watched from outside.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeProcess } from '../../testkit/src/servers/nodeProcess.ts'
import { cpuOf } from '../measure.ts'
import type { ChainProcess } from './chainProcess.ts'

export const METRICS_TOKEN = 'the-benchmark-reads-metrics'

/** One tenth of what was read. */
export type Part = {
  toBlock: number
  blocksPerSecond: number
  eventsPerSecond: number
  /** Of the server and PostgreSQL together. */
  eventsPerCpuSecond: number
  serverMegabytes: number
}

export type CaughtUp = {
  blocks: number
  events: number
  questions: number
  seconds: number
  blocksPerSecond: number
  eventsPerSecond: number
  eventsPerCpuSecond: number
  parts: Part[]
}

type Sample = { at: number; block: number; events: number; questions: number; cpu: number; megabytes: number }

const SAMPLE_MS = 1_000
const PARTS = 10

/** From the block that the server's database has to this one. `report` hears of each part. */
export async function watchCatchUp(
  node: NodeProcess,
  chain: ChainProcess,
  { from, to }: { from: number; to: number },
  report: (part: Part) => void,
): Promise<CaughtUp> {
  const first = { ...(await sample(node, chain)), block: from }
  const parts: Part[] = []
  let before = first
  for (;;) {
    const now = await sample(node, chain)
    const isThere = now.block >= to
    if (now.block - first.block >= ((parts.length + 1) * (to - first.block)) / PARTS || isThere) {
      const part = partOf(before, now)
      parts.push(part)
      report(part)
      before = now
    }
    if (isThere) {
      const { blocksPerSecond, eventsPerSecond, eventsPerCpuSecond } = partOf(first, now)
      return {
        blocks: now.block - first.block,
        events: now.events - first.events,
        questions: now.questions - first.questions,
        seconds: round((now.at - first.at) / 1000),
        blocksPerSecond,
        eventsPerSecond,
        eventsPerCpuSecond,
        parts,
      }
    }
    await sleep(SAMPLE_MS)
  }
}

function partOf(from: Sample, to: Sample): Part {
  const seconds = (to.at - from.at) / 1000
  return {
    toBlock: to.block,
    blocksPerSecond: round((to.block - from.block) / seconds),
    eventsPerSecond: round((to.events - from.events) / seconds),
    eventsPerCpuSecond: round((to.events - from.events) / (to.cpu - from.cpu)),
    serverMegabytes: to.megabytes,
  }
}

const round = (value: number): number => Number(value.toPrecision(3))

async function sample(node: NodeProcess, chain: ChainProcess): Promise<Sample> {
  const { numLogs, numCalls } = await chain.answers()
  return {
    at: performance.now(),
    block: await indexedBlock(node),
    events: numLogs,
    questions: Object.values(numCalls).reduce((sum, count) => sum + count, 0),
    cpu: (await cpuOf(node.pid)) + (await cpuOf(process.pid, 'postgres')),
    megabytes: await memoryOf(node.pid),
  }
}

/** As an operator's monitoring reads it. */
export async function indexedBlock({ url }: Pick<NodeProcess, 'url'>): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  return Number(/^connex_index_block (\d+)/m.exec(text)?.[1] ?? 0)
}

/** What a process has in memory, in megabytes. Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
}
