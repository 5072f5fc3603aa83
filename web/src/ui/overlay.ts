import { createContext } from 'react'
import type { RefObject } from 'react'

/** Where lists open within a dialog: inside of it, so that they belong to what they are asked for. */
export const OverlayHome = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** What opens over the page belongs to the landmark, or the dialog, of what opened it. */
export const landmarkOf = (anchor: Element | null): HTMLElement =>
  anchor?.closest<HTMLElement>('[role="dialog"], main, header, nav, aside') ?? document.body
