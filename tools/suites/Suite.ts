/** What ran and how it ended; `output` is what there is to read about it. */
export type Tally = { passed: number; failed: number; skipped: number; output: string }

export type Suite = {
  name: string
  run: (root: string, onLine: (line: string) => void) => Promise<Tally>
}
