import type { IconName } from '../icon/Icon.tsx'

/** Something that can be done, as data: neither a menu nor a bar of buttons knows what it is about. */
export type MenuAction = {
  kind?: 'action'
  id: string
  label: string
  /** What the label leaves out: its accessible description and tooltip, not a part of its name. */
  note?: string | undefined
  icon?: IconName
  tone?: 'danger'
  /** Why it cannot be chosen now; shown under its label. */
  disabledReason?: string | undefined
  onSelect: () => void
}

/** One thing that a menu offers. */
export type MenuItem =
  | MenuAction
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
