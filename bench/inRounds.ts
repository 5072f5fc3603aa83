import { median } from './median.ts'

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
