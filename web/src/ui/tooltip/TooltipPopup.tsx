import { Tooltip } from '@base-ui/react/tooltip'
import type { RefObject } from 'react'
import { landmarkOf } from '../../lib/dom.ts'
import styles from './TooltipPopup.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  text: string
  side?: 'top' | 'right'
  onClose: () => void
}

export default function TooltipPopup({ anchor, text, side = 'top', onClose }: Props) {
  return (
    <Tooltip.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Tooltip.Portal container={landmarkOf(anchor.current)}>
        <Tooltip.Positioner
          anchor={anchor}
          side={side}
          sideOffset={8}
          collisionPadding={8}
          className={styles.place}
        >
          <Tooltip.Popup className={styles.popup}>{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
