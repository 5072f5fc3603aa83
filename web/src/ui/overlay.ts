import { createContext } from 'react'
import type { RefObject } from 'react'

/** The element in which a dialog's lists open, so that they belong to the dialog. */
export const OverlayHome = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** The landmark or dialog of an element: what the element opens belongs to it. */
export const landmarkOf = (anchor: Element | null): HTMLElement =>
  anchor?.closest<HTMLElement>('[role="dialog"], main, header, nav, aside') ?? document.body
