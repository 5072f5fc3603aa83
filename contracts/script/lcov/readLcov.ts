/** What the tests of a file reach, and the lines where they miss something. */
export type FileCoverage = {
  file: string
  lines: Share
  branches: Share
  missedLines: number[]
  missedBranches: number[]
}

export type Share = { hit: number; all: number }

type Places = Map<string, { line: number; isHit: boolean }>

/**
 * Reads lcov reports of several runs as one: `DA:line,hits` and `BRDA:line,block,branch,hits`. What one run reaches is
 * reached.
 */
export function readLcov(reports: readonly string[]): FileCoverage[] {
  const files = new Map<string, { lines: Places; branches: Places }>()
  for (const record of reports.flatMap((report) => report.split('end_of_record'))) {
    const file = /^SF:(.*)$/m.exec(record)?.[1]
    if (file === undefined) continue
    const { lines, branches } = files.get(file) ?? { lines: new Map(), branches: new Map() }
    addPlaces(lines, record.matchAll(/^DA:((\d+)),(\d+)/gm))
    addPlaces(branches, record.matchAll(/^BRDA:((\d+),\d+,\d+),(\d+|-)/gm))
    files.set(file, { lines, branches })
  }
  return [...files].map(([file, { lines, branches }]) => ({
    file,
    lines: shareOf(lines),
    branches: shareOf(branches),
    missedLines: missed(lines),
    missedBranches: missed(branches),
  }))
}

function addPlaces(places: Places, found: Iterable<RegExpMatchArray>): void {
  for (const [, key = '', line, hits] of found) {
    const isHit = Number(hits) > 0 || places.get(key)?.isHit === true
    places.set(key, { line: Number(line), isHit })
  }
}

const shareOf = (places: Places): Share => ({
  hit: [...places.values()].filter(({ isHit }) => isHit).length,
  all: places.size,
})

const missed = (places: Places): number[] => [
  ...new Set([...places.values()].filter(({ isHit }) => !isHit).map(({ line }) => line)),
]

export const sum = (shares: readonly Share[]): Share =>
  shares.reduce((total, { hit, all }) => ({ hit: total.hit + hit, all: total.all + all }), { hit: 0, all: 0 })

/** Of nothing, everything is reached. */
export const percent = ({ hit, all }: Share): number => (all === 0 ? 100 : (100 * hit) / all)
