/** What the tests of a file reach, and the lines where they miss something. */
export type FileCoverage = {
  file: string
  lines: Share
  branches: Share
  missedLines: number[]
  missedBranches: number[]
}

export type Share = { hit: number; all: number }

/** Reads the records of an lcov report: `DA:line,hits` and `BRDA:line,block,branch,hits`. */
export const readLcov = (text: string): FileCoverage[] =>
  text
    .split('end_of_record')
    .map((record) => ({ record, file: /^SF:(.*)$/m.exec(record)?.[1] }))
    .filter((part): part is { record: string; file: string } => part.file !== undefined)
    .map(({ record, file }) => {
      const lines = placesOf(record, /^DA:(\d+),(\d+)/gm)
      const branches = placesOf(record, /^BRDA:(\d+),\d+,\d+,(\d+|-)/gm)
      return {
        file,
        lines: shareOf(lines),
        branches: shareOf(branches),
        missedLines: missed(lines),
        missedBranches: missed(branches),
      }
    })

type Place = { line: number; isHit: boolean }

const placesOf = (record: string, pattern: RegExp): Place[] =>
  [...record.matchAll(pattern)].map(([, line, hits]) => ({ line: Number(line), isHit: Number(hits) > 0 }))

const shareOf = (places: readonly Place[]): Share => ({
  hit: places.filter(({ isHit }) => isHit).length,
  all: places.length,
})

const missed = (places: readonly Place[]): number[] => [
  ...new Set(places.filter(({ isHit }) => !isHit).map(({ line }) => line)),
]

export const sum = (shares: readonly Share[]): Share =>
  shares.reduce((total, { hit, all }) => ({ hit: total.hit + hit, all: total.all + all }), { hit: 0, all: 0 })

/** Of nothing, everything is reached. */
export const percent = ({ hit, all }: Share): number => (all === 0 ? 100 : (100 * hit) / all)
