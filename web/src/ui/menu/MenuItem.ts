import type { IconName } from '../icon/Icon.tsx'

/** An action as data, for a menu or a bar of buttons. */
export type MenuAction = {
  kind?: 'action'
  id: string
  label: string
  /** More than the label says: its accessible description and tooltip, not part of its name. */
  note?: string | undefined
  icon?: IconName
  tone?: 'danger'
  /** What the row waits for: a card has a button for it. */
  isNext?: boolean
  /** Why it is disabled; shown under its label. */
  disabledReason?: string | undefined
  onSelect: () => void
}

/** One entry of a menu. */
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
