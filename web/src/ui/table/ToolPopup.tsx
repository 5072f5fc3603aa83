import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import styles from './ToolPopup.module.css'

export type ToolPopupProps = {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The popup of a table's tool, below its button. */
export function ToolPopup(props: ToolPopupProps & { title: string; aside?: ReactNode; children: ReactNode }) {
  const { anchor, onClose, title, aside, children } = props
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
        >
          <Popover.Popup className={styles.popup} finalFocus={anchor}>
            <div className={styles.header}>
              <Popover.Title className={styles.title}>{title}</Popover.Title>
              {aside}
            </div>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
