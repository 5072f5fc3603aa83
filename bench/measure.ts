import { readdir, readFile } from 'node:fs/promises'

/** A limit and the figures that were measured. Without a peer our figure itself is compared. */
export type Gate = { limit: number; peer?: number; ours: number; ratio?: number; holds: boolean }

/** Ours over the peer's has to be at least the limit. */
export const atLeast = (limit: number, ours: number, peer?: number): Gate =>
  gate(limit, ours, peer, (a, b) => a >= b)

/** Ours over the peer's has to be at most the limit. */
export const atMost = (limit: number, ours: number, peer?: number): Gate =>
  gate(limit, ours, peer, (a, b) => a <= b)

function gate(
  limit: number,
  ours: number,
  peer: number | undefined,
  fits: (a: number, b: number) => boolean,
): Gate {
  if (peer === undefined) return { limit, ours: short(ours), holds: fits(ours, limit) }
  const ratio = ours / peer
  return { limit, peer: short(peer), ours: short(ours), ratio: short(ratio), holds: fits(ratio, limit) }
}

/** Three digits are as many as a measurement is worth. */
const short = (value: number): number => Number(value.toPrecision(3))

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** `quantile(delays, 0.95)` */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export type Measured<Name extends string> = Record<Name, number>

/**
 * Measures each in turn, round by round, so that what else happens on the machine meets them all alike: the median of
 * each, after a first round that does not count where `warmUp` says so.
 */
export async function inRounds<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
  { warmUp = false } = {},
): Promise<Measured<Name>> {
  const names = Object.keys(measures) as Name[]
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = warmUp ? -1 : 0; round < rounds; round += 1)
    for (const name of names) {
      const figure = await measures[name]()
      if (round >= 0) figures.get(name)?.push(figure)
    }
  return Object.fromEntries(names.map((name) => [name, median(figures.get(name) ?? [])])) as Measured<Name>
}

const rounds = 7

/** How often something can be done in a second of one core: the median of seven rounds, after a warm-up. */
export async function perCpuSecond(times: number, work: () => unknown): Promise<number> {
  const measured: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let done = 0; done < times; done += 1) await work()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) measured.push((times * 1e6) / (user + system))
  }
  return Math.round(measured.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0)
}

const TICKS_A_SECOND = 100

type Stat = { parent: number; name: string; seconds: number }

/**
 * Seconds of CPU that a process and all below it have taken so far, those of their ended children included; or only those of
 * that name. Linux only.
 */
export async function cpuOf(root: number, only?: string): Promise<number> {
  const stats = new Map<number, Stat>()
  for (const name of await readdir('/proc')) if (/^[0-9]+$/.test(name)) await note(stats, Number(name))
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(stats.get(pid)?.parent ?? 0))
  const counted = [...stats].filter(
    ([pid, { name }]) => isBelow(pid) && (only === undefined || name === only),
  )
  return counted.reduce((sum, [, { seconds }]) => sum + seconds, 0)
}

async function note(stats: Map<number, Stat>, pid: number): Promise<void> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return
  // After the name in brackets, which may hold anything: state, parent, … utime, stime, cutime, cstime.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  stats.set(pid, { parent: fields[1] ?? 0, name, seconds: ticks / TICKS_A_SECOND })
}
