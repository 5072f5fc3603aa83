import { readFile, readdir } from 'node:fs/promises'

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
