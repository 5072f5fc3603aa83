import type { IconName } from '../../ui/icon/paths.ts'

/** One thing that the command palette offers, as data. */
export type Command = { id: string; label: string; icon: IconName; keys?: string; run: () => void }
