import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import styles from './Popup.module.css'

export type PopupProps = {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

type Props = PopupProps & {
  title: string
  aside?: ReactNode
  width?: 'narrow' | 'medium' | 'wide'
  align?: 'start' | 'end'
  /** Below the content of a sheet; with it, the popup fills the screen of a phone. */
  sheetFooter?: ReactNode
  children: ReactNode
}

/** A popup with a title, below the button that opens it. */
export function Popup(props: Props) {
  const { anchor, onClose, title, aside, width = 'medium', align = 'end', sheetFooter, children } = props
  return (
    <Popover.Root
      open
      onOpenChange={(isOpen, { reason, event: { target } }) => {
        // The button closes what it opened: closed here as well, its click would open it again.
        const isOnAnchor = target instanceof Node && anchor.current?.contains(target) === true
        if (!isOpen && !(reason === 'outside-press' && isOnAnchor)) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={styles.place}
          data-sheet={sheetFooter === undefined ? undefined : ''}
        >
          <Popover.Popup className={styles.popup} data-width={width} finalFocus={anchor}>
            <div className={styles.header}>
              <Popover.Title className={styles.title}>{title}</Popover.Title>
              {aside}
            </div>
            {children}
            {sheetFooter !== undefined && <div className={styles.footer}>{sheetFooter}</div>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
