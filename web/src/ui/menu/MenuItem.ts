import type { IconName } from '../icon/paths.ts'

/** One thing that a menu offers: an action as data, so that a menu never knows what it is about. */
export type MenuItem =
  | {
      kind?: 'action'
      id: string
      label: string
      icon?: IconName
      tone?: 'danger'
      /** Why it cannot be chosen now; shown under its label. */
      disabledReason?: string | undefined
      onSelect: () => void
    }
  | {
      kind: 'choice'
      id: string
      label: string
      value: string
      options: readonly { value: string; label: string; icon?: IconName }[]
      onChange: (value: string) => void
    }
  | {
      kind: 'toggle'
      id: string
      label: string
      isOn: boolean
      disabledReason?: string
      onChange: (isOn: boolean) => void
    }
  | { kind: 'heading'; id: string; label: string; note?: string }
  | { kind: 'separator'; id: string }
