/** What a check found: nothing, or everything that must be put right. */
export type Finding = { ok: boolean; output: string }

export type Check = {
  name: string
  /** Judges the repository in this folder. */
  judge: (root: string) => Promise<Finding>
}
