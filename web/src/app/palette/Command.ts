import type { IconName } from '../../ui/icon/paths.ts'

/** One thing that the command palette offers, as data. */
export type Command = {
  id: string
  label: string
  /** Further words that it is found by. */
  words?: string
  icon: IconName
  keys?: string
  run: () => void
}
