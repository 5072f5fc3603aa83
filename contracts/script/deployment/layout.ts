// Where a manager keeps what it keeps. Code that replaces other code behind a proxy finds the storage of the former one.

/** What a manager keeps, and where; by struct, what lies within. No line of it may change once it has state. */
export type Layout = {
  readonly storage: readonly string[]
  readonly structs: Readonly<Record<string, readonly string[]>>
}

/** What a new layout removes from a former one, or moves; an addition at the end breaks nothing. */
export function breaks(name: string, former: Layout, now: Layout): string[] {
  const parts: [string, readonly string[], readonly string[]][] = [
    [name, former.storage, now.storage],
    ...Object.entries(former.structs).map(
      ([struct, lines]): [string, readonly string[], readonly string[]] => [
        `${name}, ${struct}`,
        lines,
        now.structs[struct] ?? [],
      ],
    ),
  ]
  return parts.flatMap(([place, before, after]) =>
    before.flatMap((line, index) =>
      line === after[index] ? [] : [`${place}: was "${line}", is ${after[index] ?? 'gone'}`],
    ),
  )
}
