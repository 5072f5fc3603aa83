/**
 * What ran and how it ended; `output` is what there is to read about it, `unsteady` what failed among many others and
 * passed when it had the machine to itself.
 */
export type Tally = { passed: number; failed: number; skipped: number; output: string; unsteady?: string[] }

export type Suite = {
  name: string
  run: (root: string, onLine: (line: string) => void) => Promise<Tally>
}
