import { Menu } from '@base-ui/react/menu'
import { Fragment } from 'react'
import { landmarkOf } from '../../lib/dom.ts'
import { Icon } from '../icon/Icon.tsx'
import type { MenuItem } from './MenuItem.ts'
import styles from './MenuPopup.module.css'

export type MenuPopupProps = {
  anchor: HTMLElement
  label: string
  items: readonly MenuItem[]
  align?: 'start' | 'end' | undefined
  onClose: () => void
}

/** The open menu, below its anchor. Its code is imported with the first menu. */
export default function MenuPopup({ anchor, label, items, align = 'start', onClose }: MenuPopupProps) {
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal container={landmarkOf(anchor)}>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
        >
          <Menu.Popup className={styles.popup} aria-label={label} finalFocus={() => anchor}>
            {items.map((item) => (
              <Fragment key={item.id}>
                <Entry item={item} />
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  switch (item.kind) {
    case 'separator':
      return <Menu.Separator className={styles.separator} />
    case 'heading':
      return (
        <div className={styles.heading}>
          <strong>{item.label}</strong>
          {item.note !== undefined && <span>{item.note}</span>}
        </div>
      )
    case 'choice':
      return (
        <Menu.RadioGroup value={item.value} onValueChange={item.onChange}>
          <Menu.GroupLabel className={styles.caption}>{item.label}</Menu.GroupLabel>
          {item.options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              className={styles.item}
              closeOnClick={false}
            >
              {option.icon && <Icon name={option.icon} />}
              <span className={styles.label}>{option.label}</span>
              <Menu.RadioItemIndicator className={styles.mark}>
                <Icon name="check" />
              </Menu.RadioItemIndicator>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )
    case 'toggle':
      return (
        <Menu.CheckboxItem
          className={styles.item}
          checked={item.isOn}
          disabled={item.disabledReason !== undefined}
          closeOnClick={false}
          onCheckedChange={item.onChange}
        >
          <span className={styles.box} data-on={item.isOn || undefined}>
            {item.isOn && <Icon name="check" />}
          </span>
          <span className={styles.label}>{item.label}</span>
        </Menu.CheckboxItem>
      )
    default:
      return (
        <Menu.Item
          className={styles.item}
          data-tone={item.tone}
          disabled={item.disabledReason !== undefined}
          aria-description={item.note}
          title={item.note}
          onClick={item.onSelect}
        >
          {item.icon && <Icon name={item.icon} />}
          <span className={styles.label}>
            {item.label}
            {item.disabledReason !== undefined && (
              <span className={styles.reason}>{item.disabledReason}</span>
            )}
          </span>
        </Menu.Item>
      )
  }
}
